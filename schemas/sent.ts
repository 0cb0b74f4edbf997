import type { Static } from 'typebox'
import * as Type from 'typebox'
import { object, optional } from './objects.ts'

/** Records whose page shows what was sent about them (DAY-15). */
export const SENT_ABOUT = ['client', 'projet', 'devis'] as const
export type SentAbout = (typeof SENT_ABOUT)[number]

/** What a message was for; `autre` where only its subject says it. */
export const SENT_KINDS = [
  'devis_transmis',
  'devis_relance',
  'rdv_confirmation',
  'rdv_deplacement',
  'rdv_annulation',
  'rdv_rappel',
  'reponse',
  'code',
  'pv',
  'coordonnees',
  'autre',
] as const
export type SentKind = (typeof SENT_KINDS)[number]

/** As `message` has it: `recorded` was kept, because the company has no service that sends it; of `unknown` nobody can say. */
export const SENT_STATES = ['queued', 'sending', 'sent', 'recorded', 'failed', 'unknown'] as const
export type SentState = (typeof SENT_STATES)[number]

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** One mail or SMS to a customer, without its text. */
export const SentMessage = object(
  {
    id: Type.String(),
    CANAL: Type.Enum(['mail', 'sms']),
    GENRE: Type.Enum([...SENT_KINDS]),
    OBJET: textOrNull,
    DESTINATAIRE: Type.String(),
    ETAT: Type.Enum([...SENT_STATES]),
    /** Why it did not leave, in French. */
    RAISON: textOrNull,
    LE: Type.String(),
    ENVOYE_LE: textOrNull,
    /** When its link was first opened, where that is known. */
    OUVERT_LE: textOrNull,
    /** Of the staff; null: the server, or the customer themselves. */
    IDPERSONNEL: textOrNull,
  },
  { additionalProperties: false },
)
export type SentMessage = Static<typeof SentMessage>

/** The mail with the customer's copy of a signed quote. */
const SentContract = object(
  {
    DESTINATAIRE: Type.String(),
    ETAT: Type.Enum([...SENT_STATES]),
    ENVOYE_LE: textOrNull,
  },
  { additionalProperties: false },
)
export type SentContract = Static<typeof SentContract>

/** The latest first, and how many there are. */
export const SentPage = object({
  data: Type.Array(SentMessage),
  total: Type.Integer(),
  /** Of a signed quote: null where no copy was mailed. Absent of anything else, where nobody knows any more, and from older servers. */
  CONTRAT: optional(Type.Union([SentContract, Type.Null()])),
})
export type SentPage = Static<typeof SentPage>

/** Messages that a page shows before « Voir plus ». */
export const SENT_FIRST = 20
export const MOST_SENT = 500
