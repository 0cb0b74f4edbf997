// @vitest-environment jsdom
import * as Type from 'typebox'
import { beforeEach, expect, it, vi } from 'vitest'
import { HEADER, SERVER_MARK } from '../../../schemas/protocol.ts'
import { setRefusalHandler } from '../../data/api/api.ts'
import { STORAGE_KEYS, sessionStore } from '../../data/session/session-store.ts'
import { failureText } from '../../ui/notices/notices.tsx'
import { companyApi } from './company-api.ts'

const askReauth = vi.hoisted(() => vi.fn())
vi.mock('../second-factor/reauth-dialog.tsx', () => ({ askReauth }))

const server = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
const ended = vi.fn()
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { [HEADER.server]: SERVER_MARK, 'Content-Type': 'application/json' },
  })
const Saved = Type.Object({ HOST: Type.String() })
const save = () => companyApi.write('PUT', '/entreprise/smtp', { data: Saved, body: { HOST: 'mail.fr' } })

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', server)
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  const account = { kind: 'personnel', id: 'p1', roles: [], agences: [], personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' } }
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 'jeton', expiresAt: null, account }))
  sessionStore.reload()
  setRefusalHandler(ended)
})

it('[ERR-01] a director who must prove again who they are stays logged in, and the call goes on after the dialog', async () => {
  let proven = false
  askReauth.mockImplementation(async () => {
    proven = true
    return true
  })
  server.mockImplementation(async (url) => {
    if (url === '/config.json') return json(404, {})
    return proven ? json(200, { data: { HOST: 'mail.fr' } }) : json(403, { code: 'REAUTH_REQUIRED', message: 'x' })
  })
  expect(await save()).toEqual({ HOST: 'mail.fr' })
  expect(askReauth).toHaveBeenCalledOnce()
  expect(ended).not.toHaveBeenCalled()
})

it('[ERR-01] a director whose call is not theirs to make reads the server’s reason and stays logged in; an ended session still ends', async () => {
  const message = 'Cette personne a des droits que vous n’avez pas.'
  const answers = [json(403, { code: 'UNAUTHORIZED', message }), json(401, { code: 'UNAUTHENTICATED', message: 'x' })]
  server.mockImplementation(async (url) => (url === '/config.json' ? json(404, {}) : (answers.shift() as Response)))
  const error = await save().catch((reason: unknown) => reason)
  expect(failureText(error)).toEqual({ title: 'Non autorisé', messages: [message] })
  expect(ended).not.toHaveBeenCalled()
  await save().catch(() => undefined)
  expect(ended).toHaveBeenCalledOnce()
})
