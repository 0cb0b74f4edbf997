import { type JournalEntry, latestFirst, saidOf } from '../../../schemas/journal.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { dayMonthOf } from '../../ui/format/day-of.ts'
import { formatDate } from '../../ui/format/format.ts'

/** When an entry is written, and by whom. */
export interface Written {
  /** The company's wall clock. */
  at: string
  /** Who called, or writes: id and name. */
  by: { id: string; name: string }
}

export interface Call extends Written {
  outcome: string
  remark: string
}

/** The journal's entry of a call. */
export function callEntry({ at, by, outcome, remark }: Call): JournalEntry {
  const words = remark.trim().replace(/\s+/g, ' ')
  return {
    id: uuidv7(),
    GENRE: 'appel',
    LE: at,
    AUTEUR: by.name,
    IDPERSONNEL: by.id,
    RESULTAT: outcome,
    ...(words === '' ? {} : { TEXTE: words }),
  }
}

/** The journal's entry of a note. @param words at least one, which the form demands; lines stay lines */
export const noteEntry = ({ at, by, words }: Written & { words: string }): JournalEntry => ({
  id: uuidv7(),
  GENRE: 'note',
  LE: at,
  AUTEUR: by.name,
  IDPERSONNEL: by.id,
  TEXTE: words.trim(),
})

/**
 * « 20/11 : Pas de réponse. » of the last call of a journal; null when it has none.
 * @param now the company's wall clock; null in a file, which is read in any year: then the day has its year always
 */
export function lastCall(journal: readonly JournalEntry[], now: string | null): string | null {
  const call = latestFirst(journal).find(({ GENRE }) => GENRE === 'appel')
  if (!call) return null
  const day = now === null ? formatDate(call.LE) : dayMonthOf(call.LE, now)
  return `${day} : ${saidOf(call)}`
}
