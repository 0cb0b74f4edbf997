import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { HEADER } from '../../schemas/protocol.ts'
import { verdictOf } from '../../sync/net/verdict.ts'
import { callerOf, describeContract } from '../support/contract.ts'
import { addAdmin, signInAdmin } from '../support/test-app.ts'

describeContract('a suspended company in the administrators’ area', (server) => {
  it('[API-03] administrators go on reading and changing it, as everything that they set; nobody else reaches it', async () => {
    const company = await server().company()
    const chief = callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
    const alice = company.as('alice')
    await server().db.inTenant(company.id, (tx) => sql`update company set disabled = true`.execute(tx))
    server().app.companies.forget()
    const at = `?company_id=${company.id}`
    for (const path of [
      `/admin/assetsitemcustom${at}`,
      `/admin/mailtemplatescustomer${at}`,
      `/shortener${at}`,
      `/admin/leads/key${at}`,
      `/sms/parameters${at}`,
      `/admin/smtp/${company.id}`,
      `/admin/messages${at}`,
    ])
      expect([path, (await chief.get(path)).status]).toEqual([path, 200])
    const smtp = { host: 'smtp.example.com', port: 465, secure: true, user: null }
    expect((await chief.put(`/admin/smtp/${company.id}`, smtp)).status).toBe(200)
    expect((await chief.post('/admin/smtp', { company_id: company.id, ...smtp })).status).toBe(201)
    expect((await chief.post(`/admin/smtp/test${at}`, { MAIL: 'ana@example.com' })).status).toBe(200)
    expect((await chief.post('/sms/parameters', { company_id: company.id, SMS_EXPEDITEUR: 'Maison' })).status).toBe(200)
    expect((await chief.del(`/admin/smtp/${company.id}`)).status).toBe(204)
    for (const path of ['/sms/parameters', '/admin/leads/key', '/admin/messages'])
      expect([path, (await chief.get(`${path}?company_id=nulle`)).status]).toEqual([path, 404])
    expect((await chief.get('/admin/smtp/nulle')).status).toBe(404)
    expect((await alice.get('/clients')).status).toBe(401)
  })

  it('[SERVER-5] [PUSH-4] its devices take the end of their session as ours, and pause: they would try again for ever', async () => {
    const company = await server().company()
    const chief = callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
    const alice = company.as('alice')
    const asked = (key: string) => alice.get('/clients', { [HEADER.company]: key })
    const open = await asked(company.id)
    expect([open.status, open.headers[HEADER.epoch]]).toEqual([200, expect.any(String)])
    expect((await chief.put(`/admin/company/${company.id}`, { disabled: true })).status).toBe(200)
    const { status, body, headers } = await asked(company.id)
    expect([status, headers[HEADER.epoch]]).toEqual([401, open.headers[HEADER.epoch]])
    const reply = { status, body, mutation: 'm1', seq: null, retryAfter: null, overwritten: [] }
    expect(verdictOf({ ...reply, epoch: String(headers[HEADER.epoch]) }, 'm1')).toEqual({
      kind: 'pause',
      reason: 'signed-out',
    })
    // A name of no company.
    const other = await asked('nulle')
    expect([other.status, other.headers[HEADER.epoch]]).toEqual([401, undefined])
    // Nothing else of it is said: its page stays unknown.
    const start = await server().app.inject({ url: '/api/lolapp/start', headers: { [HEADER.company]: company.id } })
    expect([start.statusCode, start.headers[HEADER.epoch]]).toEqual([404, undefined])
  })

  it('[API-13] [ADM-01] its files still take room, and are listed with those of the others', async () => {
    const company = await server().company()
    const chief = callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
    const storage = async () => (await chief.get('/admin/storage')).list.find(({ id }) => id === company.id)
    expect(await storage()).toMatchObject({ used: 0, disabled: false })
    await server().db.inTenant(company.id, (tx) => sql`update company set disabled = true`.execute(tx))
    server().app.companies.forget()
    expect(await storage()).toMatchObject({ used: 0, disabled: true })
  })

  it('[ADM-02] nobody of it is invited to an address that answers nobody, nor is anybody’s place taken: the refusal says why', async () => {
    const company = await server().company()
    const chief = callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
    const invite = async () => {
      const asked = { IDPERSONNEL: 'camille', company_id: company.id }
      const { status, body } = await chief.post('/admin/send_installation_mail', asked)
      return [status, body?.message]
    }
    const place = async (query: string) => {
      const { status, body } = await chief.post(`/admin/impersonate/camille${query}`, {})
      return [status, body?.message]
    }
    expect((await invite())[0]).toBe(200)
    await server().db.inTenant(company.id, (tx) => sql`update company set disabled = true`.execute(tx))
    server().app.companies.forget()
    const refused = [409, 'Cette entreprise est désactivée : réactivez-la d’abord.']
    expect(await invite()).toEqual(refused)
    expect(await place(`?company_id=${company.id}`)).toEqual(refused)
    expect((await chief.post(`/admin/impersonate_client/nulle?company_id=${company.id}`, {})).status).toBe(409)
    expect((await place('?company_id=nulle'))[0]).toBe(404)
    await chief.put(`/admin/company/${company.id}`, { disabled: false })
    expect((await invite())[0]).toBe(200)
  })
})
