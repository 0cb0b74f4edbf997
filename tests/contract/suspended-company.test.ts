import { sql } from 'kysely'
import { expect, it } from 'vitest'
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
