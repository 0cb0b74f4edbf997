/** The contenders of the first synchronisation. Each writes the same records, with the same three secondary indexes if it has indexes. */
export const CONTENDERS = ['raw-dexie', 'lolapp', 'rxdb-pull-only', 'pouchdb'] as const
export type Contender = (typeof CONTENDERS)[number]
export interface Job {
  contender: Contender
  n: number
}
export interface JobDone {
  ms: number
  rows: number
}
