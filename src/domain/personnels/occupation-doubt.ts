import { minutesBetween } from '../../../schemas/dates.ts'
import { occupationText as text } from '../../text/occupation.ts'
import { formatAgo } from '../../ui/format/format.ts'
import type { UnseenTimes } from './use-unseen-times.ts'

/** Older times are dated. A device with network asks every five minutes. */
const OLD_MINUTES = 15

/** What a screen must say of these days, so that nobody takes an unknown time for a free one; null when all is known. @param now wall clock */
export function occupationDoubt(
  unseen: UnseenTimes | undefined,
  { from, to, now }: { from: string; to: string; now: string },
): string | null {
  if (!unseen) return null
  const { known } = unseen
  if (!known) return text.none
  if (from < known.from || to > known.to) return text.window(known.from, known.to)
  return minutesBetween(known.at, now) > OLD_MINUTES ? text.old(formatAgo(known.at, now)) : null
}
