// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../schemas/errors.ts'
import { callApi, isAborted, isOffline, setRefusalHandler } from './api.ts'
import { pendingRequests } from './pending-requests.ts'
import { STORAGE_KEYS, sessionStore } from './session-store.ts'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const failure = async (call: Promise<unknown>): Promise<AppError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) throw new Error(`Expected an AppError, got ${String(error)}`)
  return error
}

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  const account = { kind: 'personnel', id: 'p1', roles: [], agences: [], personnel: {} }
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 'jeton', expiresAt: null, account }))
  sessionStore.reload()
  setRefusalHandler(() => undefined)
})

const answer = (response: () => Promise<Response>): void => {
  server.mockImplementation((url) => (url === '/config.json' ? Promise.resolve(json(404, {})) : response()))
}

describe('a foreground call', () => {
  it('sends Accept, bearer and Company-Key, arrays in bracket notation, and unwraps data', async () => {
    answer(() => Promise.resolve(json(200, { data: [1] })))
    expect(await callApi('/rdvs', { query: { idsPersonnel: ['a', 'b'], vide: undefined } })).toEqual([1])
    const [url, init] = server.mock.calls.at(-1) ?? []
    expect(decodeURIComponent(url ?? '')).toBe('/api/rdvs?idsPersonnel[]=a&idsPersonnel[]=b')
    expect(init?.headers).toMatchObject({
      Accept: 'application/json',
      Authorization: 'Bearer jeton',
      'Company-Key': 'c1',
    })
  })

  it('[ERR-03] an error carries its code and the response body, and the loading bar is cleared', async () => {
    const body = { code: 'CONFLICT', message: 'Déjà pris.', current: { id: 1 } }
    answer(() => Promise.resolve(json(409, body)))
    const running = callApi('/clients')
    expect(pendingRequests.get()).toBe(1)
    const error = await failure(running)
    expect([error.code, error.message]).toEqual(['CONFLICT', 'Déjà pris.'])
    expect(error.details).toEqual({ status: 409, body })
    expect(pendingRequests.get()).toBe(0)
  })

  it.each([
    ['a page of HTML', () => Promise.resolve(new Response('<html>', { status: 502 })), 'INTERNAL'],
    [
      'broken JSON',
      () => Promise.resolve(new Response('{', { headers: { 'Content-Type': 'application/json' } })),
      'INTERNAL',
    ],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'UNAVAILABLE'],
  ] as const)('[ERR-03] %s is a French error and clears the loading bar', async (_name, response, code) => {
    answer(response)
    const error = await failure(callApi('/clients'))
    expect(error.code).toBe(code)
    expect(isOffline(error)).toBe(code === 'UNAVAILABLE')
    expect(pendingRequests.get()).toBe(0)
  })

  it('[ERR-04] a cancelled call gives « Request aborted »', async () => {
    const abort = new AbortController()
    answer(() => Promise.reject(new DOMException('stop', 'AbortError')))
    abort.abort()
    const error = await failure(callApi('/clients', { signal: abort.signal }))
    expect(error.message).toBe('Request aborted')
    expect(isAborted(error)).toBe(true)
  })

  it.each([401, 403])('[ERR-01] a %i ends the session, unless the caller shows it itself', async (status) => {
    const ended = vi.fn()
    setRefusalHandler(ended)
    answer(() => Promise.resolve(json(status, { code: status === 401 ? 'UNAUTHENTICATED' : 'UNAUTHORIZED' })))
    await failure(callApi('/clients', { ownRefusal: true }))
    expect(ended).not.toHaveBeenCalled()
    await failure(callApi('/clients'))
    expect(ended).toHaveBeenCalledOnce()
  })
})
