import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLocks } from '../tests/support/lock-manager.ts'
import { electLeader, LED_ELSEWHERE, type LeaderInput, leadOnce } from './leader.ts'
import { createBell, pause } from './retry.ts'
import { watchOpenings } from './stuck-opening.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  for (const end of ends.splice(0)) await end()
})

/** The channels of one phone: what one of them says, the others hear at once. A real one says it when the machine has the time. */
function channelsOfPhone(): () => BroadcastChannel {
  const open = new Set<EventTarget>()
  return () => {
    const one = new EventTarget()
    open.add(one)
    const postMessage = (data: unknown): void => {
      for (const other of open) if (other !== one) other.dispatchEvent(new MessageEvent('message', { data }))
    }
    return Object.assign(one, { postMessage, close: () => void open.delete(one) }) as unknown as BroadcastChannel
  }
}

/** Elects in a realm of its own; the election is ended after the test. */
function elect(given: Partial<LeaderInput> & Pick<LeaderInput, 'lead'>): void {
  const stop = new AbortController()
  const { channel = new BroadcastChannel('leader-test') } = given
  const locks = createLocks().clientOf('realm')
  const elected = electLeader({ name: 'one', signal: stop.signal, locks, ...given, channel })
  ends.push(async () => {
    stop.abort()
    await elected
    channel.close()
  })
}
const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()))

it('[WORK-9] a lead that fails is reported and tried again, by itself or at once when somebody asks', async () => {
  const broken = new Error('Connection to Indexed Database server lost')
  const failures: unknown[] = []
  const bell = createBell()
  let leads = 0
  elect({
    bell,
    onFailure: (error) => {
      failures.push(error)
      bell.ring()
    },
    lead: (signal) => {
      leads += 1
      return leads <= 3 ? Promise.reject(broken) : untilStopped(signal)
    },
  })
  await expect.poll(() => leads).toBe(4)
  expect(failures).toEqual([broken, broken, broken])
})

it('[WORK-9] a lead that ends at once is not tried in a tight loop: each next one waits longer', async () => {
  // A jitter of 1: the longest wait each time.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  const waits: number[] = []
  let leads = 0
  elect({
    bell: {
      ring: () => undefined,
      wait: async (ms, signal) => {
        waits.push(ms)
        if (waits.length === 7) await untilStopped(signal)
        return undefined
      },
    },
    lead: () => {
      leads += 1
      return Promise.resolve()
    },
  })
  await expect.poll(() => waits.length).toBe(7)
  expect(leads).toBe(7)
  expect(waits).toEqual([2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000])
})

it('[WORK-9] a lead that failed has given its lock back: another realm leads meanwhile', async () => {
  const phone = createLocks()
  let other = false
  elect({ locks: phone.clientOf('broken'), lead: () => Promise.reject(new Error('no room')) })
  elect({
    locks: phone.clientOf('whole'),
    lead: (signal) => {
      other = true
      return untilStopped(signal)
    },
  })
  await expect.poll(() => other).toBe(true)
})

describe('a leader that is still opening its local database', () => {
  const TIMES = { beatEvery: 20, silence: 200 }

  /** The first realm leads with this opening, which never ends; @returns how often the second one has led after five of its silence limits. */
  async function ledBySecond(open: (onProgress: () => void, signal: AbortSignal) => Promise<void>): Promise<number> {
    vi.useFakeTimers()
    const channel = channelsOfPhone()
    // A realm knows its own locks by its first client; both realms are this one here.
    const locks = createLocks().clientOf('realm')
    const openings = watchOpenings(100)
    let began = false
    elect({
      ...TIMES,
      locks,
      channel: channel(),
      isStuck: openings.isStuck,
      lead: (signal) => {
        began = true
        return openings.during((onProgress) => open(onProgress, signal))
      },
    })
    await vi.advanceTimersByTimeAsync(0)
    expect(began).toBe(true)
    let leads = 0
    elect({
      ...TIMES,
      locks,
      channel: channel(),
      lead: (signal) => {
        leads += 1
        return untilStopped(signal)
      },
    })
    await vi.advanceTimersByTimeAsync(1000)
    return leads
  }

  it('[WORK-2] [WORK-9] [I12] falls silent once it makes no more progress, and another realm leads', async () => {
    expect(await ledBySecond(() => new Promise(() => undefined))).toBe(1)
  })

  it('[WORK-2] [WORK-9] keeps the lead as long as it makes progress', async () => {
    const migrate = async (onProgress: () => void, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        await pause(30, signal)
        onProgress()
      }
    }
    expect(await ledBySecond(migrate)).toBe(0)
  })
})

