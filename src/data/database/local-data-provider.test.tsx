// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LocalDataProvider, useLocalData } from './local-data-provider.tsx'

const fake = vi.hoisted(() => ({
  identity: { companyId: 'demo', account: 'personnel:p1', impersonator: '' },
  open: vi.fn(),
}))
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
afterEach(() => {
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
