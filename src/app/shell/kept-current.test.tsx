// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, render } from '@testing-library/react'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { apply } from '../../../sync/apply/apply.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { SessionProvider } from '../../data/session/session.tsx'
import { sessionStore } from '../../data/session/session-store.ts'
import { accountOf, type Company, type Personnel } from '../../data/session/stored-session.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { KeptCurrent } from './kept-current.tsx'

const fake = vi.hoisted(() => ({ isAdminHost: false }))
vi.mock('../../data/api/host.ts', async (original) => ({
  ...(await original<object>()),
  isAdminHost: () => fake.isAdminHost,
}))
const held: { db?: LocalDatabase } = {}
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => (held.db ? held : null) }))

const COMPANY = { id: 'demo', key: 'demo', NOM: 'Démo', ASSURANCE: 'Décennale 2025' } as Company
const me = (more: object): Personnel =>
  ({
    ...newRecord(entityOf('personnel'), {}),
    IDPERSONNEL: 'moi',
    NOM: 'Roy',
    NOM_COMPLET: 'Roy',
    INITIALES: 'R',
    ROLES: ['commercial'],
    IDAGENCE: 'lyon',
    ...more,
  }) as unknown as Personnel

const server = { company: COMPANY as object, person: me({}), asked: [] as string[], unreachable: false }
let seq = 0
/** What a pull brings. */
async function pulled(person: Personnel): Promise<void> {
  seq += 1
  const record = { ...person, VERSION: seq } as never
  await apply(held.db as LocalDatabase, 'personnel', {
    states: [{ id: person.IDPERSONNEL, seq, epoch: 'e', record }],
  })
}
const asked = (path: string): number => server.asked.filter((one) => one === path).length
const account = () => sessionStore.get().auth?.account
const layout = (lastSync: string | null) => (
  <SessionProvider>
    <SyncContext value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, lastSync } }}>
      <KeptCurrent />
    </SyncContext>
  </SessionProvider>
)

beforeAll(async () => {
  const identity = { companyId: 'demo', account: 'personnel:moi', impersonator: '' }
  held.db = await openLocalDatabase(identity, { multiInstance: false, storage: getRxStorageMemory() as never })
})
afterAll(() => held.db?.close())

beforeEach(async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (server.unreachable) throw new TypeError('Failed to fetch')
    const path = new URL(url, location.origin).pathname.replace(/^\/api/, '')
    server.asked.push(path)
    const data = {
      '/lolapp/start': server.company,
      '/personnels/moi': server.person,
      '/datacache': { ROLE: [], AGENCES: [{ IDAGENCES: 'brest', NOM_AGENCE: 'Brest' }] },
    }[path]
    return Response.json({ data }, { headers: { 'lolapp-server': 'lolapp' } })
  })
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  fake.isAdminHost = false
  Object.assign(server, { company: COMPANY, person: me({}), asked: [], unreachable: false })
  sessionStore.setCompany(COMPANY)
  sessionStore.setAuth({ token: 't', expiresAt: null, account: accountOf(me({})) })
  await pulled(me({}))
})

it('[TEN-06] [TEN-07] somebody whose role and agency were changed works with them as soon as their own record comes', async () => {
  render(layout(null))
  await new Promise((resolve) => setTimeout(resolve, 50))
  // A colleague's record and one's own as it is known ask for nothing.
  await pulled(me({ IDPERSONNEL: 'autre', ROLES: ['assistant'] }))
  expect(server.asked).toEqual([])
  server.person = me({ ROLES: ['commercial_director'], IDAGENCE: 'brest' })
  await act(() => pulled(server.person))
  await expect
    .poll(account)
    .toMatchObject({ roles: ['commercial_director'], agences: ['brest'], personnel: { IDAGENCE: 'brest' } })
  expect(sessionStore.get().labels.agences).toEqual([{ id: 'brest', name: 'Brest' }])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked('/personnels/moi')).toBe(1)
})

it('a record that is older here than what the session knows takes nothing away, and asks once', async () => {
  server.person = me({ ROLES: ['metreur'] })
  sessionStore.setAuth({ token: 't', expiresAt: null, account: accountOf(server.person) })
  render(layout(null))
  await expect.poll(() => asked('/personnels/moi')).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(account()).toMatchObject({ roles: ['metreur'] })
  expect(asked('/personnels/moi')).toBe(1)
})

it('[ENT-09] the company that papers name follows a round of the synchronisation, once in some minutes', async () => {
  server.company = { ...COMPANY, ASSURANCE: 'Décennale 2026' }
  let clock = Date.now() + 60 * 60_000
  const now = vi.spyOn(Date, 'now').mockImplementation(() => clock)
  const shown = render(layout('2026-11-27T08:00:00.000Z'))
  await expect.poll(() => sessionStore.get().company?.ASSURANCE).toBe('Décennale 2026')
  clock += 60_000
  shown.rerender(layout('2026-11-27T08:01:00.000Z'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(asked('/lolapp/start')).toBe(1)
  clock += 5 * 60_000
  shown.rerender(layout('2026-11-27T08:06:00.000Z'))
  await expect.poll(() => asked('/lolapp/start')).toBe(2)
  now.mockRestore()
})

it('[ENT-09] they follow when somebody looks at the page again, and stay where there is no answer', async () => {
  const look = async (visibility: 'hidden' | 'visible'): Promise<void> => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  let clock = Date.now() + 6 * 60 * 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  render(layout(null))
  await look('hidden')
  expect(server.asked).toEqual([])
  server.company = { ...COMPANY, ASSURANCE: 'Décennale 2026' }
  await look('visible')
  await expect.poll(() => sessionStore.get().company?.ASSURANCE).toBe('Décennale 2026')
  clock += 60_000
  await look('visible')
  expect(asked('/lolapp/start')).toBe(1)

  server.unreachable = true
  clock += 10 * 60_000
  await look('visible')
  expect(sessionStore.get().company?.ASSURANCE).toBe('Décennale 2026')
  expect(account()).toMatchObject({ roles: ['commercial'] })

  // A clock that was set to an earlier hour does not hold it back.
  Object.assign(server, { unreachable: false, company: COMPANY })
  clock -= 24 * 60 * 60_000
  await look('visible')
  await expect.poll(() => sessionStore.get().company?.ASSURANCE).toBe(COMPANY.ASSURANCE)
  vi.restoreAllMocks()
})

it('[AUT-07] asks for nothing by itself during an impersonation: the server would take it for somebody at work', async () => {
  fake.isAdminHost = true
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * 60 * 60_000)
  render(layout('2026-11-27T08:00:00.000Z'))
  await act(() => pulled(me({ ROLES: ['metreur'] })))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.asked).toEqual([])
  now.mockRestore()
})
