import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToWorker } from '../../../sync/worker-protocol.ts'
import { type KeptWorker, keepWorker, type WorkerLike } from './keep-worker.ts'

const START: ToWorker = {
  type: 'start',
  identity: { companyId: 'demo', account: 'personnel:1', impersonator: '' },
  token: 't',
  base: '/api',
  device: 'd',
  version: 'v',
}

interface FakeWorker extends WorkerLike {
  told: ToWorker[]
  ended: boolean
}

let made: FakeWorker[]
let kept: KeptWorker | undefined
const alive = (worker: FakeWorker | undefined): void => worker?.onmessage?.({ data: { type: 'alive' } } as MessageEvent)

/** A random value that gives the longest wait each time. */
function keep(make?: () => void): void {
  kept = keepWorker({
    random: () => 1,
    make: () => {
      make?.()
      const worker: FakeWorker = {
        told: [],
        ended: false,
        onmessage: null,
        onerror: null,
        onmessageerror: null,
        postMessage: (message: ToWorker) => void worker.told.push(message),
        terminate: () => {
          worker.ended = true
        },
      }
      made.push(worker)
      return worker
    },
  })
  kept.tell(START)
}

beforeEach(() => {
  vi.useFakeTimers()
  made = []
})
afterEach(() => {
  kept?.end()
  vi.useRealTimers()
})

it.each([
  ['an error that nobody caught, or a script that did not load', (one: FakeWorker) => one.onerror?.({} as ErrorEvent)],
  ['a message that cannot be read', (one: FakeWorker) => one.onmessageerror?.({} as MessageEvent)],
])('[WORK-9] a worker is ended and replaced after %s, and gets the last start message', (_fault, strike) => {
  keep()
  strike(made[0] as FakeWorker)
  expect(made[0]?.ended).toBe(true)
  expect(made).toHaveLength(1)
  vi.advanceTimersByTime(2000)
  expect(made).toHaveLength(2)
  expect(made[1]?.told).toEqual([START])
})

it('[WORK-9] a worker that sends no more messages is replaced; one that goes on sending them is not', () => {
  keep()
  for (let beats = 0; beats < 60; beats++) {
    alive(made[0])
    vi.advanceTimersByTime(5000)
  }
  expect(made).toHaveLength(1)
  vi.advanceTimersByTime(45_000)
  expect(made[0]?.ended).toBe(true)
  expect(made).toHaveLength(2)
})

it('[WORK-9] a worker whose script is still being loaded is given two minutes', () => {
  keep()
  vi.advanceTimersByTime(100_000)
  expect(made).toHaveLength(1)
  vi.advanceTimersByTime(40_000)
  expect(made).toHaveLength(2)
})

it('[WORK-9] a tab that was suspended does not replace its worker for the silence', () => {
  keep()
  alive(made[0])
  // The timers of a suspended tab do not run: only the clock goes on.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(8_000)
  expect(made).toHaveLength(1)
})

it('[WORK-9] workers that fail repeatedly are made after longer and longer waits, and at once on a wake', () => {
  keep()
  const waits: number[] = []
  for (let failure = 0; failure < 6; failure++) {
    const at = Date.now()
    made.at(-1)?.onerror?.({} as ErrorEvent)
    const before = made.length
    while (made.length === before) vi.advanceTimersByTime(100)
    waits.push(Date.now() - at)
  }
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 32_000])
  made.at(-1)?.onerror?.({} as ErrorEvent)
  kept?.tell({ type: 'wake' })
  expect(made.at(-1)?.told).toEqual([START])
  expect(made).toHaveLength(8)
})

it('[WORK-9] a worker that the browser could not make is tried again', () => {
  let refusals = 2
  keep(() => {
    if (refusals-- > 0) throw new DOMException('not allowed', 'SecurityError')
  })
  expect(made).toHaveLength(0)
  vi.advanceTimersByTime(6000)
  expect(made).toHaveLength(1)
  expect(made[0]?.told).toEqual([START])
})

it('[WORK-9] a replacement does not start what was stopped, and a worker that was ended is not replaced', () => {
  keep()
  kept?.tell({ type: 'stop' })
  made[0]?.onerror?.({} as ErrorEvent)
  vi.advanceTimersByTime(2000)
  expect(made[1]?.told).toEqual([])
  kept?.end()
  expect(made[1]?.ended).toBe(true)
  vi.advanceTimersByTime(600_000)
  expect(made).toHaveLength(2)
})
