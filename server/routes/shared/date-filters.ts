import { type RawBuilder, type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import { addDays, instantOf, LAST_DAY } from '../../../schemas/dates.ts'

/** `yyyy-MM-dd`, one that exists. */
export const dayQuery = Type.String({ format: 'lolapp-date' })
/** `yyyy-MM-dd` or `yyyy-MM-dd HH:mm`. */
export const momentQuery = Type.Union([
  Type.String({ format: 'lolapp-date' }),
  Type.String({ format: 'lolapp-datetime' }),
])

export interface DayRange {
  DATE_DEBUT?: string
  DATE_FIN?: string
}

/** Midnight of a day on the company's clock, as an instant. When the zone skips midnight, the day begins an hour later. */
function midnight(day: string, zone: string): string {
  const instant = instantOf(`${day} 00:00`, zone) ?? instantOf(`${day} 01:00`, zone)
  return (instant ?? new Date(`${day}T00:00:00Z`)).toISOString()
}

const ends = (day: string | undefined): day is string => day !== undefined && day !== '' && day < LAST_DAY

/** Days DATE_DEBUT to DATE_FIN, both included, on an instant column. */
export function betweenInstants(column: string, range: DayRange, zone: string): RawBuilder<SqlBool>[] {
  const { DATE_DEBUT, DATE_FIN } = range
  return [
    ...(DATE_DEBUT ? [sql<SqlBool>`${sql.ref(column)} >= ${midnight(DATE_DEBUT, zone)}`] : []),
    ...(ends(DATE_FIN) ? [sql<SqlBool>`${sql.ref(column)} < ${midnight(addDays(DATE_FIN, 1), zone)}`] : []),
  ]
}

/** Days DATE_DEBUT to DATE_FIN, both included, on a wall-clock column. */
export function betweenDays(column: string, { DATE_DEBUT, DATE_FIN }: DayRange): RawBuilder<SqlBool>[] {
  return [
    ...(DATE_DEBUT ? [sql<SqlBool>`${sql.ref(column)} >= ${DATE_DEBUT}`] : []),
    ...(ends(DATE_FIN) ? [sql<SqlBool>`${sql.ref(column)} < ${addDays(DATE_FIN, 1)}`] : []),
  ]
}
