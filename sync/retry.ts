import { firstValueFrom, fromEvent, type Observable, race, Subject, timer } from 'rxjs'

/**
 * Full-jitter back-off: attempt 0 waits up to 0.5 s, doubling to 8 s. Jitter prevents that all devices call a recovered server at the same time; the
 * cap lets the queue empty within 10 s of a recovery that no browser event announces (I12).
 */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  Math.round(random() * Math.min(8_000, 500 * 2 ** Math.min(attempt, 10)))

/** Resolves with the first of the streams that says something, or that the signal is aborted; at once when it is. */
const firstOf = async (signal: AbortSignal, ...streams: Observable<unknown>[]): Promise<void> => {
  if (!signal.aborted) await firstValueFrom(race(fromEvent(signal, 'abort'), ...streams))
}

/** Waits, or returns at once when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> => firstOf(signal, timer(ms))

/** Why a bell rang: there is new work, or the cause of the failures may be over. */
export type Ring = 'work' | 'healed'

/** `ring` ends the present wait, or the next one when nobody waits. */
export interface Bell {
  ring: (why?: Ring) => void
  /** @returns why it rang, undefined when the time was up first */
  wait: (ms: number, signal: AbortSignal) => Promise<Ring | undefined>
}

export function createBell(): Bell {
  const rings = new Subject<void>()
  let rung: Ring | undefined
  return {
    ring: (why = 'work') => {
      if (rung !== 'healed') rung = why
      rings.next()
    },
    wait: async (ms, signal) => {
      if (rung === undefined) await firstOf(signal, rings, timer(ms))
      const why = rung
      rung = undefined
      return why
    },
  }
}
