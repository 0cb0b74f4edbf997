// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Me } from '../../schemas/space/cards.ts'
import { isOffline, setRefusalHandler } from '../data/api/api.ts'
import { fetchFile } from '../data/records/use-files.ts'
import { fetchSealKey } from '../data/seal/seal-key.ts'
import { askAdmin, logoutAdmin, openAdminSession } from '../data/session/admin-actions.ts'
import { adminSession } from '../data/session/admin-session.ts'
import { startClientSession } from '../data/session/client-session.ts'
import { factorsOf, loginSteps, proveSteps } from '../data/session/second-factor.ts'
import { askStaff, openStaffSession, refreshAccount, refreshCompany } from '../data/session/session-actions.ts'
import { sessionStore } from '../data/session/session-store.ts'
import type { Company, Personnel, StoredAuth } from '../data/session/stored-session.ts'
import { refreshOffered } from '../domain/map/packs/packs.ts'
import { geocode } from '../domain/map/use-geocoding.ts'
import { impersonate } from '../features/admin/accounts/impersonation.ts'
import { adminApi } from '../features/admin/online/admin-api.ts'
import { askLoginCode, giveLoginCode } from '../features/login/space-codes.ts'
import { askSpace } from '../features/space/ask-space.ts'
import { noteView } from '../features/space/note-view.ts'

/** One of each kind of call, on a line where something else answers in place of the server: the device's data must stay unchanged. */

const keepKey = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('../../sync/device/accounts.ts', () => ({ keepKey }))

const COMPANY = { id: 'c1', key: 'demo', NOM: 'Démo' } as Company
const personnel = { IDPERSONNEL: 'p1', NOM: 'Roy', PRENOM: 'Camille' } as Personnel
const AUTH: StoredAuth = {
  token: 'jeton',
  expiresAt: null,
  account: { kind: 'personnel', id: 'p1', personnel, roles: ['commercial'], agences: [] },
}
const ISSUED = {
  token: 'neuf',
  tokenable_type: 'personnel',
  tokenable_id: 'p1',
  company_id: 'c1',
  expires_at: '2027-01-01T00:00:00Z',
} as const
const identity = { companyId: 'c1', account: 'personnel:p1', impersonator: '' }

const html = (status: number) => (): Response =>
  new Response('<!doctype html><h1>Bienvenue à l’hôtel</h1>', { status, headers: { 'content-type': 'text/html' } })
const LINES: Record<string, () => Response> = {
  'a portal’s page': html(200),
  'a maintenance page': html(503),
  'a proxy’s 401': html(401),
  'a proxy’s 403': html(403),
  'a proxy’s 404': html(404),
  'another server’s JSON': () => Response.json({ data: { id: 'x', token: 't', message: 'ok' } }),
  'another server’s refusal': () => Response.json({ code: 'UNAUTHENTICATED', message: 'Qui ?' }, { status: 401 }),
}

/** Calls that a person waits for: each reports that it got no answer. */
const ASKING: Record<string, () => Promise<unknown>> = {
  login: () => askStaff({ MAIL: 'a@b.fr', password: 'x' }),
  'opening a session': () => openStaffSession(ISSUED),
  'the key of the seal': () => fetchSealKey(identity),
  'an administrator’s login': () => askAdmin({ email: 'a@b.fr', password: 'x' }),
  'opening an administrator’s session': () => openAdminSession({ ...ISSUED, tokenable_type: 'admin' }),
  'a second factor': () => loginSteps.answer('question', { code: '123456' }),
  'a key’s question': () => loginSteps.signed('question'),
  'a proof': () => proveSteps.give(undefined, { password: 'x' }),
  'the factors': () => factorsOf(undefined).read(),
  'a new factor': () => factorsOf(undefined).beginTotp(),
  'a factor that goes': () => factorsOf(undefined).removeTotp(),
  impersonation: () => impersonate({ kind: 'personnel', id: 'p2', companyId: 'c2', name: 'Zoé' }),
  'the admin area, one': () => adminApi.one('/admin/users/a1', Me),
  'the admin area, a list': () => adminApi.list('/admin/users', Me),
  'the admin area, a deletion': () => adminApi.remove('/admin/users/a1'),
  'a customer’s code': () => askLoginCode('0639980001'),
  'a customer’s login': () => giveLoginCode({ challenge: 'c', PORTABLE: '0639980001', CODE: '123456' }),
  'the customer’s space': () => askSpace(Me, '/space/client'),
  'a file of the drive': () => fetchFile({ id: 'f1', projectId: 'j1', origin: 'document', sha256: 'a'.repeat(64) }),
}

/** Calls in the background: nothing of the device's data may be lost by them. */
const BEHIND: Record<string, () => Promise<unknown>> = {
  'the company': async () => expect(await refreshCompany()).toEqual({ state: 'unreachable' }),
  'the account': refreshAccount,
  'the detailed maps': refreshOffered,
  'a geocoding': async () => expect(await geocode(null, 'Lyon')).toEqual([]),
  'a quote that was read': () => noteView('d1'),
  'an administrator’s logout': logoutAdmin,
}

const stored = (): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...localStorage }).filter(([key]) => !key.startsWith('lolapp.admin')))

let line: () => Response
const ended = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', async (url: string) => (url === '/config.json' ? new Response('', { status: 404 }) : line()))
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  // A login sends the browser's name, whatever the answer.
  localStorage.setItem('lolapp.app.appareil', 'navigateur')
  setRefusalHandler(ended)
  sessionStore.setCompany(COMPANY)
  sessionStore.setAuth(AUTH)
  adminSession.set({ token: 'admin', expiresAt: null, user: { id: 'a1', name: 'Ada', email: 'ada@b.fr' } })
})

describe.each(Object.keys(LINES))('[ANSWER-1] on a line with %s', (name) => {
  beforeEach(() => {
    line = LINES[name] as () => Response
  })

  it.each(Object.keys(ASKING))('%s reports that there is no connection, and changes nothing', async (asking) => {
    const [session, device] = [sessionStore.get(), stored()]
    const error = await ASKING[asking]?.().then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(isOffline(error)).toBe(true)
    expect(sessionStore.get()).toEqual(session)
    expect(stored()).toEqual(device)
    expect(adminSession.get()?.token).toBe('admin')
    expect([ended, keepKey].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })

  it.each(Object.keys(BEHIND))('%s stays unchanged', async (behind) => {
    const [session, device] = [sessionStore.get(), stored()]
    await BEHIND[behind]?.()
    expect(sessionStore.get()).toEqual(session)
    expect(stored()).toEqual(device)
    expect(ended).not.toHaveBeenCalled()
  })

  it('a customer who has just given their code is signed in, without the name that greets them', async () => {
    await startClientSession({ ...ISSUED, tokenable_type: 'client', tokenable_id: 'k1' })
    expect(sessionStore.get().auth).toMatchObject({ token: 'neuf', account: { kind: 'client', id: 'k1', name: '' } })
  })
})

describe('[ANSWER-2] an answer of our server about somebody else', () => {
  const ours = (data: unknown) => (): Response => Response.json({ data }, { headers: { 'lolapp-server': 'lolapp' } })

  it.each([
    ['another company', () => refreshCompany(), { id: 'c2', key: 'autre', NOM: 'Autre' }],
    ['another person', () => refreshAccount(), { IDPERSONNEL: 'p2', NOM: 'Blanc', ROLE: [], AGENCES: [] }],
  ])('(%s) does not open another local database', async (_name, ask, data) => {
    line = ours(data)
    const session = sessionStore.get()
    await ask()
    expect(sessionStore.get()).toEqual(session)
  })
})
