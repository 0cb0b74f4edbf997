import { type AnnouncedRdv, annonceRefusal, type GenreAnnonce } from '../../../schemas/rules/annonces.ts'
import { CANAUX_REPONSE, type CanalReponse } from '../../../schemas/rules/demandes.ts'

interface Telling {
  genre: GenreAnnonce
  rdv: Pick<AnnouncedRdv, 'RDV_DEBUT' | 'SUPPRIME'>
  client: { MAIL: string | null; PORTABLE: string | null } | null | undefined
  /** The company's wall clock. */
  now: string
  /** Its project was stopped (`isClosed`). */
  stopped?: boolean
}

/** How this customer can be told of the appointment; nothing for what is past or not true, or a customer without mobile and mail. */
export const canauxOf = ({ client, ...telling }: Telling): CanalReponse[] =>
  CANAUX_REPONSE.filter((canal) => annonceRefusal(canal, { ...telling, client: client ?? null }) === null)
