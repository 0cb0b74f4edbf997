import type { LocalRecord } from '../../../sync/store/local-record.ts'

type Entry = LocalRecord<'reference'>

/** Entries of a small list in the order that the company gave them; of the same place, by name. */
export const inOrder = (rows: readonly Entry[]): Entry[] =>
  [...rows].sort((a, b) => a.ORDRE - b.ORDRE || a.LIBELLE.localeCompare(b.LIBELLE, 'fr'))
