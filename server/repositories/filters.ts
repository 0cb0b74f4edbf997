import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { addDays, instantOf, isDate, LAST_DAY } from '../../schemas/dates.ts'

/** A part of a `where`, as routes hand it from their query to `listRecords`: they never read it. */
export type Condition = RawBuilder<SqlBool>

/** Days DATE_DEBUT to DATE_FIN of a query, `yyyy-MM-dd`, both included; without one of them that side is open. */
export interface DayRange {
  DATE_DEBUT?: string
  DATE_FIN?: string
}

export const equals = (column: string, value: unknown): Condition => sql<SqlBool>`${sql.ref(column)} = ${value}`

/** Holds the text anywhere. @param text as `normalise` of schemas/search.ts gives it */
export const contains = (column: string, text: unknown): Condition =>
  sql<SqlBool>`search_key(${sql.ref(column)}) like ${`%${String(text)}%`}`

/**
 * Begins with the text, whatever its case and accents; each `cle_` column has its index. Not `like`: under row level security PostgreSQL looks in an index by
 * leakproof operators only, and read all customers of the company instead. What follows in a key is a letter, a digit or a space, and each comes before « ~ ».
 * @param key normalised like the column
 */
export const begins = (column: string, key: string): Condition =>
  sql<SqlBool>`(${sql.ref(column)} ~>=~ ${key} and ${sql.ref(column)} ~<~ ${`${key}~`})`

/** A column that is a list holds one of these. */
export const holdsOneOf = (column: string, values: readonly string[]): Condition =>
  sql<SqlBool>`${sql.ref(column)} && ${[...values]}::text[]`

/** Appointments that overlap the time between two moments; a day without an hour counts whole, and the last one means without end. */
export function overlapping({ from, to }: { from?: string | undefined; to?: string | undefined }): Condition[] {
  // What ends at midnight belongs to the day before.
  const start = from !== undefined && isDate(from) ? `${from} 00:00` : from
  const end = to !== undefined && isDate(to) ? (ends(to) ? addDays(to, 1) : undefined) : to
  return [...(start ? [sql<SqlBool>`"RDV_FIN" > ${start}`] : []), ...(end ? [sql<SqlBool>`"RDV_DEBUT" < ${end}`] : [])]
}

/** Midnight of a day on the company's clock, as an instant. When the zone skips midnight, the day begins an hour later. */
function midnight(day: string, zone: string): string {
  const instant = instantOf(`${day} 00:00`, zone) ?? instantOf(`${day} 01:00`, zone)
  return (instant ?? new Date(`${day}T00:00:00Z`)).toISOString()
}

const ends = (day: string | undefined): day is string => day !== undefined && day !== '' && day < LAST_DAY

/** The days of the range on an instant column. @param zone the company's time zone */
export function betweenInstants(column: string, range: DayRange, zone: string): Condition[] {
  const { DATE_DEBUT, DATE_FIN } = range
  return [
    ...(DATE_DEBUT ? [sql<SqlBool>`${sql.ref(column)} >= ${midnight(DATE_DEBUT, zone)}`] : []),
    ...(ends(DATE_FIN) ? [sql<SqlBool>`${sql.ref(column)} < ${midnight(addDays(DATE_FIN, 1), zone)}`] : []),
  ]
}

/** The days of the range on a wall-clock column. */
export function betweenDays(column: string, { DATE_DEBUT, DATE_FIN }: DayRange): Condition[] {
  return [
    ...(DATE_DEBUT ? [sql<SqlBool>`${sql.ref(column)} >= ${DATE_DEBUT}`] : []),
    ...(ends(DATE_FIN) ? [sql<SqlBool>`${sql.ref(column)} < ${addDays(DATE_FIN, 1)}`] : []),
  ]
}
