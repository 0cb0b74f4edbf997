import { expect, it } from 'vitest'
import type { DeviceReport } from '../../schemas/device.ts'
import type { Values } from '../../schemas/merge.ts'
import { HEADER } from '../../schemas/protocol.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { type Caller, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { plant } from '../support/staffed-company.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const DAY_MS = 86_400_000

const report = (more: Partial<DeviceReport> = {}): DeviceReport => ({
  pending: 0,
  refused: 0,
  files: 0,
  oldest: null,
  complete: true,
  version: '2026-11-20T08:00:00.000Z',
  ...more,
})
const tell = (caller: Caller, device: string, body: unknown = report(), headers: Record<string, string> = {}) =>
  caller.put('/sync/device', body, { headers: { [HEADER.device]: device, 'user-agent': IPHONE, ...headers } })
const devicesOf = async (caller: Caller): Promise<Values[]> => (await caller.get('/sync/devices')).list
const namesOf = async (caller: Caller): Promise<unknown[]> => (await devicesOf(caller)).map((one) => one.device_id)

describeContract('the team’s devices', (server) => {
  const rowsOf = (company: ContractCompany) =>
    server().db.inTenant(company.id, (trx) => trx.selectFrom('device').selectAll().execute())
  /** Another login of the same person; `end` logs it out. */
  const login = async (
    company: ContractCompany,
    id: string,
    more: { expiresAt?: string; impersonator?: string } = {},
  ) => {
    const { app } = server()
    const who = { kind: 'personnel', accountId: id, companyId: company.id, deviceId: null } as const
    const { token } = await app.sessions.open({ ...who, ...more })
    const caller = callerOf(app, token)
    return { ...caller, end: () => caller.post('/logout', undefined) }
  }

  it('[WORK-7] [MGR-21] report their last synchronisation and their pending entries, for directors and assistants', async () => {
    const company = await server().company()
    const before = Date.now()
    expect((await tell(company.as('camille'), 'tel')).status).toBe(204)
    const [known] = await devicesOf(company.as('alice'))
    expect(known).toEqual({
      IDPERSONNEL: 'camille',
      NOM_COMPLET: expect.stringContaining('camille') as unknown,
      device_id: 'tel',
      agent: 'iPhone · Safari',
      version: '2026-11-20T08:00:00.000Z',
      connected: true,
      reported_at: known?.synced_at,
      synced_at: known?.synced_at,
      pending: 0,
      refused: 0,
      files: 0,
      oldest: null,
    })
    // The server's time, within one second of the database's.
    expect(Date.parse(known?.synced_at as string)).toBeGreaterThan(before - 1000)
    const oldest = '2026-11-20T10:00:00.000Z'
    await tell(company.as('camille'), 'tel', report({ complete: false, pending: 2, refused: 1, files: 3, oldest }))
    const [later, ...others] = await devicesOf(company.as('alice'))
    expect(others).toEqual([])
    // Between two rounds the pending entries may change, but not the time of the last whole round.
    expect(later).toMatchObject({ pending: 2, refused: 1, files: 3, oldest, synced_at: known?.synced_at })
    expect(Date.parse(later?.reported_at as string)).toBeGreaterThanOrEqual(Date.parse(known?.reported_at as string))
  })

  it('[WORK-7] a device without a finished round has never synchronised; no clock makes an entry older than ten years or younger than now', async () => {
    const company = await server().company()
    await tell(
      company.as('camille'),
      'tel',
      report({ complete: false, pending: 1, oldest: '0000-01-01T00:00:00.000Z' }),
    )
    const [old] = await devicesOf(company.as('alice'))
    expect(old).toMatchObject({ synced_at: null, pending: 1 })
    expect(Date.now() - Date.parse(old?.oldest as string)).toBeLessThan(3651 * DAY_MS)
    await tell(company.as('camille'), 'tel', report({ pending: 1, oldest: '2999-01-01T00:00:00.000Z' }))
    const [young] = await devicesOf(company.as('alice'))
    expect(Date.parse(young?.oldest as string)).toBeLessThanOrEqual(Date.now())
  })

  it('[SEC] [AUT-10] [AUT-11] are seen by directors and assistants of the person’s agencies, and by nobody of another company', async () => {
    const [ours, theirs] = [await server().company(), await server().company()]
    await server().db.inTenant(ours.id, async (trx) => {
      await plant(trx, 'personnel', { IDPERSONNEL: 'nomade', NOM: 'Nomade', ROLES: ['technician'], IDCOMPANY: ours.id })
    })
    for (const name of ['camille', 'theo', 'bruno'] as const) await tell(ours.as(name), `tel-${name}`)
    await tell(await login(ours, 'nomade'), 'tel-nomade')
    expect((await namesOf(ours.as('diane'))).sort()).toEqual(['tel-camille', 'tel-nomade', 'tel-theo'])
    expect((await namesOf(ours.as('alice'))).sort()).toEqual(['tel-camille', 'tel-nomade', 'tel-theo'])
    expect((await namesOf(ours.as('bruno'))).sort()).toEqual(['tel-bruno', 'tel-nomade'])
    expect(await namesOf(ours.as('zoe'))).toHaveLength(4)
    for (const name of ['camille', 'marc', 'theo'] as const) {
      expect((await ours.as(name).get('/sync/devices')).status).toBe(403)
    }
    for (const name of ['diane', 'zoe'] as const) expect(await devicesOf(theirs.as(name))).toEqual([])
    expect((await server().app.inject({ url: '/api/sync/devices' })).statusCode).toBe(401)
  })

  it('[WORK-7] [AUT-08] disappear with a logout, unless unsent entries stay on them: then the list shows those', async () => {
    const company = await server().company()
    const alice = company.as('alice')
    const [idle, busy] = [await login(company, 'camille'), await login(company, 'colin')]
    await tell(idle, 'tel-camille')
    await tell(busy, 'tel-colin', report({ pending: 1, files: 1, oldest: '2026-11-20T10:00:00.000Z' }))
    expect(await namesOf(alice)).toHaveLength(2)
    expect([(await idle.end()).status, (await busy.end()).status]).toEqual([204, 204])
    expect(await devicesOf(alice)).toMatchObject([{ device_id: 'tel-colin', connected: false, pending: 1, files: 1 }])
    // The person logs in again on the same phone: still one device, which sends its entries.
    await tell(await login(company, 'colin'), 'tel-colin')
    expect(await devicesOf(alice)).toMatchObject([{ device_id: 'tel-colin', connected: true, pending: 0 }])
    // Another person on that phone is another line in the list.
    await tell(company.as('theo'), 'tel-colin')
    expect((await devicesOf(alice)).map((one) => one.IDPERSONNEL).sort()).toEqual(['colin', 'theo'])
  })

  it('[WORK-7] stay when a session only expired, because the phone may be in the field', async () => {
    const company = await server().company()
    await tell(await login(company, 'camille'), 'tel')
    await server().db.inTenant(company.id, (trx) =>
      trx
        .updateTable('session')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('account_id', '=', 'camille')
        .execute(),
    )
    expect(await devicesOf(company.as('alice'))).toMatchObject([{ device_id: 'tel', connected: false, pending: 0 }])
  })

  it('[WORK-7] disappear after 90 days without a report, and one person has at most twenty', async () => {
    const company = await server().company()
    await tell(company.as('theo'), 'vieux', report({ pending: 4, oldest: '2026-08-01T10:00:00.000Z' }))
    const silent = (days: number) =>
      server().db.inTenant(company.id, (trx) =>
        trx
          .updateTable('device')
          .set({ reported_at: new Date(Date.now() - days * DAY_MS) })
          .where('device_id', '=', 'vieux')
          .execute(),
      )
    await silent(89)
    expect(await namesOf(company.as('alice'))).toEqual(['vieux'])
    await silent(91)
    expect(await namesOf(company.as('alice'))).toEqual([])
    expect(await rowsOf(company)).toHaveLength(1)
    for (let n = 0; n < 21; n++) await tell(company.as('camille'), `tel-${n}`)
    const kept = (await rowsOf(company)).map((row) => row.device_id)
    expect(kept).toHaveLength(20)
    expect(kept).not.toContain('vieux')
    expect(kept).not.toContain('tel-0')
  })

  it('[ADM-01] are among the sessions that administrators see', async () => {
    const { app, db } = server()
    const [company, admin] = [await server().company(), await adminCaller(app, db)]
    await tell(company.as('camille'), 'tel', report({ pending: 2, files: 1, refused: 1 }))
    const path = `/admin/devices?company_id=${company.id}`
    const [first] = (await admin.call('GET', `${path}&sortBy=synced_at&limit=1`)).list
    expect(first).toMatchObject({ account: 'personnel:camille', agent: 'iPhone · Safari', pending: 3, refused: 1 })
    expect(Date.parse(first?.synced_at as string)).toBeGreaterThan(Date.now() - DAY_MS)
    const all = (await admin.call('GET', path)).list
    const silent = all.filter((one) => one.synced_at === null && one.pending === null && one.refused === null)
    expect(silent).toHaveLength(all.length - 1)
  })

  it('[WORK-7] [AUT-10] of one person are read before their account is closed, by who closes it, also once it is closed', async () => {
    const { app, db } = server()
    const [company, admin] = [await server().company(), await adminCaller(app, db)]
    const phone = await login(company, 'camille')
    await tell(phone, 'tel', report({ pending: 2, files: 1 }))
    await tell(company.as('bruno'), 'tel-bruno', report({ pending: 1 }))
    const ofDirector = async (who: 'diane' | 'bruno', id: string) =>
      (await company.as(who).get(`/entreprise/personnels/${id}/appareils`)).list
    const ofAdmin = async () =>
      (await admin.call('GET', `/admin/personnels/camille/appareils?company_id=${company.id}`)).list
    const held = (connected: boolean) => [{ device_id: 'tel', connected, pending: 2, refused: 0, files: 1 }]
    expect(await ofDirector('diane', 'camille')).toMatchObject(held(true))
    expect(await ofAdmin()).toMatchObject(held(true))
    // Of another agency.
    expect(await ofDirector('diane', 'bruno')).toEqual([])
    expect(await ofDirector('bruno', 'bruno')).toHaveLength(1)
    expect((await company.as('alice').get('/entreprise/personnels/camille/appareils')).status).toBe(403)
    await company.as('diane').put('/entreprise/personnels/camille', { disabled: true })
    expect(await ofDirector('diane', 'camille')).toMatchObject(held(false))
    expect(await ofAdmin()).toMatchObject(held(false))
  })

  it('[WORK-7] [AUT-08] the next login of a person, anywhere, is told what they left unsent on a device where they are logged out', async () => {
    const company = await server().company()
    const leftOf = async (caller: Caller) => (await caller.get('/sync/left_behind')).list
    const [phone, tablet, next] = [
      await login(company, 'camille'),
      await login(company, 'camille'),
      await login(company, 'camille'),
    ]
    await tell(phone, 'tel', report({ pending: 2, files: 1 }))
    await tell(tablet, 'tab', report({ pending: 1 }))
    await tell(await login(company, 'colin'), 'tel', report({ pending: 1 }))
    // Still logged in there: it sends by itself.
    expect(await leftOf(next)).toEqual([])
    await phone.end()
    expect(await leftOf(next)).toMatchObject([{ IDPERSONNEL: 'camille', device_id: 'tel', pending: 2, files: 1 }])
    const acting = await login(company, 'camille', { impersonator: 'admin:root' })
    expect((await acting.get('/sync/left_behind')).status).toBe(403)
    // The same phone has sent it.
    await tell(await login(company, 'camille'), 'tel')
    expect(await leftOf(next)).toEqual([])
  })

  it('[SEC] cannot report in another person’s name, nor for an impersonating administrator', async () => {
    const company = await server().company()
    const foreign = await tell(company.as('camille'), 'tel', report(), { [HEADER.account]: 'personnel:colin' })
    expect([foreign.status, foreign.code]).toEqual([401, 'ACCOUNT_MISMATCH'])
    const acting = await login(company, 'camille', { impersonator: 'admin:root' })
    expect((await tell(acting, 'bureau', report({ pending: 3 }))).status).toBe(204)
    expect(await rowsOf(company)).toEqual([])
  })

  it('[SEC] [API-12] report only the declared fields, under their names, and only so often', async () => {
    const company = await server().company()
    const camille = company.as('camille')
    for (const bad of [
      {},
      { ...report(), pending: -1 },
      { ...report(), files: 1_000_001 },
      { ...report(), refused: 0.5 },
      { ...report(), oldest: 'hier' },
      { ...report(), version: 'x'.repeat(200) },
      { ...report(), agent: 'autre' },
    ])
      expect((await tell(camille, 'tel', bad)).status, JSON.stringify(bad)).toBe(422)
    for (const name of ['', 'x'.repeat(65), '<b>']) expect((await tell(camille, name)).status).toBe(400)
    expect(await rowsOf(company)).toEqual([])
    const marc = company.as('marc')
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await tell(marc, 'tel')).status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    // The limit is per session.
    expect((await tell(company.as('theo'), 'tel')).status).toBe(204)
  })
})
