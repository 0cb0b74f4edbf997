import type { Static } from 'typebox'
import * as Type from 'typebox'
import { formatDay } from '../dates.ts'
import { object, optional } from '../objects.ts'
import { CANAUX_REPONSE, type CanalReponse, reponseRefusal } from './demandes.ts'

/** What a customer is told of an appointment (DAY-09): that it is made, moved, cancelled, or tomorrow. */
export const GENRES_ANNONCE = ['confirmation', 'deplacement', 'annulation', 'rappel'] as const
export type GenreAnnonce = (typeof GENRES_ANNONCE)[number]

const id = Type.String({ maxLength: 64, minLength: 1 })
const LE = Type.String({ format: 'lolapp-written-instant' })
const GENRE = Type.Enum([...GENRES_ANNONCE])
const CANAL = Type.Enum([...CANAUX_REPONSE])
/** A pattern, not a format: what was told stays valid whatever the day. */
const wall = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$', maxLength: 16 })
const IDPERSONNEL = Type.String({ maxLength: 64, minLength: 1 })

/** One message to the customer, kept with its appointment. `DEBUT` is the beginning that it told; without `IDPERSONNEL` the server sent it by itself. */
export const annonce = object(
  { id, LE, GENRE, CANAL, DEBUT: wall, IDPERSONNEL: optional(IDPERSONNEL) },
  { additionalProperties: false },
)
export type Annonce = Static<typeof annonce>
export const MOST_ANNONCES = 200

/** What a device says of a message; its author is also its sender, and the beginning is the server's. */
const asked = object(
  {
    id,
    GENRE,
    CANAL,
    LE: optional(LE),
    DEBUT: optional(wall),
    IDPERSONNEL: optional(IDPERSONNEL),
  },
  { additionalProperties: false },
)
export type AskedAnnonce = Static<typeof asked>
export const askedAnnonces = Type.Array(asked, {
  minItems: 1,
  maxItems: MOST_ANNONCES,
  description: 'La dernière est celle qui est demandée',
})

/** What the customer answers by the link of a message. */
export const ETATS_REPONSE = ['confirme', 'autre_moment'] as const
export type EtatReponse = (typeof ETATS_REPONSE)[number]

/** Times that a customer may wish at once. */
export const MOST_SOUHAITS = 3

/**
 * The customer's last answer, and the beginning that it is about: it says nothing of another time. The times that they have asked for stay, also once the
 * appointment was moved and confirmed.
 */
export const reponseClient = object(
  {
    ETAT: Type.Enum([...ETATS_REPONSE]),
    LE,
    DEBUT: wall,
    IDDEMANDE: optional(id),
    SOUHAITS: optional(Type.Array(wall, { maxItems: MOST_SOUHAITS })),
  },
  { additionalProperties: false },
)
export type ReponseClient = Static<typeof reponseClient>

export interface AnnouncedRdv {
  RDV_DEBUT: string
  SUPPRIME: 0 | 1
  ANNONCES: readonly Annonce[]
}

/** The customer's answer to the appointment as it is; null where there is none, or only one to a former time. */
export const customerAnswer = (rdv: {
  RDV_DEBUT: string
  REPONSE_CLIENT: ReponseClient | null
}): ReponseClient | null => (rdv.REPONSE_CLIENT?.DEBUT === rdv.RDV_DEBUT ? rdv.REPONSE_CLIENT : null)

/** What the customer was told since they were last told that it is cancelled: what came before says nothing any more. */
export const sinceCancelled = (annonces: readonly Annonce[]): readonly Annonce[] =>
  annonces.slice(annonces.findLastIndex(({ GENRE }) => GENRE === 'annulation') + 1)

/** Whether the customer believes that the appointment takes place: they were told so, and not since that it is cancelled. */
export const isAnnounced = ({ ANNONCES }: Pick<AnnouncedRdv, 'ANNONCES'>): boolean =>
  ANNONCES.length > 0 && ANNONCES.at(-1)?.GENRE !== 'annulation'

const NO_CLIENT = "Ce rendez-vous n'a pas de client à prévenir."
export const PAST = 'Ce rendez-vous est passé.'
const CANCELLED = 'Ce rendez-vous est annulé.'
const STOPPED = 'Le projet de ce rendez-vous est arrêté : rouvrez-le d’abord.'
const TAKES_PLACE = "Ce rendez-vous n'est plus annulé."

/**
 * Why nothing of this kind is true of the appointment any more, in French; null while it is. Of a stopped project it does not take place: only its cancellation
 * is told.
 * @param now the company's wall clock `yyyy-MM-dd HH:mm`; `stopped`: its project was stopped (`isClosed`)
 */
export function untrue(
  genre: GenreAnnonce,
  rdv: Pick<AnnouncedRdv, 'RDV_DEBUT' | 'SUPPRIME'>,
  { now, stopped }: { now: string; stopped?: boolean | undefined },
): string | null {
  if (genre === 'annulation' && rdv.SUPPRIME !== 1) return TAKES_PLACE
  if (genre !== 'annulation' && rdv.SUPPRIME === 1) return CANCELLED
  if (genre !== 'annulation' && stopped) return STOPPED
  return rdv.RDV_DEBUT <= now ? PAST : null
}

/** Why this customer cannot be told that way, in French; null when they can. @param now, stopped as in `untrue` */
export function annonceRefusal(
  canal: CanalReponse,
  {
    genre,
    rdv,
    client,
    now,
    stopped,
  }: {
    genre: GenreAnnonce
    rdv: Pick<AnnouncedRdv, 'RDV_DEBUT' | 'SUPPRIME'>
    client: { MAIL: string | null; PORTABLE: string | null } | null
    now: string
    stopped?: boolean | undefined
  },
): string | null {
  if (client === null) return NO_CLIENT
  return untrue(genre, rdv, { now, stopped }) ?? reponseRefusal(canal, client)
}

/** « mardi 24 novembre 2026 » */
export const annonceDay = (wallClock: string): string => formatDay(wallClock.slice(0, 10), 'dddd D MMMM YYYY')

/** Characters of what a customer writes when they ask for another time. */
export const LONGEST_SOUHAIT = 1000

/** The hour at which a company reminds its customers of tomorrow's appointments, unless it says otherwise. */
export const RAPPEL_HEURE = '17:00'
/** The hours that a company may choose: nobody is woken. */
export const RAPPEL_HEURES = [
  '08:00',
  '09:00',
  '10:00',
  '11:00',
  '12:00',
  '13:00',
  '14:00',
  '15:00',
  '16:00',
  '17:00',
  '18:00',
  '19:00',
  '20:00',
] as const
