import { etatDemande, type FollowedDemande, type Reponse } from '../../../schemas/rules/demandes.ts'
import type { SpaceDemande } from '../../../schemas/space/requests.ts'

export type KeptDemande = Pick<SpaceDemande, 'id' | 'GENRE' | 'MESSAGE' | 'DATE_DEMANDE'> &
  Omit<FollowedDemande, 'REPONSES'> & { REPONSES: Reponse[] }

/** What the customer reads of their request: its state and the answers, not who of the company has it. */
export const presentDemande = (demande: KeptDemande): SpaceDemande => ({
  id: demande.id,
  GENRE: demande.GENRE,
  MESSAGE: demande.MESSAGE,
  DATE_DEMANDE: demande.DATE_DEMANDE,
  // Customers read nothing of who works here: what somebody took stays taken.
  etat: etatDemande(demande, new Set()),
  reponses: demande.REPONSES.map(({ LE, CANAL, TEXTE }) => ({ LE, CANAL, TEXTE })),
})
