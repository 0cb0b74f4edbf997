import { instantOf, isInstant, saidInstant, wallClock } from '../../schemas/dates.ts'
import type { WriteContext } from './write-types.ts'

type Clocks = Pick<WriteContext, 'now'> & { mutation: Pick<WriteContext['mutation'], 'sentAt'> }

/** Less is the way of the call, and no fault of a clock. */
const SAME_CLOCK_MS = 60_000

/** By how much the caller's clock is behind the server's; 0 where the two agree, or where the caller did not say. */
function behindMs({ mutation: { sentAt }, now }: Clocks): number {
  if (typeof sentAt !== 'string' || !isInstant(sentAt)) return 0
  const behind = now.getTime() - Date.parse(sentAt)
  return Math.abs(behind) > SAME_CLOCK_MS ? behind : 0
}

/**
 * The time of an act by the server's clock: the device says when it was by its own, which may be wrong by hours. Times that the server gave are compared
 * with it: a quote that is sent after a signature must not count as sent before it (PUSH-14).
 */
export function saidTime(ctx: Clocks, value: unknown): string {
  const behind = behindMs(ctx)
  if (behind === 0 || typeof value !== 'string' || !isInstant(value)) return saidInstant(value, ctx.now)
  const time = new Date(Date.parse(value) + behind).toISOString()
  return saidInstant(time, ctx.now)
}

/** The same of a time on the company's wall clock. One that no calendar has, or the hour that spring skips, is the server's. */
export function saidWall(ctx: Clocks & Pick<WriteContext, 'zone'>, value: string): string {
  const instant = instantOf(value, ctx.zone)
  const latest = wallClock(ctx.now, ctx.zone)
  if (instant === null) return latest
  // Unchanged where the clocks agree: in the hour that autumn repeats, an instant would be one of two.
  if (behindMs(ctx) === 0) return value < latest ? value : latest
  return wallClock(new Date(saidTime(ctx, instant.toISOString())), ctx.zone)
}
