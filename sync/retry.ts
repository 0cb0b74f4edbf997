import { joinSignals } from './join-signals.ts'

/**
 * Full-jitter back-off: attempt 0 waits up to 0.5 s, doubling to 8 s. Jitter prevents that all devices call a recovered server at the same time; the
 * cap lets the queue empty within 10 s of a recovery that no browser event announces (I12).
 */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  Math.round(random() * Math.min(8_000, 500 * 2 ** Math.min(attempt, 10)))

/** Waits, or returns at once when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

/** Why a bell rang: there is new work, or the cause of the failures may be over. */
export type Ring = 'work' | 'healed'

/** `ring` ends the present wait, or the next one when nobody waits. */
export interface Bell {
  ring: (why?: Ring) => void
  /** @returns why it rang, undefined when the time was up first */
  wait: (ms: number, signal: AbortSignal) => Promise<Ring | undefined>
}

export function createBell(): Bell {
  let rung: Ring | undefined
  let wake: (() => void) | undefined
  return {
    ring: (why = 'work') => {
      if (rung !== 'healed') rung = why
      wake?.()
    },
    wait: async (ms, signal) => {
      if (rung === undefined) {
        const woken = new AbortController()
        wake = () => woken.abort()
        const either = joinSignals(signal, woken.signal)
        await pause(ms, either.signal)
        either.release()
        wake = undefined
      }
      const why = rung
      rung = undefined
      return why
    },
  }
}
