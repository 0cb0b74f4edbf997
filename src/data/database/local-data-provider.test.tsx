// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useEarlyRows } from './early-rows-context.ts'
import { closeLocalData, databaseCode } from './local-data.ts'
import { LocalDataProvider, useLocalData } from './local-data-provider.tsx'
import { readFirst, tellDrawn } from './stored-first.ts'

const fake = vi.hoisted(() => ({
  identity: { companyId: 'demo', account: 'personnel:p1', impersonator: '' },
  open: vi.fn(),
  asked: vi.fn(() => null as unknown),
  weeks: vi.fn((): Promise<unknown> => Promise.resolve(null)),
  needs: vi.fn(() => Promise.resolve(true)),
  apply: vi.fn((..._given: unknown[]) => Promise.resolve(true)),
  rows: vi.fn((_reply: unknown, _covers: unknown): unknown => ({ find: () => undefined, record: () => undefined })),
}))
vi.mock('../session/first-screen.ts', () => ({ takeFirstScreen: fake.asked }))
vi.mock('../../../sync/replicate/bootstrap.ts', () => ({ needsBootstrap: fake.needs, applyBootstrap: fake.apply }))
vi.mock('../../../sync/replicate/early-rows.ts', () => ({ earlyRows: fake.rows }))
vi.mock('../session/session.tsx', () => ({ useSession: () => ({ token: 'jeton' }) }))
vi.mock('../api/config.ts', () => ({ apiBase: () => Promise.resolve('/api') }))
vi.mock('../version/service-worker.ts', () => ({ onRest: () => () => undefined }))
vi.mock('../session/use-identity.ts', () => ({ useIdentity: () => fake.identity }))
vi.mock('./read-weeks.ts', () => ({ readWeeks: fake.weeks }))
vi.mock('./look-for-loss.ts', () => ({ lookForLoss: () => Promise.resolve() }))
vi.mock('../seal/seal-accounts.ts', () => ({
  sealAllAccounts: () => Promise.resolve(),
  sealOtherAccounts: () => Promise.resolve(),
}))
vi.mock('./local-data.ts', async (original) => ({ ...(await original<object>()), openLocalData: fake.open }))

/** The dedicated workers that were made, and what each was told. */
let workers: { options: WorkerOptions | undefined; told: { type: string }[] }[] = []

