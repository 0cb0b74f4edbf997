import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import { leadSignature } from '../../server/routes/leads/signature.ts'
import { answerOf, type ContractCompany, callerOf, describeContract } from '../support/contract.ts'
import { newAdresse, newClient } from '../support/contract-records.ts'
import { addAdmin, signInAdmin } from '../support/test-app.ts'

const lead = (more: Values = {}): Values => ({
  NOM: `Nom ${randomUUID().slice(0, 8)}`,
  PRENOM: 'Léa',
  PORTABLE: '0639980001',
  ADRESSE: '1 rue des Lilas',
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  DESCRIPTION: 'Trois fenêtres',
  ...more,
})
const seconds = (): number => Math.floor(Date.now() / 1000)

describeContract('a lead of the company’s website', (server) => {
  const newKey = async (company: ContractCompany): Promise<string> => {
    const admin = callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
    const { status, data } = await admin.post(`/admin/leads/key?company_id=${company.id}`, undefined)
    expect(status).toBe(201)
    return String(data.key)
  }
  const send = async (company: ContractCompany, headers: Record<string, string>, payload: string) =>
    answerOf(
      await server().app.inject({
        method: 'POST',
        url: '/api/webhook/contact/create',
        headers: { 'company-key': company.id, 'content-type': 'application/json', ...headers },
        payload,
      }),
    )
  const signed = (key: string, body: string, at = seconds()): Record<string, string> => ({
    'lolapp-timestamp': String(at),
    'lolapp-signature': leadSignature(key, { timestamp: String(at), body }),
  })
  const sendSigned = (company: ContractCompany, key: string, body: Values) =>
    send(company, signed(key, JSON.stringify(body)), JSON.stringify(body))
  const count = async (company: ContractCompany): Promise<number> => {
    const { rows } = await server().db.inTenant(company.id, (trx) =>
      sql<{ n: number }>`select count(*)::integer as n from client`.execute(trx),
    )
    return Number(rows[0]?.n)
  }

  it('[API-04] becomes a client, an address and a project to assign, which reach the devices', async () => {
    const company = await server().company()
    const key = await newKey(company)
    const alice = company.as('alice')
    const since = (await alice.pull('/projets')).checkpoint
    const body = lead()
    const { status, data } = await sendSigned(company, key, body)
    expect([status, data.doublon]).toEqual([201, false])
    expect((await alice.get(`/clients/${String(data.IDCLIENT)}`)).data).toMatchObject({
      NOM: body.NOM,
      PORTABLE: '0639980001',
      VILLE: 'Lyon',
      IDPERSONNEL: null,
      adresse: { ADRESSE_COMPLETE: '1 rue des Lilas, 69003 Lyon' },
    })
    expect((await alice.get('/projets?TYPE=to_assignment')).list).toMatchObject([
      { IDPROJET: data.IDPROJET, IDCLIENT: data.IDCLIENT, DESCRIPTION: 'Trois fenêtres', IDETAT_PROJET: 1 },
    ])
    expect((await alice.pull('/projets', since)).rows.map((row) => row.IDPROJET)).toEqual([data.IDPROJET])
    const { rows } = await server().db.inTenant(company.id, (trx) =>
      sql`select action, actor, target from audit where action = 'lead.received'`.execute(trx),
    )
    expect(rows).toEqual([{ action: 'lead.received', actor: 'anonymous', target: `projet:${String(data.IDPROJET)}` }])
  })

  it('[API-04] [DAY-02 journal] from a known client is attached to that client, and says so', async () => {
    const company = await server().company()
    const [key, alice] = [await newKey(company), company.as('alice')]
    const adresse = await newAdresse(alice, { CODE_POSTAL: '69003' })
    const known = await newClient(alice, {
      NOM: 'Le Goff',
      PRENOM: 'Hélène',
      PORTABLE: '06 39 98 00 02',
      IDADRESSE: adresse.IDADRESSE,
    })
    const { data } = await sendSigned(
      company,
      key,
      lead({ NOM: 'LE GOFF', PRENOM: 'Helene', PORTABLE: '+33639980002' }),
    )
    expect(data).toMatchObject({ doublon: true, IDCLIENT: known.IDCLIENT })
    const { DESCRIPTION, JOURNAL } = (await alice.get(`/projets/${String(data.IDPROJET)}`)).data
    // The customer reads the description, and the first quote takes its subject from it.
    expect(DESCRIPTION).toBe('Trois fenêtres')
    expect(JOURNAL).toMatchObject([{ GENRE: 'evenement', AUTEUR: 'Site web', RESULTAT: 'Client déjà connu' }])
    expect(await count(company)).toBe(1)
  })

  it('[API-04] [DAY-02 journal] [SEC] its words are its customer’s, also where they look like a call of the staff', async () => {
    const company = await server().company()
    const [key, alice] = [await newKey(company), company.as('alice')]
    const DESCRIPTION =
      '[Client déjà connu]\nFenêtres\nAppel du 20/11/2026 18:05 (Camille Roux) : Joint. remise de 30 %'
    const { data } = await sendSigned(company, key, lead({ DESCRIPTION }))
    const at = `/projets/${String(data.IDPROJET)}`
    const kept = async () => {
      const { DESCRIPTION: text, JOURNAL } = (await alice.get(at)).data
      return [text, (JOURNAL as Values[]).filter(({ RESULTAT }) => /Joint|connu/.test(String(RESULTAT)))]
    }
    expect(await kept()).toEqual([DESCRIPTION, []])
    // Nor with a later write of the project, or of its description.
    await alice.put(at, { RELANCE_INTERMEDIAIRE: '2999-01-01' })
    expect(await kept()).toEqual([DESCRIPTION, []])
    const longer = `${DESCRIPTION}\nrappeler le soir`
    await alice.put(at, { DESCRIPTION: longer }, { base: { DESCRIPTION }, counter: 9 })
    expect(await kept()).toEqual([longer, []])
  })

  it('[API-04] gets its errors by field, and may then be sent again', async () => {
    const company = await server().company()
    const key = await newKey(company)
    const wrong = await sendSigned(company, key, { NOM: ' ', MAIL: 'x', CODE_POSTAL: '1', PRIX: 3 })
    expect([wrong.status, Object.keys(wrong.body.errors as Values)]).toEqual([
      422,
      expect.arrayContaining(['NOM', 'MAIL', 'CODE_POSTAL', 'PRIX']),
    ])
    expect((await sendSigned(company, key, { NOM: 'Martin' })).body).toMatchObject({
      errors: { PORTABLE: ['Ce champ est requis'] },
    })
    expect((await sendSigned(company, key, lead({ VILLE: null }))).body).toMatchObject({
      errors: { VILLE: ['Ce champ est requis'] },
    })
    expect((await sendSigned(company, key, lead({ IDAGENCE: 'nulle-part', IDORIGINE: 'lyon' }))).body).toMatchObject({
      errors: { IDAGENCE: ['Veuillez choisir une valeur de la liste'], IDORIGINE: [expect.any(String)] },
    })
    expect(await count(company)).toBe(0)
    const { rows } = await server().db.inTenant(company.id, (trx) => sql`select 1 from adresse`.execute(trx))
    expect(rows).toEqual([])
    expect((await sendSigned(company, key, lead({ IDAGENCE: 'lyon' }))).status).toBe(201)
  })

  it('[ENT-06 campaigns] (website) brings the campaign that it names, and is refused with one that is not the company’s', async () => {
    const company = await server().company()
    const key = await newKey(company)
    const diane = company.as('diane')
    await diane.post('/datacache', { id: 'foire', LISTE: 'ORIGINE_CAMPAGNE', LIBELLE: 'Foire 2027' })
    const wrong = await sendSigned(company, key, lead({ IDORIGINE_CAMPAGNE: 'lyon' }))
    expect([wrong.status, wrong.body.errors]).toEqual([422, { IDORIGINE_CAMPAGNE: [expect.any(String)] }])
    const taken = await sendSigned(company, key, lead({ IDORIGINE_CAMPAGNE: 'foire' }))
    const { IDCLIENT } = (taken.body as { data: { IDCLIENT: string } }).data
    expect((await diane.get(`/clients/${IDCLIENT}`)).data.IDORIGINE_CAMPAGNE).toBe('foire')
  })

  it('[SEC] is refused when it is forged: no key, another key, another body, another company', async () => {
    const [ours, theirs, keyless] = [await server().company(), await server().company(), await server().company()]
    const [key, theirKey] = [await newKey(ours), await newKey(theirs)]
    const body = JSON.stringify(lead())
    const at = String(seconds())
    const forged: [ContractCompany, Record<string, string>, string][] = [
      [ours, {}, body],
      [ours, { 'lolapp-timestamp': at }, body],
      [ours, { 'lolapp-timestamp': at, 'lolapp-signature': '' }, body],
      [ours, { 'lolapp-timestamp': at, 'lolapp-signature': '0'.repeat(64) }, body],
      [ours, signed(theirKey, body), body],
      [ours, signed('', body), body],
      [theirs, signed(key, body), body],
      [keyless, signed('', body), body],
      [ours, signed(key, body), body.replace('Lyon', 'Nice')],
      [ours, { ...signed(key, body), 'lolapp-timestamp': String(seconds() + 1) }, body],
      [ours, signed(key, body), ` ${body}`],
      [ours, signed(key, body, seconds() - 400), body],
      [ours, signed(key, body, seconds() + 400), body],
      // Errors of the body are told only when the signature is valid.
      [ours, {}, '{}'],
    ]
    for (const [company, headers, payload] of forged) {
      const { status, code } = await send(company, headers, payload)
      expect([forged.findIndex(([, one]) => one === headers), status, code]).toEqual([
        expect.any(Number),
        401,
        'UNAUTHENTICATED',
      ])
    }
    expect([await count(ours), await count(theirs), await count(keyless)]).toEqual([0, 0, 0])
  })

  it('[SEC] is accepted once, however often and fast it is replayed', async () => {
    const company = await server().company()
    const key = await newKey(company)
    const body = JSON.stringify(lead())
    const headers = signed(key, body)
    const statuses = await Promise.all([1, 2, 3].map(async () => (await send(company, headers, body)).status))
    expect(statuses.sort()).toEqual([201, 409, 409])
    expect((await send(company, headers, body)).status).toBe(409)
    expect(await count(company)).toBe(1)
  })

  it('[SEC] keeps its key encrypted, shows it once, and drops it when renewed; only administrators have it', async () => {
    const company = await server().company()
    const first = await newKey(company)
    const { rows } = await server().db.inTenant(company.id, (trx) => sql`select * from lead_key`.execute(trx))
    expect(JSON.stringify(rows)).not.toContain(first)
    const second = await newKey(company)
    expect((await sendSigned(company, first, lead())).status).toBe(401)
    expect((await sendSigned(company, second, lead())).status).toBe(201)
    expect((await company.as('diane').post(`/admin/leads/key?company_id=${company.id}`, undefined)).status).toBe(403)
    const admin = callerOf(server().app, (await signInAdmin(server().app, await addAdmin(server().db))).token)
    expect((await admin.get(`/admin/leads/key?company_id=${company.id}`)).data).toMatchObject({ key: null })
    expect((await admin.del(`/admin/leads/key?company_id=${company.id}`)).status).toBe(204)
    expect((await sendSigned(company, second, lead())).status).toBe(401)
  })
})
