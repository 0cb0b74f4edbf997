import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { saveCredential } from '../../server/accounts/credentials.ts'
import { type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { addAdmin, signInAdmin } from '../support/test-app.ts'

/** A signed link of the older system: a token of five minutes at most, with an id of its own. */
const signedLink = (key: string, sub: string): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const exp = Math.floor(Date.now() / 1000) + 120
  const text = `${part({ alg: 'HS256' })}.${part({ jti: randomUUID(), exp, sub })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

describeContract('the services of a company', (server) => {
  const admin = async () => callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
  const stored = (company: ContractCompany) =>
    server().db.inTenant(company.id, async (trx) => {
      const { rows } = await sql<{ clients: number; projets: number; actions: string[] }>`select
        (select count(*)::int from client) as clients, (select count(*)::int from projet) as projets,
        (select array_agg(action order by at, id) from audit where action like 'lead%') as actions`.execute(trx)
      return rows[0]
    })

  it('[SET-07 leads] a test of the leads’ key goes the whole way and records nothing but itself', async () => {
    const company = await server().company()
    const chief = await admin()
    const at = `?company_id=${company.id}`
    const before = await stored(company)
    expect((await chief.post(`/admin/leads/test${at}`, undefined)).status).toBe(409)
    await chief.post(`/admin/leads/key${at}`, undefined)
    expect(await chief.post(`/admin/leads/test${at}`, undefined)).toMatchObject({ status: 200, data: { essai: true } })
    expect(await stored(company)).toEqual({ ...before, actions: ['lead_key.renewed', 'lead.tested'] })
    const { data } = await chief.get(`/admin/leads/key${at}`)
    expect(data).toMatchObject({ key: null, received_at: null, tested_at: expect.any(String) })
    // A new key has not been tried yet.
    await chief.post(`/admin/leads/key${at}`, undefined)
    expect((await chief.get(`/admin/leads/key${at}`)).data.tested_at).toBeNull()
  })

  it('[SET-07 sms] [SEC] a sender of digits alone, which looks like somebody’s number, is refused wherever it is set', async () => {
    const company = await server().company()
    const chief = await admin()
    const body = { SMS_EXPEDITEUR: '0612345678' }
    expect((await chief.put(`/admin/company/${company.id}`, body)).status).toBe(422)
    expect((await chief.post('/sms/parameters', { company_id: company.id, ...body })).status).toBe(422)
  })

  it('[SET-07 sms] a test SMS is followed by its id to its outcome', async () => {
    const company = await server().company()
    const chief = await admin()
    const wrong = await chief.post('/sms/test', { company_id: company.id, PORTABLE: '0123456789' })
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { PORTABLE: ["Ce numéro n'est pas un mobile français."] } },
    })
    const { data } = await chief.post('/sms/test', { company_id: company.id, PORTABLE: '06 39 98 00 07' })
    await server().app.messages.drain()
    const message = await chief.get(`/admin/messages/${data.message_id}?company_id=${company.id}`)
    expect(message).toMatchObject({ status: 200, data: { channel: 'sms', status: 'recorded', error: null } })
    expect(message.data.recipient).not.toContain('39980007')
  })

  it('[SET-07 links] a signed link is tried with the company’s key, and the trial neither uses it up nor logs in', async () => {
    const company = await server().company()
    const chief = await admin()
    const key = 'cle-lola-secrete-de-trente-deux-lettres'
    const tried = async (token: string) =>
      (await chief.post(`/admin/lola/test?company_id=${company.id}`, { token })).data
    const none = { accepted: false, reason: 'Cette entreprise n’a pas de clé.', IDPERSONNEL: null }
    expect(await tried(signedLink(key, 'alice'))).toEqual(none)
    const login = { id: 'alice', mail: 'alice@example.com', passwordHash: 'x' }
    await server().db.inTenant(company.id, (tx) => saveCredential(tx, login))
    expect((await chief.put(`/admin/company/${company.id}`, { CLE_LOLA: key })).status).toBe(200)
    expect(await tried(signedLink(`${key}x`, 'alice'))).toMatchObject({ accepted: false, IDPERSONNEL: null })
    expect(await tried(signedLink(key, 'personne'))).toMatchObject({ accepted: false, IDPERSONNEL: null })
    const right = signedLink(key, 'alice')
    for (const _ of ['once', 'again'])
      expect(await tried(right)).toEqual({ accepted: true, reason: null, IDPERSONNEL: 'alice' })
  })

  it('[SET-07 secrets] [SEC] the services are for administrators, and no answer has a secret', async () => {
    const company = await server().company()
    const rep = company.as('alice')
    const chief = await admin()
    const at = `?company_id=${company.id}`
    const made = await chief.post(`/admin/leads/key${at}`, undefined)
    await chief.post('/sms/parameters', { company_id: company.id, SMS_CLE: 'cle-sms-secrete' })
    await chief.put(`/admin/company/${company.id}`, { CLE_LOLA: 'cle-lola-secrete-de-trente-deux-lettres' })
    const reads = [`/sms/parameters${at}`, `/admin/leads/key${at}`, `/admin/companies/${company.id}/payment_account`]
    const texts: string[] = []
    for (const path of [...reads, `/admin/company/${company.id}`]) {
      const answer = await chief.get(path)
      expect([path, answer.status]).toEqual([path, 200])
      texts.push(JSON.stringify(answer.body))
      expect([path, (await rep.get(path)).status]).toEqual([path, 403])
    }
    for (const secret of [String(made.data.key), 'cle-sms-secrete', 'cle-lola-secrete'])
      expect(texts.join()).not.toContain(secret)
    for (const [path, body] of [
      ['/sms/test', { company_id: company.id, PORTABLE: '0639980001' }],
      [`/admin/companies/${company.id}/payment_account/test`, undefined],
      [`/admin/leads/test${at}`, undefined],
      [`/admin/lola/test${at}`, { token: 'a.b.c' }],
    ] as const)
      expect([path, (await rep.post(path, body)).status]).toEqual([path, 403])
    expect((await chief.post(`/admin/companies/${company.id}/payment_account/test`, undefined)).status).toBe(409)
    expect((await chief.get('/admin/messages/inconnu')).status).toBe(404)
  })
})
