// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { HEADER, SERVER_MARK } from '../../../schemas/protocol.ts'
import { STORAGE_KEYS, sessionStore } from '../session/session-store.ts'
import { callApi, fetchBytes, isAborted, isOffline, setRefusalHandler } from './api.ts'
import { pendingRequests } from './pending-requests.ts'
import { isNumber, isPdf, isText, listOf, nothing, objectOf } from './shape.ts'

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const ours = { [HEADER.server]: SERVER_MARK }
const JSON_TYPE = { 'Content-Type': 'application/json' }
const HTML_TYPE = { 'Content-Type': 'text/html; charset=utf-8' }
const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...ours, ...JSON_TYPE } })
const isClients = listOf(objectOf({ NOM: isText }))
const failure = async (call: Promise<unknown>): Promise<AppError> => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof AppError)) return expect.fail(`Expected an AppError, got ${String(error)}`)
  return error
}

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  const personnel = { IDPERSONNEL: 'p1', NOM: 'Roy' }
  const account = { kind: 'personnel', id: 'p1', roles: [], agences: [], personnel }
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
    expect(await callApi('/rdvs', listOf(isNumber), { query: { idsPersonnel: ['a', 'b'], vide: undefined } })).toEqual([
      1,
    ])
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
    const running = callApi('/clients', isClients)
    expect(pendingRequests.get()).toBe(1)
    const error = await failure(running)
    expect([error.code, error.message]).toEqual(['CONFLICT', 'Déjà pris.'])
    expect(error.details).toEqual({ status: 409, body })
    expect(pendingRequests.get()).toBe(0)
  })

  it('[ERR-03] no network is a French error and clears the loading bar', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await failure(callApi('/clients', isClients))
    expect([error.code, isOffline(error), pendingRequests.get()]).toEqual(['UNAVAILABLE', true, 0])
  })

  it('[ERR-04] a cancelled call gives « Request aborted »', async () => {
    const abort = new AbortController()
    answer(() => Promise.reject(new DOMException('stop', 'AbortError')))
    abort.abort()
    const error = await failure(callApi('/clients', isClients, { signal: abort.signal }))
    expect(error.message).toBe('Request aborted')
    expect(isAborted(error)).toBe(true)
  })

  it.each([401, 403])('[ERR-01] a %i ends the session, unless the caller shows it itself', async (status) => {
    const ended = vi.fn()
    setRefusalHandler(ended)
    answer(() => Promise.resolve(json(status, { code: status === 401 ? 'UNAUTHENTICATED' : 'UNAUTHORIZED' })))
    await failure(callApi('/clients', isClients, { ownRefusal: true }))
    expect(ended).not.toHaveBeenCalled()
    await failure(callApi('/clients', isClients))
    expect(ended).toHaveBeenCalledOnce()
  })

  it('[ERR-01] a 403 that asks for the password again ends no session, whoever calls', async () => {
    const ended = vi.fn()
    setRefusalHandler(ended)
    answer(() => Promise.resolve(json(403, { code: 'REAUTH_REQUIRED', message: 'Confirmez.' })))
    expect((await failure(callApi('/clients', isClients))).code).toBe('REAUTH_REQUIRED')
    expect(ended).not.toHaveBeenCalled()
  })
})

const PAGE = '<!doctype html><title>Bienvenue</title>'
const foreign = (status: number, body: string, headers: Record<string, string> = HTML_TYPE) =>
  [`${status} ${headers['Content-Type']}`, () => new Response(body, { status, headers })] as const