// Loading takes real time, which these tests do not wait for.
beforeAll(async () => {
  await Promise.all([databaseCode(), import('../seal/seal-accounts.ts')])
})
beforeEach(() => {
  vi.useFakeTimers()
  fake.asked.mockReset().mockReturnValue(null)
  fake.needs.mockReset().mockResolvedValue(true)
  fake.apply.mockReset().mockResolvedValue(true)
  fake.rows.mockClear()
  workers = []
  vi.stubGlobal('__BUILD_DATE__', '2026-11-20T08:00:00.000Z')
  vi.stubGlobal(
    'Worker',
    class {
      private readonly told: { type: string }[] = []
      constructor(_url: URL, options?: WorkerOptions) {
        workers.push({ options, told: this.told })
      }
      postMessage(message: { type: string }): void {
        this.told.push(message)
      }
      terminate(): void {}
    },
  )
})
afterEach(async () => {
  cleanup()
  await closeLocalData()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[WORK-1] the first screen has its data before the dedicated worker starts', async () => {
  let opened: (data: unknown) => void = () => undefined
  fake.open.mockReturnValue(
    new Promise((resolve) => {
      opened = resolve
    }),
  )
  function FirstScreen() {
    return <p>{useLocalData() === null ? 'vide' : 'données'}</p>
  }
  render(
    <LocalDataProvider>
      <FirstScreen />
    </LocalDataProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect([screen.getByText('vide') !== null, workers]).toEqual([true, []])
  await act(async () => {
    opened({ identity: fake.identity, db: {} })
    await vi.advanceTimersByTimeAsync(100)
  })
  expect([screen.getByText('données') !== null, workers]).toEqual([true, []])
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(workers).toEqual([
    {
      options: { type: 'module', name: 'lolapp-sync' },
      told: [expect.objectContaining({ type: 'start', identity: fake.identity })],
    },
  ])
})

const opened = { identity: fake.identity, db: {} }
const begun = () => workers.map(({ told }) => told.find(({ type }) => type === 'start'))

function signIn(reply: Promise<unknown>) {
  const shown = vi.fn()
  fake.open.mockResolvedValue(opened)
  fake.asked.mockReturnValue({ reply, shown })
  return { shown, screen: render(<LocalDataProvider>{null}</LocalDataProvider>) }
}

it('[PULL-8] [WORK-1] what the login asked for is applied before the worker starts, which is told so', async () => {
  let answer: (reply: unknown) => void = () => undefined
  const { shown } = signIn(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect([begun(), shown.mock.calls.length]).toEqual([[], 0])
  await act(async () => {
    answer({ status: 200 })
    await vi.advanceTimersByTimeAsync(1000)
  })
  expect(fake.apply).toHaveBeenCalledWith(opened.db, { status: 200 }, expect.any(AbortSignal))
  expect(begun()).toEqual([expect.objectContaining({ bootstrapped: true })])
  expect(shown).toHaveBeenCalled()
})

it.each([
  ['no answer', () => Promise.resolve(null)],
  ['an answer that does not come', () => new Promise(() => undefined)],
  ['another’s answer', () => Promise.resolve({ status: 200 })],
])('[PULL-8] [I12] with %s, the worker starts all the same and asks by itself', async (_what, reply) => {
  fake.apply.mockResolvedValue(false)
  signIn(reply())
  await act(() => vi.advanceTimersByTimeAsync(9000))
  expect(begun()).toEqual([expect.objectContaining({ bootstrapped: false })])
})

it('[PULL-8] [I7] a device that was synchronised before applies nothing of it', async () => {
  fake.needs.mockResolvedValue(false)
  signIn(Promise.resolve({ status: 200 }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect([fake.apply.mock.calls, begun()]).toEqual([[], [expect.objectContaining({ bootstrapped: false })]])
})

it('[PULL-8] [I10] a logout while the answer is on its way: nothing is applied, no worker starts', async () => {
  let answer: (reply: unknown) => void = () => undefined
  const { screen: left, shown } = signIn(
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  await act(() => vi.advanceTimersByTimeAsync(500))
  left.unmount()
  answer({ status: 200 })
  await vi.advanceTimersByTimeAsync(9000)
  expect([fake.apply.mock.calls, begun()]).toEqual([[], []])
  expect(shown).toHaveBeenCalled()
})

describe('drawn from IndexedDB itself', () => {
  const ROWS = { find: () => undefined, record: () => undefined }
  let seen: string[] = []
  function Screen() {
    const [first, data] = [useEarlyRows(), useLocalData()]
    const now = first && data ? 'les deux' : first ? 'lu' : data ? 'base' : 'rien'
    if (seen.at(-1) !== now) seen.push(now)
    return null
  }
  async function start(rows: Promise<unknown>, of = fake.identity): Promise<ReturnType<typeof render>> {
    seen = []
    fake.open.mockReset().mockResolvedValue(opened)
    fake.weeks.mockReset().mockReturnValue(rows)
    readFirst(of)
    const shown = render(
      <LocalDataProvider>
        <Screen />
      </LocalDataProvider>,
    )
    await act(() => vi.advanceTimersByTimeAsync(100))
    return shown
  }

  it('[WORK-12] what was read is on the page before the database opens, which then takes over', async () => {
    await start(Promise.resolve(ROWS))
    expect([seen, fake.open.mock.calls]).toEqual([['rien', 'lu'], []])
    await act(async () => {
      tellDrawn()
      await vi.advanceTimersByTimeAsync(100)
    })
    expect(seen).toEqual(['rien', 'lu', 'base'])
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(begun()).toEqual([expect.objectContaining({ bootstrapped: false })])
  })

  it('[WORK-12] a screen that draws nothing of it does not hold the database back', async () => {
    await start(Promise.resolve(ROWS))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(seen).toEqual(['rien', 'lu', 'base'])
  })

  it.each([
    ['there is nothing to read', () => Promise.resolve(null)],
    ['the reading fails', () => Promise.reject(new Error('UnknownError'))],
    ['the reading does not end', () => new Promise(() => undefined)],
  ])('[WORK-12] [WORK-9] the database opens by itself where %s', async (_what, rows) => {
    await start(rows())
    await act(() => vi.advanceTimersByTimeAsync(1100))
    expect(seen).toEqual(['rien', 'base'])
  })

  it('[WORK-12] a slow reading is shown while the database still opens, and not once it is open', async () => {
    let read: (rows: unknown) => void = () => undefined
    let open: (data: unknown) => void = () => undefined
    const slow = () =>
      new Promise((resolve) => {
        read = resolve
      })
    const turn = (act_: () => void) =>
      act(async () => {
        act_()
        await vi.advanceTimersByTimeAsync(100)
      })
    await start(slow())
    fake.open.mockReset().mockReturnValue(
      new Promise((resolve) => {
        open = resolve
      }),
    )
    await act(() => vi.advanceTimersByTimeAsync(1100))
    expect(fake.open).toHaveBeenCalledTimes(1)
    await turn(() => read(ROWS))
    expect(seen).toEqual(['rien', 'lu'])
    await turn(() => open(opened))
    expect(seen).toEqual(['rien', 'lu', 'base'])
    cleanup()
    await start(slow())
    await act(() => vi.advanceTimersByTimeAsync(1100))
    await turn(() => read(ROWS))
    expect(seen).toEqual(['rien', 'base'])
  })

  it('[WORK-12] [I10] what was read for another account is not shown', async () => {
    await start(Promise.resolve(ROWS), { ...fake.identity, account: 'personnel:p2' })
    expect(seen).toEqual(['rien', 'base'])
  })

  it('[WORK-12] [PULL-8] after a login the answer is shown, and nothing older', async () => {
    fake.asked.mockReturnValueOnce({
      reply: new Promise(() => undefined),
      isNew: Promise.resolve(false),
      shown: vi.fn(),
    })
    await start(Promise.resolve(ROWS))
    expect(seen).toEqual(['rien', 'base'])
  })

  it('[WORK-12] [I10] a logout meanwhile: nothing is shown, no database opens', async () => {
    let read: (rows: unknown) => void = () => undefined
    const left = await start(
      new Promise((resolve) => {
        read = resolve
      }),
    )
    left.unmount()
    read(ROWS)
    await vi.advanceTimersByTimeAsync(3000)
    expect([seen, begun()]).toEqual([['rien'], []])
  })
})

describe('from memory, on a new phone', () => {
  /** What each render gave the screens. */
  let seen: string[] = []
  let mounts = 0
  function Screen() {
    const [first, data] = [useEarlyRows(), useLocalData()]
    useEffect(() => void mounts++, [])
    const now = first && data ? 'les deux' : first ? 'mémoire' : data ? 'base' : 'rien'
    if (seen.at(-1) !== now) seen.push(now)
    return null
  }
  const screens = (
    <LocalDataProvider>
      <Screen />
    </LocalDataProvider>
  )
  let answer: (reply: unknown) => void
  let open: (data: unknown) => void
  let store: (stored: boolean) => void
  const isNew = { value: Promise.resolve(true) }
  const turn = (act_: () => void, ms = 100) =>
    act(async () => {
      act_()
      await vi.advanceTimersByTimeAsync(ms)
    })

  function logIn() {
    seen = []
    mounts = 0
    const reply = new Promise((resolve) => {
      answer = resolve
    })
    fake.asked.mockReturnValueOnce({ reply, isNew: isNew.value, shown: vi.fn() })
    fake.open.mockReturnValue(
      new Promise((resolve) => {
        open = resolve
      }),
    )
    fake.apply.mockReturnValue(
      new Promise((resolve) => {
        store = resolve
      }),
    )
    return render(screens)
  }
  afterEach(() => {
    isNew.value = Promise.resolve(true)
    fake.identity = { companyId: 'demo', account: 'personnel:p1', impersonator: '' }
  })
  const reply = { status: 200 }

  it('[PULL-8] [SYN-07] the answer is shown before the database is open; no screen finds the database without it', async () => {
    logIn()
    await turn(() => answer(reply))
    expect(seen).toEqual(['rien', 'mémoire'])
    expect(fake.rows).toHaveBeenCalledWith(reply, expect.objectContaining({ person: 'p1', from: expect.any(String) }))
    await turn(() => open(opened))
    expect(seen).toEqual(['rien', 'mémoire'])
    await turn(() => store(true))
    expect(seen).toEqual(['rien', 'mémoire', 'base'])
  })

  it('[PULL-8] [I2] once the database is open to the screens, where something may have been entered, it alone answers', async () => {
    logIn()
    await turn(() => open(opened))
    await turn(() => answer(reply))
    expect(seen).toEqual(['rien', 'base'])
    await turn(() => store(true))
    expect(seen).toEqual(['rien', 'base'])
    expect(fake.apply).toHaveBeenCalled()
  })

  it('[PULL-8] [I2] nothing from memory where this device had something of the account, or nobody answered', async () => {
    isNew.value = Promise.resolve(false)
    logIn()
    await turn(() => answer(reply))
    await turn(() => open(opened))
    await turn(() => store(true))
    cleanup()
    isNew.value = Promise.resolve(true)
    logIn()
    await turn(() => answer(null))
    await turn(() => open(opened))
    expect([seen, fake.rows.mock.calls]).toEqual([['rien', 'base'], []])
  })

  it('[PULL-8] what could not be stored ends with the memory, and the worker asks again', async () => {
    logIn()
    await turn(() => answer(reply))
    fake.apply.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    await turn(() => open(opened), 1000)
    expect(seen).toEqual(['rien', 'mémoire', 'base'])
    expect(begun()).toEqual([expect.objectContaining({ bootstrapped: false })])
  })

  it('[PULL-8] [I10] an answer that comes too late to be stored is not shown', async () => {
    logIn()
    await turn(() => open(opened), 9000)
    await turn(() => answer(reply))
    expect(seen).toEqual(['rien', 'base'])
  })

  it('[PULL-8] [I10] another account that logs in sees nothing of it, also on a screen that stays', async () => {
    const { rerender } = logIn()
    await turn(() => answer(reply))
    expect([seen, mounts]).toEqual([['rien', 'mémoire'], 1])
    fake.identity = { ...fake.identity, account: 'personnel:p2' }
    seen = []
    fake.open.mockReturnValue(new Promise(() => undefined))
    rerender(
      <LocalDataProvider>
        <Screen />
      </LocalDataProvider>,
    )
    await turn(() => undefined)
    expect([seen, mounts]).toEqual([['rien'], 2])
    // Nor does what comes of the former login.
    await turn(() => open(opened))
    expect(seen).toEqual(['rien'])
  })

  it('[PULL-8] [I10] a logout while it is on its way: it is shown to nobody', async () => {
    logIn().unmount()
    fake.open.mockReturnValue(new Promise(() => undefined))
    render(screens)
    await turn(() => answer(reply))
    expect(seen).toEqual(['rien'])
  })
})
