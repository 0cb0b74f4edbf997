// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi } from '../data/api/api.ts'
import { nothing } from '../data/api/shape.ts'
import { startClientSession } from '../data/session/client-session.ts'
import { enterStaff } from '../data/session/session-actions.ts'
import { sessionStore } from '../data/session/session-store.ts'
import { accountOf, type Company, type Personnel } from '../data/session/stored-session.ts'
import { startSession } from './boot.ts'

const here = vi.hoisted(() => ({ isAdminHost: false, wiped: [] as unknown[] }))
vi.mock('../data/api/host.ts', async (original) => ({
  ...(await original<typeof import('../data/api/host.ts')>()),
  isAdminHost: () => here.isAdminHost,
}))
vi.mock('../data/api/seen-store.ts', () => ({ wipeSeen: async (owner: unknown) => void here.wiped.push(owner) }))
vi.mock('./router.tsx', () => ({ router: { navigate: async ({ href }: { href: string }) => void went.push(href) } }))
vi.mock('../ui/notices/notices.tsx', () => ({
  notices: { failure: () => void said.push('failure'), error: (_: string, title: string) => void said.push(title) },
}))
vi.mock('../data/database/local-data.ts', () => ({ openLocalData: async () => ({}), closeLocalData: async () => {} }))
vi.mock('../data/seal/seal-key.ts', () => ({ fetchSealKey: async () => undefined }))

const COMPANY = { id: 'c1', key: 'demo', NOM: 'Démo' } as Company
const person = (id: string): Personnel => ({ IDPERSONNEL: id, NOM: id, ROLES: ['commercial'] }) as unknown as Personnel
const ISSUED = { token: 'jeton-b', tokenable_id: 'b', company_id: 'c1', expires_at: '2027-01-01T00:00:00Z' } as const

const { went, said } = vi.hoisted(() => ({ went: [] as string[], said: [] as string[] }))
/** What the server says of the person who calls. */
let me: Personnel
/** Calls to the server: method, path, and whose token. */
let calls: string[]
let refusal: { status: number; code: string }
/** What the device shows, and whether its browser still receives pushes. */
const device = { shown: ['« Rendez-vous demain, Mme Petit »'], subscribed: true }

beforeEach(async () => {
  went.length = said.length = 0
  me = person('a')
  Object.assign(here, { isAdminHost: false, wiped: [] })
  vi.stubEnv('PROD', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('indexedDB', { databases: async () => [] })
  Object.assign(device, { shown: ['« Rendez-vous demain, Mme Petit »'], subscribed: true })
  const subscription = {
    endpoint: 'https://push.example.com/navigateur',
    toJSON: () => ({ endpoint: 'https://push.example.com/navigateur' }),
    unsubscribe: async () => {
      device.subscribed = false
      return true
    },
  }
  const registration = {
    getNotifications: async () => device.shown.map(() => ({ close: () => device.shown.pop() })),
    pushManager: { getSubscription: async () => (device.subscribed ? subscription : null) },
  }
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { getRegistration: async () => registration, ready: Promise.resolve(registration) },
  })
  calls = []
  vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
    const path = new URL(url, location.origin).pathname.replace(/^\/api/, '')
    calls.push(`${method} ${path} ${(headers as Record<string, string>).Authorization ?? ''}`)
    const answer = { headers: { 'lolapp-server': 'lolapp' } }
    if (path === '/refuse') return Response.json({ code: refusal.code }, { ...answer, status: refusal.status })
    if (path === '/logout' || path.startsWith('/push/')) return new Response(null, { ...answer, status: 204 })
    const data = {
      '/lolapp/start': COMPANY,
      '/personnels/a': me,
      '/personnels/b': person('b'),
      '/datacache': { ROLE: [], AGENCES: [] },
      '/space/client': { IDCLIENT: 'k1', NOM: 'Petit', PRENOM: 'Zoé' },
    }[path]
    return Response.json({ data }, answer)
  })
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  sessionStore.setCompany(COMPANY)
  sessionStore.setAuth({ token: 'jeton-a', expiresAt: null, account: accountOf(person('a')) })
})

const logouts = (): string[] => calls.filter((call) => call.includes('/logout'))
const refused = async (): Promise<void> => {
  await startSession()
  await callApi('/refuse', nothing).catch(() => undefined)
  await expect.poll(() => sessionStore.get().auth).toBeNull()
}

