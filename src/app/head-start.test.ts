// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE_KEYS } from '../data/session/session-store.ts'

const openLocalData = vi.fn()
const readFirst = vi.fn()
/** Parts that were loaded, by their file. */
let came: string[]

const PARTS = {
  '../data/database/local-data.ts': { openLocalData },
  '../data/database/database-code.ts': {},
  '../data/database/stored-first.ts': { readFirst },
  './shell/manager-layout.tsx': { ManagerLayout: () => null },
  '../features/dashboard/dashboard-screen.tsx': { DashboardScreen: () => null },
  '../features/agenda/agenda-screen.tsx': { AgendaScreen: () => null },
  '../features/agenda/calendar/time-grid.tsx': { TimeGrid: () => null },
}

const COMPANY = { id: 'demo', key: 'demo', NOM: 'Démo' }
const STAFF = {
  kind: 'personnel',
  id: 'p1',
  roles: ['commercial'],
  agences: [],
  personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' },
}
const CUSTOMER = { kind: 'client', id: 'c1', name: 'Zoé Martin' }

async function start(path: string, account: object | null): Promise<void> {
  if (account) localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 't', expiresAt: null, account }))
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify(COMPANY))
  window.history.replaceState(null, '', path)
  await import('./head-start.ts')
  await vi.dynamicImportSettled()
}

describe('the head start of a page', () => {
  beforeEach(() => {
    localStorage.clear()
    came = []
    openLocalData.mockReset().mockResolvedValue({})
    readFirst.mockReset()
    vi.resetModules()
    for (const [file, exported] of Object.entries(PARTS))
      vi.doMock(file, () => {
        if (!file.includes('stored-first')) came.push(/([^/]+)\.tsx?$/.exec(file)?.[1] ?? file)
        return exported
      })
  })

  it.each([
    ['/manager', ['dashboard-screen', 'database-code', 'local-data', 'manager-layout']],
    ['/', ['dashboard-screen', 'database-code', 'local-data', 'manager-layout']],
    ['/manager/client/c1', ['database-code', 'local-data', 'manager-layout']],
  ])('[AUT-09] of a member of the staff on %s: their database opens, %o are loaded', async (path, parts) => {
    await start(path, STAFF)
    await expect.poll(() => came.toSorted()).toEqual(parts)
    await expect.poll(() => openLocalData).toHaveBeenCalled()
    expect(openLocalData.mock.calls).toEqual([[{ companyId: 'demo', account: 'personnel:p1', impersonator: '' }]])
  })

  it('[AUT-09] [WORK-12] the agenda of a member of the staff is read by itself; the database and its code come later', async () => {
    await start('/manager/agenda', STAFF)
    await expect.poll(() => came.toSorted()).toEqual(['agenda-screen', 'manager-layout', 'time-grid'])
    expect(readFirst.mock.calls).toEqual([[{ companyId: 'demo', account: 'personnel:p1', impersonator: '' }]])
    expect(openLocalData).not.toHaveBeenCalled()
  })

  it.each([
    ['/manager/agenda', null],
    ['/login/manager', STAFF],
    ['/managers', STAFF],
    ['/space', CUSTOMER],
    ['/manager', CUSTOMER],
  ])('on %s for nobody else, nothing is loaded (%o)', async (path, account) => {
    await start(path, account)
    expect([openLocalData.mock.calls, readFirst.mock.calls]).toEqual([[], []])
    expect(came).toEqual([])
  })

  it.each([
    ['/login/manager', ['dashboard-screen', 'database-code', 'local-data', 'manager-layout']],
    [
      '/login/manager?redirect=%2Fmanager%2Fagenda',
      ['agenda-screen', 'database-code', 'local-data', 'manager-layout', 'time-grid'],
    ],
  ])('[AUT-09] on %s the screens come that a login will show, %o, and no database opens', async (path, parts) => {
    await start(path, null)
    await expect.poll(() => came.toSorted()).toEqual(parts)
    expect(openLocalData).not.toHaveBeenCalled()
  })

  it('the failure of a database that does not open is reported where it is needed, not here', async () => {
    openLocalData.mockRejectedValue(new Error('full'))
    await start('/manager', STAFF)
    await expect.poll(() => openLocalData).toHaveBeenCalledOnce()
  })
})
