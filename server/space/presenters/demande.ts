import { etatDemande, type Reponse } from '../../../schemas/rules/demandes.ts'
import type { SpaceDemande } from '../../../schemas/space/requests.ts'

export type KeptDemande = Pick<SpaceDemande, 'id' | 'GENRE' | 'MESSAGE' | 'DATE_DEMANDE'> & {
  PRISE_PAR: string | null
  REPONSES: Reponse[]
}

/** What the customer reads of their request: its state and the answers, not who of the company has it. */
export const presentDemande = ({ PRISE_PAR, REPONSES, ...demande }: KeptDemande): SpaceDemande => ({
  ...demande,
  etat: etatDemande({ PRISE_PAR, REPONSES }),
  reponses: REPONSES.map(({ LE, CANAL, TEXTE }) => ({ LE, CANAL, TEXTE })),
})
