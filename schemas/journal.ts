import * as Type from 'typebox'
import { object, optional } from './objects.ts'

/** Kinds of journal entries. */
export const JOURNAL_KINDS = ['appel', 'note', 'message', 'evenement'] as const

/** A pattern, not a format: an old line that named a 31 February was migrated as it was, and must not make its record invalid for ever. */
const moment = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}$', maxLength: 16 })

const entry = object(
  {
    id: Type.String({ maxLength: 64, minLength: 1 }),
    GENRE: Type.Enum([...JOURNAL_KINDS]),
    /** The company's wall clock. */
    LE: moment,
    /** The author's name at that moment: it stays readable after they have left the company. */
    AUTEUR: Type.String({ maxLength: 2000 }),
    /** The author's id, set by the server, never from a body; lines that were moved out of a description have only a name. */
    IDPERSONNEL: optional(Type.String({ maxLength: 64, minLength: 1 })),
    /** The result of a call: « Pas de réponse ». */
    RESULTAT: optional(Type.String({ maxLength: 2000, minLength: 1 })),
    TEXTE: optional(Type.String({ maxLength: 4000, minLength: 1 })),
  },
  { additionalProperties: false },
)

export type JournalEntry = Type.Static<typeof entry>

/**
 * The company's own journal of a record: calls, notes, messages, events. A set, so that two calls that are noted at the same time are both kept
 * (MERGE-5). No presenter of the customer's space names it: the customer never gets it.
 */
export const journalSchema = Type.Array(entry, { maxItems: 2000 })

/** The entry of a website's lead whose client was there already: a project has it once, so it has one id. */
const KNOWN_CLIENT = 'client-connu'

/** @param LE when the lead came, on the company's wall clock */
export const knownClientEntry = (LE: string): JournalEntry => ({
  id: KNOWN_CLIENT,
  GENRE: 'evenement',
  LE,
  AUTEUR: 'Site web',
  RESULTAT: 'Client déjà connu',
})

/** Whether the project is a website's lead of a client who was there already. */
export const isOfKnownClient = (journal: readonly JournalEntry[]): boolean =>
  journal.some(({ id }) => id === KNOWN_CLIENT)

/** Whether a customer did it (refused a quote, answered about an appointment): acts of the staff name their author by id, and calls and messages are no events. */
export const isByCustomer = ({ id, GENRE, IDPERSONNEL }: JournalEntry): boolean =>
  GENRE === 'evenement' && IDPERSONNEL === undefined && id !== KNOWN_CLIENT

/** Latest first. Entries of one minute keep one order on every device. */
export const latestFirst = <E extends JournalEntry>(journal: readonly E[]): E[] =>
  journal.toSorted((a, b) => (a.LE === b.LE ? (a.id < b.id ? 1 : -1) : a.LE < b.LE ? 1 : -1))

/** A local key of records by their latest entry, never the same for two; '' without entries, so that a search reads only those that have some. */
export const journalKey = (journal: readonly JournalEntry[] | undefined, id: string): string =>
  journal?.length ? `${journal.reduce((last, { LE }) => (LE > last ? LE : last), '')} ${id}` : ''

/** What an entry is found by. */
export const entryWords = (entry: JournalEntry): string => `${saidOf(entry)} ${entry.AUTEUR}`

/** What a record is found by in a list: the words of its whole journal. */
export const journalWords = (journal: readonly JournalEntry[]): string => journal.map(entryWords).join(' ')

/** « Pas de réponse. rappeler après 19 h » */
export const saidOf = ({ RESULTAT, TEXTE }: JournalEntry): string =>
  [RESULTAT === undefined ? '' : `${RESULTAT}.`, TEXTE ?? ''].filter(Boolean).join(' ')
