import { daysBetween, isDateTime } from '../dates.ts'

/** An appointment or works that last longer than this many days are long: they are found by their end, the others by their beginning. */
export const LONG_DAYS = 2

/** A damaged record may have none of the two: it must not stop a page of others. */
interface Stay {
  RDV_DEBUT: string | null
  RDV_FIN: string | null
}

/**
 * The end of what lasts long, as the local index has it; '' for what is found by its beginning. A list of a few days reads what began in them or
 * shortly before, and what is long and has not ended: so nothing is too long to be listed. Slots of people may lie outside the works' own hours.
 */
export function longUntil({ RDV_DEBUT, RDV_FIN }: Stay, slots: readonly { DEBUT: string; FIN: string }[] = []): string {
  if (RDV_DEBUT === null || RDV_FIN === null) return ''
  const end = slots.reduce((latest, { FIN }) => (FIN > latest ? FIN : latest), RDV_FIN)
  const startsEarlier = slots.some(({ DEBUT }) => DEBUT.slice(0, 10) < RDV_DEBUT.slice(0, 10))
  if (!startsEarlier && end.slice(0, 10) === RDV_DEBUT.slice(0, 10)) return ''
  if (!isDateTime(RDV_DEBUT) || !isDateTime(end)) return ''
  return startsEarlier || daysBetween(RDV_DEBUT, end) > LONG_DAYS ? end : ''
}
