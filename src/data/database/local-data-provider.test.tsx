// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeLocalData } from './local-data.ts'
import { LocalDataProvider, useLocalData } from './local-data-provider.tsx'

const fake = vi.hoisted(() => ({
  identity: { companyId: 'demo', account: 'personnel:p1', impersonator: '' },
  open: vi.fn(),
  asked: vi.fn(() => null as unknown),
  needs: vi.fn(() => Promise.resolve(true)),
  apply: vi.fn((..._given: unknown[]) => Promise.resolve(true)),
}))
vi.mock('../session/first-screen.ts', () => ({ takeFirstScreen: fake.asked }))
vi.mock('../../../sync/replicate/bootstrap.ts', () => ({ needsBootstrap: fake.needs, applyBootstrap: fake.apply }))
vi.mock('../session/session.tsx', () => ({ useSession: () => ({ token: 'jeton' }) }))
vi.mock('../api/config.ts', () => ({ apiBase: () => Promise.resolve('/api') }))
vi.mock('../version/service-worker.ts', () => ({ onRest: () => () => undefined }))
vi.mock('../session/use-identity.ts', () => ({ useIdentity: () => fake.identity }))
vi.mock('./look-for-loss.ts', () => ({ lookForLoss: () => Promise.resolve() }))
vi.mock('../seal/seal-accounts.ts', () => ({
  sealAllAccounts: () => Promise.resolve(),
  sealOtherAccounts: () => Promise.resolve(),
}))
vi.mock('./local-data.ts', async (original) => ({ ...(await original<object>()), openLocalData: fake.open }))

/** The dedicated workers that were made, and what each was told. */
let workers: { options: WorkerOptions | undefined; told: { type: string }[] }[] = []

beforeEach(() => {
  vi.useFakeTimers()
  fake.asked.mockReset().mockReturnValue(null)
  fake.needs.mockReset().mockResolvedValue(true)
  fake.apply.mockReset().mockResolvedValue(true)
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
