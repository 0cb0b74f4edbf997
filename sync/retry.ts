import { firstValueFrom, fromEvent, type Observable, race, Subject, timer } from 'rxjs'

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