it('[WORK-2] [I12] a clock that is set back while others wait does not keep a silent leader', async () => {
  vi.useFakeTimers()
  const channel = channelsOfPhone()
  const times = { locks: createLocks().clientOf('realm'), beatEvery: 20, silence: 200 }
  let began = false
  elect({
    ...times,
    channel: channel(),
    isStuck: () => true,
    lead: (signal) => {
      began = true
      return untilStopped(signal)
    },
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toBe(true)
  let led = false
  elect({
    ...times,
    channel: channel(),
    lead: (signal) => {
      led = true
      return untilStopped(signal)
    },
  })
  await vi.advanceTimersByTimeAsync(20)
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(700)
  expect(led).toBe(true)
})

it('[WORK-9] an opening hangs after a time without progress, and not once it has ended or failed', async () => {
  vi.useFakeTimers()
  const openings = watchOpenings(20)
  await openings.during(() => Promise.resolve())
  await openings.during(() => Promise.reject(new Error('no room'))).catch(() => undefined)
  await vi.advanceTimersByTimeAsync(40)
  expect(openings.isStuck()).toBe(false)
  let end: () => void = () => undefined
  const former = openings.during(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  void openings.during(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(20)
  expect(openings.isStuck()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(openings.isStuck()).toBe(true)
  // That a former one ends at last says nothing of the latest.
  end()
  await former
  expect(openings.isStuck()).toBe(true)
})

it('[WORK-8] [WORK-2] elects and leads where the browser has no AbortSignal.any', async () => {
  const any = AbortSignal.any
  ends.push(() => Promise.resolve(void Object.assign(AbortSignal, { any })))
  Object.assign(AbortSignal, { any: undefined })
  let led = false
  elect({
    lead: (signal) => {
      led = true
      return untilStopped(signal)
    },
  })
  await expect.poll(() => led).toBe(true)
})

it('[WORK-2] [PULL-8] one act of a leader: only while nobody leads, and whoever is elected waits for its end', async () => {
  const phone = createLocks()
  const { signal } = new AbortController()
  const order: string[] = []
  let end: () => void = () => undefined
  const acting = leadOnce({ name: 'one', signal, locks: phone.clientOf('tab') }, async () => {
    await new Promise<void>((resolve) => {
      end = resolve
    })
    order.push('acted')
    return 'done'
  })
  elect({
    // A realm knows its own locks by its first client.
    locks: phone.clientOf('realm'),
    lead: (leading) => {
      order.push('led')
      return untilStopped(leading)
    },
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(order).toEqual([])
  end()
  expect(await acting).toBe('done')
  await expect.poll(() => order).toEqual(['acted', 'led'])
  const late = await leadOnce({ name: 'one', signal, locks: phone.clientOf('tab') }, async () => order.push('late'))
  expect([late, order]).toEqual([LED_ELSEWHERE, ['acted', 'led']])
})

it('[WORK-2] [PULL-8] an act whose lock was stolen ends before its next write', async () => {
  const phone = createLocks()
  let given: AbortSignal | undefined
  const acting = leadOnce(
    { name: 'one', signal: new AbortController().signal, locks: phone.clientOf('frozen') },
    (signal) => {
      given = signal
      return untilStopped(signal)
    },
  )
  await expect.poll(() => given).toBeDefined()
  const stolen = phone.clientOf('other').request('lolapp:one', { steal: true }, async () => undefined)
  await expect(acting).rejects.toThrow('stolen')
  expect(given?.aborted).toBe(true)
  await stolen
})