describe('an answer that is not ours', () => {
  it.each([
    foreign(200, PAGE),
    foreign(401, PAGE),
    foreign(403, PAGE),
    foreign(404, PAGE),
    foreign(500, PAGE),
    foreign(502, PAGE),
    foreign(200, '{"data":[{"NOM":"Durand"}]}', JSON_TYPE),
    foreign(401, '{"code":"UNAUTHENTICATED","message":"Identifiez-vous"}', JSON_TYPE),
    foreign(403, '{"code":"UNAUTHORIZED","message":"Interdit"}', JSON_TYPE),
    foreign(404, '{"code":"NOT_FOUND","message":"Rien"}', JSON_TYPE),
  ])(
    '[ANSWER-1] %s is no answer: as with no network, nobody is logged out, its words are not shown',
    async (_name, response) => {
      const ended = vi.fn()
      setRefusalHandler(ended)
      answer(async () => response())
      const error = await failure(callApi('/clients', isClients))
      expect([error.code, isOffline(error)]).toEqual(['UNAVAILABLE', true])
      expect(error.message).toMatch(/^Pas de connexion/)
      expect(ended).not.toHaveBeenCalled()
      expect(sessionStore.get().auth?.token).toBe('jeton')
      expect(pendingRequests.get()).toBe(0)
    },
  )

  it('[ANSWER-1] a call never follows a redirect to another address', async () => {
    answer(async () => json(200, { data: [] }))
    await callApi('/clients', isClients)
    expect(server.mock.calls.at(-1)?.[1].redirect).toBe('error')
  })

  it.each([
    ['a page', new Response(PAGE, { headers: { ...ours, ...HTML_TYPE } })],
    ['a body that was cut', new Response('{"data":[{"NO', { headers: { ...ours, ...JSON_TYPE } })],
    ['an error without a code', new Response('{}', { status: 401, headers: { ...ours, ...JSON_TYPE } })],
  ])('[ANSWER-1] %s under our headers is no answer either', async (_name, response) => {
    const ended = vi.fn()
    setRefusalHandler(ended)
    answer(async () => response)
    expect(isOffline(await failure(callApi('/clients', isClients)))).toBe(true)
    expect(ended).not.toHaveBeenCalled()
  })

  it.each([
    ['an object in place of a list', { data: { NOM: 'Durand' } }],
    ['a field of another kind', { data: [{ NOM: 12 }] }],
    ['nothing', undefined],
  ])('[ANSWER-1] %s is never data, and is reported as unreadable', async (_name, body) => {
    answer(async () => json(200, body))
    const error = await failure(callApi('/clients', isClients))
    expect([error.code, error.message]).toEqual(['UNAVAILABLE', expect.stringMatching(/illisible/)])
  })

  it('[ANSWER-1] a former version of the server, which has no mark, is known by its epoch', async () => {
    const headers = { ...JSON_TYPE, [HEADER.epoch]: 'e1' }
    answer(async () => new Response('{"data":[{"NOM":"Durand"}]}', { headers }))
    expect(await callApi('/clients', isClients)).toEqual([{ NOM: 'Durand' }])
  })

  it('[ANSWER-1] a PDF is recognised by its type, and an answer without a body gives undefined', async () => {
    const pdf = { ...ours, 'Content-Type': 'application/pdf' }
    answer(async () => new Response('%PDF-1.7', { headers: pdf }))
    expect((await callApi('/devis/1/pdf', isPdf)).type).toBe('application/pdf')
    answer(async () => json(200, { data: {} }))
    expect((await failure(callApi('/devis/1/pdf', isPdf))).code).toBe('UNAVAILABLE')
    expect((await failure(callApi('/logout', nothing))).code).toBe('UNAVAILABLE')
    answer(async () => new Response(null, { status: 204, headers: ours }))
    expect(await callApi('/logout', nothing)).toBeUndefined()
  })

  it('[ANSWER-1] a portal’s page, or other bytes than the wanted ones, are refused as bytes of a file', async () => {
    answer(async () => new Response(PAGE, { headers: HTML_TYPE }))
    expect(isOffline(await failure(fetchBytes('/api/files/1')))).toBe(true)
    answer(async () => new Response('abc', { headers: ours }))
    expect(isOffline(await failure(fetchBytes('/api/files/1', ({ length }) => length === 4)))).toBe(true)
    expect([...(await fetchBytes('/api/files/1', ({ length }) => length === 3))]).toEqual([97, 98, 99])
  })
})
