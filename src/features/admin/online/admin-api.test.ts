// @vitest-environment jsdom
import * as Type from 'typebox'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../../schemas/errors.ts'
import { HEADER, SERVER_MARK } from '../../../../schemas/protocol.ts'
import { adminSession } from '../../../data/session/admin-session.ts'
import { adminApi } from './admin-api.ts'

const headers = { 'Content-Type': 'application/json', [HEADER.server]: SERVER_MARK }
const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const answer = (status: number, body: unknown): void => {
  server.mockImplementation((url) =>
    Promise.resolve(
      url === '/config.json'
        ? new Response(null, { status: 404 })
        : new Response(JSON.stringify(body), { status, headers }),
    ),
  )
}
const Row = Type.Object({ id: Type.String() })

beforeEach(() => {
  server.mockReset()
  vi.stubGlobal('fetch', server)
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  adminSession.set({ token: 'jeton', expiresAt: null, user: { id: 'a1', name: 'Ada', email: 'ada@example.com' } })
})

describe('the administrators’ client', () => {
  it('asks with the administrator’s own token, and gives the rows with their total', async () => {
    answer(200, { data: [{ id: 'x', more: 1 }], total: 12 })
    expect(await adminApi.list('/admin/users', Row, { query: { sortDesc: true } })).toMatchObject({
      data: [{ id: 'x' }],
      total: 12,
    })
    const [url, init] = server.mock.calls.at(-1) ?? []
    expect(url).toBe('/api/admin/users?sortDesc=true')
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer jeton' })
  })

  it.each([{ data: [{ id: 1 }] }, { data: {} }, [], 'bonjour'])(
    '[ANSWER-1] an answer that was not declared (%j) is an error',
    async (body) => {
      answer(200, body)
      await expect(adminApi.list('/admin/users', Row)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    },
  )

  it('[AUT-05] a 401 ends the administrator’s session, a 403 does not', async () => {
    answer(403, { code: 'UNAUTHORIZED', message: 'Non.' })
    await expect(adminApi.one('/admin/users/a1', Row)).rejects.toBeInstanceOf(AppError)
    expect(adminSession.get()?.token).toBe('jeton')
    answer(401, { code: 'UNAUTHENTICATED', message: 'Qui ?' })
    await expect(adminApi.one('/admin/users/a1', Row)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect([adminSession.get(), localStorage.getItem('lolapp.admin')]).toEqual([null, null])
  })

  it('[OUT-11] sends the VERSION that an edit is based on', async () => {
    answer(200, { data: { id: 'x' } })
    await adminApi.write('PUT', '/admin/personnels/p1', { data: Row, body: {}, seen: 7 })
    expect(server.mock.calls.at(-1)?.[1].headers).toMatchObject({ 'If-Match': '"7"' })
  })

  it('[ANSWER-1] a 401 that is not our server’s does not end the session', async () => {
    const page = new Response('<html>', { status: 401, headers: { 'Content-Type': 'text/html' } })
    server.mockImplementation(() => Promise.resolve(page))
    await expect(adminApi.one('/admin/users/a1', Row)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(adminSession.get()?.token).toBe('jeton')
  })

  it('sends a picture’s bytes unchanged', async () => {
    answer(200, { data: { id: 'x' } })
    const body = new Blob(['octets'])
    await adminApi.write('PUT', '/admin/company/c1/pictures/logo', { data: Row, body })
    const [, init] = server.mock.calls.at(-1) ?? []
    expect(init?.body).toBe(body)
    expect(init?.headers).toMatchObject({ 'Content-Type': 'application/octet-stream' })
  })
})