describe('[ERR-01] [PWA-03] a session that ends by a refusal', () => {
  it('of one call (403) ends on the server too: nothing more is pushed to this device, and nothing stays shown', async () => {
    refusal = { status: 403, code: 'UNAUTHORIZED' }
    await refused()
    await expect.poll(() => device.shown).toEqual([])
    await expect.poll(logouts).toEqual(['POST /logout Bearer jeton-a'])
  })

  it.each([
    ['which the server has ended itself', { status: 401, code: 'UNAUTHENTICATED' }],
    ['which may still send', { status: 403, code: 'NO_ROLE' }],
  ])('(%s) leaves the server alone, and nothing shown', async (_name, why) => {
    refusal = why
    await refused()
    await expect.poll(() => device.shown).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(logouts()).toEqual([])
  })
})

describe('[ERR-01] a call that is refused because rights were taken away meanwhile', () => {
  beforeEach(() => {
    refusal = { status: 403, code: 'UNAUTHORIZED' }
  })
  const call = (): Promise<unknown> => callApi('/refuse', nothing).catch(() => undefined)

  it('ends no session: the person reads so, and is on the first screen', async () => {
    await startSession()
    me = { ...person('a'), ROLES: ['technician'] }
    await Promise.all([call(), call()])
    await expect.poll(() => said).toContain('Vous n’avez plus accès')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(new Set(said)).toEqual(new Set(['Vous n’avez plus accès']))
    expect(new Set(went)).toEqual(new Set(['/']))
    expect(sessionStore.get().auth).toMatchObject({ token: 'jeton-a', account: { roles: ['technician'] } })
    expect(logouts()).toEqual([])
  })

  it('the same where the device has heard of the new rights already, once the call was sent', async () => {
    await startSession()
    const sent = call()
    const auth = { token: 'jeton-a', expiresAt: null }
    me = { ...person('a'), ROLES: ['technician'] }
    sessionStore.setAuth({ ...auth, account: accountOf(me) })
    await sent
    await expect.poll(() => said).toEqual(['Vous n’avez plus accès'])
    expect(sessionStore.get().auth?.token).toBe('jeton-a')
  })
})

describe('[AUT-07] an administrator’s place that ends by a refusal leaves nothing behind, as the button to leave does', () => {
  beforeEach(() => {
    here.isAdminHost = true
    refusal = { status: 401, code: 'UNAUTHENTICATED' }
  })

  it('of a customer: what their pages read goes', async () => {
    sessionStore.setAuth({
      token: 'jeton-k',
      expiresAt: null,
      account: { kind: 'client', id: 'k1', name: 'Zoé Petit' },
    })
    await refused()
    await expect.poll(() => here.wiped).toEqual([{ companyId: 'c1', clientId: 'k1' }])
  })

  it('of a member of the staff: the company’s names and what was typed go with the session', async () => {
    sessionStore.setLabels({ roles: [], agences: [{ id: 'lyon', name: 'Lyon' }] })
    localStorage.setItem('lolapp.app.agence', '"lyon"')
    sessionStorage.setItem('lolapp.brouillon.client/1', '{"NOM":"Petit"}')
    await refused()
    const { company, labels } = sessionStore.get()
    expect({ company, labels }).toEqual({ company: null, labels: { roles: [], agences: [] } })
    for (const key of ['lolapp.entreprise', 'lolapp.roles', 'lolapp.app.agence', 'lolapp.app.compte'])
      expect(localStorage.getItem(key), key).toBeNull()
    expect(sessionStorage.getItem('lolapp.brouillon.client/1')).toBeNull()
  })
})

it('[ERR-01] what somebody was typing on their own company’s host stays for them', async () => {
  refusal = { status: 401, code: 'UNAUTHENTICATED' }
  localStorage.setItem('lolapp.app.agence', '"lyon"')
  await refused()
  expect(localStorage.getItem('lolapp.app.agence')).toBe('"lyon"')
})

describe('[PWA-03] who comes after a session that ended by itself reads nothing of the former person', () => {
  beforeEach(() => sessionStore.setAuth(null))

  it('a colleague: what is shown goes, and this browser is theirs', async () => {
    await enterStaff({ ...ISSUED, tokenable_type: 'personnel' })
    await expect.poll(() => device.shown).toEqual([])
    await expect.poll(() => calls).toContain('POST /push/subscribe Bearer jeton-b')
    // [AUT-08] What they left unsent elsewhere is asked for.
    await expect.poll(() => calls).toContain('GET /sync/left_behind Bearer jeton-b')
    expect(device.subscribed).toBe(true)
  })

  it('a customer: what is shown goes, and nothing more is pushed', async () => {
    await startClientSession({ ...ISSUED, tokenable_type: 'client', tokenable_id: 'k1' })
    await expect.poll(() => device.shown).toEqual([])
    await expect.poll(() => device.subscribed).toBe(false)
    expect(sessionStore.get().auth?.account.kind).toBe('client')
  })
})
