// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askFirstScreen, forgetFirstScreen, takeFirstScreen } from './first-screen.ts'

const identity = { companyId: 'c1', account: 'personnel:p1', impersonator: '' }
const login = { identity, token: 'jeton' }
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (): Response =>
  Response.json({ data: { rdv: [] } }, { headers: { 'lolapp-epoch': 'e1', 'lolapp-server': '1' } })

beforeEach(() => {
  localStorage.setItem('lolapp.config', JSON.stringify({ apiBase: '/api' }))
  fetched.mockReset().mockImplementation(async () => answer())
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => fetched(String(url), init))
})
afterEach(() => {
  forgetFirstScreen()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Calls of the API, without the app's settings. */
const calls = () => fetched.mock.calls.filter(([url]) => url.includes('/api/'))

it('[PULL-8] [WORK-4] a login asks at once, for its own account', async () => {
  askFirstScreen(login)
  await vi.waitFor(() => expect(calls()).toHaveLength(1))
  const [[url, init] = []] = calls()
  expect(new URL(String(url)).pathname).toBe('/api/sync/bootstrap')
  expect(init?.headers).toMatchObject({
    authorization: 'Bearer jeton',
    'company-key': 'c1',
    'lolapp-account': 'personnel:p1',
  })
  const taken = takeFirstScreen(login)
  expect(await taken?.reply).toMatchObject({ status: 200, body: { data: { rdv: [] } } })
})

it('[PULL-8] [I10] its answer is for that session alone, and for one use', () => {
  askFirstScreen(login)
  expect(takeFirstScreen({ ...login, token: 'autre' })).toBeNull()
  for (const other of [{ companyId: 'c2' }, { account: 'personnel:p2' }, { impersonator: 'admin:a1' }])
    expect(takeFirstScreen({ ...login, identity: { ...identity, ...other } })).toBeNull()
  expect(takeFirstScreen(login)).not.toBeNull()
  expect(takeFirstScreen(login)).toBeNull()
})

it('[PULL-8] [I10] a logout, a failed login or the next one forgets it, and ends its call', async () => {
  fetched.mockImplementation(() => new Promise(() => undefined))
  askFirstScreen(login)
  await vi.waitFor(() => expect(calls()).toHaveLength(1))
  forgetFirstScreen()
  expect([takeFirstScreen(login), calls()[0]?.[1].signal?.aborted]).toEqual([null, true])
  askFirstScreen(login)
  askFirstScreen({ identity: { ...identity, account: 'personnel:p2' }, token: 'le sien' })
  expect(takeFirstScreen(login)).toBeNull()
})

it('[PULL-8] an answer that nobody took is not kept, and that time forgets no later one', async () => {
  vi.useFakeTimers()
  askFirstScreen(login)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(takeFirstScreen(login)).toBeNull()
  askFirstScreen(login)
  expect(takeFirstScreen(login)).not.toBeNull()
  askFirstScreen({ ...login, token: 'neuf' })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(takeFirstScreen({ ...login, token: 'neuf' })).not.toBeNull()
})

it('[PULL-8] [I2] it says whether this device had nothing of the account, as it was before the local database is opened', async () => {
  askFirstScreen(login)
  const first = takeFirstScreen(login)
  expect(await first?.isNew).toBe(true)
  const opening = indexedDB.open('lolapp-c1-personnel_p1-files')
  const stored = await new Promise<IDBDatabase>((resolve) => {
    opening.onsuccess = () => resolve(opening.result)
  })
  stored.close()
  askFirstScreen(login)
  expect([await first?.isNew, await takeFirstScreen(login)?.isNew]).toEqual([true, false])
  vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('no storage'))
  askFirstScreen({ ...login, identity: { ...identity, account: 'personnel:p3' } })
  expect(await takeFirstScreen({ ...login, identity: { ...identity, account: 'personnel:p3' } })?.isNew).toBe(false)
  vi.restoreAllMocks()
})

it('[PULL-8] with no network there is simply no answer', async () => {
  fetched.mockRejectedValue(new TypeError('no network'))
  askFirstScreen(login)
  expect(await takeFirstScreen(login)?.reply).toBeNull()
})
