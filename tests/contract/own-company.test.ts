import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { CHECKLIST, type ChecklistEntry, type ChecklistItem } from '../../schemas/checklist.ts'
import type { Values } from '../../schemas/merge.ts'
import { mayManage, type Rights } from '../../schemas/rules/direction.ts'
import { addStarters } from '../../server/companies/starter.ts'
import { adminCaller, errorsOf } from '../support/admin-caller.ts'
import { PAPERS } from '../support/company-papers.ts'
import { type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { addCompany } from '../support/engines.ts'
import { type PersonName, plant } from '../support/staffed-company.ts'

const CLERKS: PersonName[] = ['camille', 'marc', 'theo', 'alice', 'zoe']

describeContract('a company set up by its directors', (server) => {
  /** A company whose director Diane directs all of it; Bruno directs Brest. */
  const directed = async (): Promise<ContractCompany> => {
    const company = await server().company()
    await server().db.inTenant(company.id, (tx) =>
      sql`update personnel set "TOUTES_AGENCES" = 1, "VERSION" = "VERSION" + 1, seq = (select take_seq(1))
        where company_id = ${company.id} and "IDPERSONNEL" = 'diane'`.execute(tx),
    )
    await server().app.sessions.forget('personnel:diane')
    return company
  }
  const doneOf = (list: Values[]): Record<ChecklistItem, boolean> =>
    Object.fromEntries((list as unknown as ChecklistEntry[]).map(({ item, done }) => [item, done])) as never
  const checklist = async (caller: Caller) => doneOf((await caller.get('/entreprise/mise_en_route')).list)

  it('[SET-02 own-data] (a company made from nothing) each item becomes done by the company’s own data', async () => {
    const { app, db } = server()
    const admin = await adminCaller(app, db)
    const id = await addCompany(db)
    await db.inTenant(id, addStarters)
    const read = async () => doneOf((await admin.call('GET', `/admin/company/${id}/mise_en_route`)).list)
    const nothing = Object.fromEntries(CHECKLIST.map((item) => [item, false]))
    expect(await read()).toEqual(nothing)

    const at = `?company_id=${id}`
    const references = (await admin.call('GET', `/admin/references${at}`)).list
    const agency = references.find(({ LISTE }) => LISTE === 'AGENCES') as Values
    const origin = references.find(({ LISTE }) => LISTE === 'ORIGINE') as Values
    const steps: Record<ChecklistItem, () => Promise<unknown>> = {
      apparence: () => admin.call('PUT', `/admin/company/${id}`, { COLOR: '#336699' }),
      papiers: () => admin.call('PUT', `/admin/company/${id}`, PAPERS),
      agences: () => admin.call('PUT', `/admin/references/${agency.id}${at}`, { VILLE: 'Nantes' }),
      personnel: async () => {
        for (const NOM of ['Diane', 'Camille'])
          await admin.call('POST', `/admin/personnels${at}`, { NOM, ROLES: ['commercial'] })
      },
      listes: () => admin.call('PUT', `/admin/references/${origin.id}${at}`, { LIBELLE: 'Radio' }),
      rapports: () => db.inTenant(id, (tx) => plant(tx, 'rapport', { id: 'r1', TITRE: 'Visite' })),
      tarifs: () =>
        db.inTenant(id, (tx) =>
          plant(tx, 'article', { id: 'a1', REFERENCE: 'F1', LIBELLE: 'Fenêtre', PRIX_HT: 45_000 }),
        ),
      mail: () => admin.call('PUT', `/admin/company/${id}`, { MAIL_EXPEDITEUR: 'bonjour@example.com' }),
      sms: () => admin.call('PUT', `/admin/company/${id}`, { SMS_EXPEDITEUR: 'Dupont' }),
      paiements: () =>
        db.inTenant(id, (tx) =>
          sql`insert into payment_account (company_id, app_id, app_secret, private_key)
            values (${id}, 'a', 'b', 'c')`.execute(tx),
        ),
      import: () => db.inTenant(id, (tx) => plant(tx, 'client', { IDCLIENT: 'c1', NOM: 'Martin' })),
    }
    // Not before every quote can leave.
    await admin.call('PUT', `/admin/company/${id}`, { ...PAPERS, ASSURANCE: null })
    expect(await read()).toEqual(nothing)
    const expected: Record<string, boolean> = { ...nothing }
    for (const item of CHECKLIST) {
      await steps[item]()
      expected[item] = true
      expect([item, await read()]).toEqual([item, expected])
    }
  })

  it('[SET-02 readers] the directors of the company, and of no other; nobody else of the staff', async () => {
    const [company, other] = [await directed(), await directed()]
    const before = await checklist(other.as('diane'))
    await company.as('diane').put('/entreprise', { COLOR: '#336699' })
    expect((await checklist(company.as('bruno'))).apparence).toBe(true)
    expect(await checklist(other.as('diane'))).toEqual(before)
    for (const name of CLERKS)
      expect([name, (await company.as(name).get('/entreprise/mise_en_route')).status]).toEqual([name, 403])
  })

  it('[SEC] a director of all agencies sets the look and the papers; one of some agencies reads them', async () => {
    const company = await directed()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    const look = { COLOR: '#336699', SIRET: '73282932000074', MEDIATEUR: 'CM2C' }
    expect((await diane.put('/entreprise', look)).data).toMatchObject(look)
    expect((await bruno.get('/entreprise')).data).toMatchObject(look)
    expect((await diane.put('/entreprise', { LOGO: null })).data).toMatchObject({ LOGO: null })
    expect((await bruno.put('/entreprise', { COLOR: '#000000' })).status).toBe(403)
    for (const name of CLERKS)
      expect([name, (await company.as(name).put('/entreprise', { COLOR: '#000000' })).status]).toEqual([name, 403])
    // The company's name, its address on the internet and its keys are the administrators'.
    for (const more of [
      { key: 'autre' },
      { NOM: 'Autre' },
      { disabled: true },
      { CLE_LOLA: 'x' },
      { LOGO: 'https://example.com/x.png' },
    ])
      expect([more, (await diane.put('/entreprise', more)).status]).toEqual([more, 422])
    expect(errorsOf(await diane.put('/entreprise', { COLOR: 'rouge' }))).toHaveProperty('COLOR')
  })

  it('[OUT-11] of two directors, or an administrator, who change one setting, the second is told; other settings are kept', async () => {
    const company = await directed()
    const diane = company.as('diane')
    const admin = await adminCaller(server().app, server().db)
    const { data: seen } = await diane.get('/entreprise')
    const { COLOR, SIRET, HORAIRES } = seen
    expect((await diane.put('/entreprise', { COLOR: '#336699', _base: { COLOR } })).status).toBe(200)
    const mine = { SIRET: '73282932000074', _base: { SIRET } }
    expect((await diane.put('/entreprise', mine)).data).toMatchObject({ COLOR: '#336699', SIRET: mine.SIRET })
    const late = await diane.put('/entreprise', { COLOR: '#000000', _base: { COLOR } })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'CONFLICT', details: { record: { COLOR: '#336699' } } },
    ])
    const byAdmin = await admin.call('PUT', `/admin/company/${company.id}`, { COLOR: '#111111', _base: { COLOR } })
    expect([byAdmin.status, byAdmin.body]).toMatchObject([
      409,
      { details: { record: { COLOR: '#336699', NOM: seen.NOM } } },
    ])
    const hours = [{ JOUR: 1, DE: '09:00', A: '12:00' }]
    expect((await diane.put('/entreprise', { HORAIRES: hours, _base: { HORAIRES } })).status).toBe(200)
    expect((await diane.put('/entreprise', { HORAIRES: null, _base: { HORAIRES: hours } })).status).toBe(200)
    expect((await diane.get('/entreprise')).data.COLOR).toBe('#336699')
  })

  it('[DAY-10 hours] [SEC] a director of all agencies sets the opening hours; every device reads them, and overlapping ones are refused', async () => {
    const company = await directed()
    const HORAIRES = [
      { JOUR: 1, DE: '09:00', A: '12:00' },
      { JOUR: 1, DE: '14:00', A: '18:00' },
    ]
    const diane = company.as('diane')
    expect((await diane.put('/entreprise', { HORAIRES })).data.HORAIRES).toEqual(HORAIRES)
    expect((await diane.get('/entreprise')).data.HORAIRES).toEqual(HORAIRES)
    const { COMPANY } = (await company.as('theo').get('/datacache')).data as { COMPANY: { HORAIRES: unknown } }
    expect(COMPANY.HORAIRES).toEqual(HORAIRES)
    const bad = await diane.put('/entreprise', { HORAIRES: [...HORAIRES, { JOUR: 1, DE: '11:00', A: '13:00' }] })
    expect(errorsOf(bad)).toHaveProperty('HORAIRES')
    expect((await company.as('bruno').put('/entreprise', { HORAIRES })).status).toBe(403)
    expect((await diane.put('/entreprise', { HORAIRES: null })).data.HORAIRES).toBeNull()
  })

  it('[SEC] the mail server is set by a director of all agencies who has just proved who they are', async () => {
    const company = await directed()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    const smtp = { host: 'mail.example.com', port: 587, secure: false, user: 'u', password: 'secret-smtp' }
    expect((await diane.put('/entreprise/smtp', smtp)).body).toMatchObject({ code: 'REAUTH_REQUIRED' })
    await proven(company, 'diane')
    const saved = await diane.put('/entreprise/smtp', smtp)
    expect([saved.status, saved.data]).toMatchObject([200, { host: smtp.host, password: '********' }])
    expect(JSON.stringify((await diane.get('/entreprise/smtp')).body)).not.toContain('secret-smtp')
    await proven(company, 'bruno')
    expect((await bruno.put('/entreprise/smtp', smtp)).status).toBe(403)
    expect((await bruno.get('/entreprise/smtp')).status).toBe(403)
    const sent = await diane.post('/entreprise/smtp/test', { MAIL: 'diane@example.com' })
    const path = `/entreprise/smtp/test/${sent.data.message_id}`
    expect((await diane.get(path)).data).toHaveProperty('status')
    expect((await bruno.get(path)).status).toBe(403)
    expect((await diane.get('/entreprise/smtp/test/inconnu')).status).toBe(404)
    expect((await diane.del('/entreprise/smtp')).status).toBe(204)
    expect((await diane.get('/entreprise/smtp')).data).toMatchObject({ host: null, password: null })
  })

  it('[OUT-11] a form of the mail server that shows older settings overwrites nothing: 409 with the settings as they are', async () => {
    const company = await directed()
    const diane = company.as('diane')
    await proven(company, 'diane')
    const path = '/entreprise/smtp'
    const first = { host: 'a.example.com', port: 587, secure: false, user: 'u', MAIL_EXPEDITEUR: null }
    const none = { host: null, port: null, secure: null, user: null, MAIL_EXPEDITEUR: null }
    expect((await diane.put(path, { ...first, password: 'mot-a', _base: none })).status).toBe(200)
    // Somebody else has saved another server; this form still shows none, the next one the first server.
    const second = { ...first, host: 'b.example.com', password: 'mot-b' }
    expect((await diane.put(path, { ...second, _base: none })).status).toBe(409)
    expect((await diane.put(path, { ...second, _base: first })).status).toBe(200)
    const late = await diane.put(path, { ...first, port: 465, password: 'mot-c', _base: first })
    expect(late).toMatchObject({ status: 409, body: { details: { record: { host: 'b.example.com', port: 587 } } } })
    expect(JSON.stringify(late.body)).not.toContain('mot-')
    expect((await diane.get(path)).data).toMatchObject({ host: 'b.example.com', port: 587 })
    // What is based on the present settings is written; without `_base` nothing is compared.
    const now = { ...first, host: 'b.example.com' }
    expect((await diane.put(path, { ...now, port: 465, _base: now })).data).toMatchObject({ port: 465 })
    expect((await diane.put(path, { ...now, port: 25 })).data).toMatchObject({ port: 25 })
    expect((await diane.del(path)).status).toBe(204)
    expect((await diane.put(path, { ...now, port: 465, _base: { ...now, port: 25 } })).status).toBe(409)
  })

  const proven = async (company: ContractCompany, name: PersonName): Promise<void> => {
    await server().db.inTenant(company.id, (tx) =>
      sql`update session set proven_at = now() where account_id = ${name} and company_id = ${company.id}`.execute(tx),
    )
    await server().app.sessions.forget(`personnel:${name}`)
  }

  it('[AUT-10] [SEC] a director makes accounts and gives at most the rights that they have', async () => {
    const company = await directed()
    const [diane, bruno] = [company.as('diane'), company.as('bruno')]
    const path = '/entreprise/personnels'
    const lea = { NOM: 'Roy', PRENOM: 'Léa', MAIL: 'lea@example.com', ROLES: ['commercial'] }
    // Whoever reads a new login mail enters: the director proves first who they are.
    for (const opening of [diane.post(path, lea), diane.put(`${path}/camille`, { MAIL: 'c2@example.com' })])
      expect((await opening).body).toMatchObject({ code: 'REAUTH_REQUIRED' })
    await proven(company, 'diane')
    const made = await diane.post(path, lea)
    expect([made.status, made.data]).toMatchObject([201, { NOM_COMPLET: 'Léa Roy', disabled: false }])
    const id = String(made.data.IDPERSONNEL)
    expect((await company.as('theo').get(`/personnels/${id}`)).data.NOM).toBe('Roy')
    const invited = await diane.post(`${path}/${id}/invitation`, {})
    expect([invited.status, invited.data]).toEqual([200, { recipient: 'lea@example.com' }])

    const person = { NOM: 'Le Goff', ROLES: ['commercial'] }
    expect((await bruno.post(path, { ...person, IDAGENCE: 'brest', AGENCES: ['brest'] })).status).toBe(201)
    for (const [field, right] of Object.entries({ IDAGENCE: 'lyon', AGENCES: ['brest', 'lyon'], TOUTES_AGENCES: 1 }))
      expect([field, errorsOf(await bruno.post(path, { ...person, [field]: right }))]).toEqual([
        field,
        { [field]: [expect.stringContaining('que des droits que vous avez')] },
      ])
    // Somebody of another agency, or with more rights: neither their name, nor their mail, nor their login.
    for (const other of ['camille', 'diane', 'zoe'])
      for (const patch of [{ NOM: 'x' }, { MAIL: 'bruno2@example.com' }, { disabled: true }, { ROLES: [] }])
        expect([other, patch, (await bruno.put(`${path}/${other}`, patch)).status]).toEqual([other, patch, 403])
    expect((await bruno.post(`${path}/diane/invitation`, {})).status).toBe(403)
    // The list says of each whom the device may offer to set up.
    const listed = (await bruno.get(path)).list as unknown as (Rights & { IDPERSONNEL: string })[]
    const staff = { id: 'bruno', roles: ['commercial_director'], agences: ['brest'], toutesAgences: false } as const
    const offered = listed
      .filter((row) => mayManage({ ...staff, roles: [...staff.roles] }, row))
      .map((row) => row.IDPERSONNEL)
    for (const other of ['camille', 'diane', 'zoe']) expect(offered).not.toContain(other)
    expect(listed.find((row) => row.IDPERSONNEL === 'diane')?.TOUTES_AGENCES).toBe(1)
    // Nobody raises or ends themselves.
    for (const patch of [{ ROLES: ['commercial_director', 'assistant'] }, { TOUTES_AGENCES: 1 }, { disabled: true }])
      expect([patch, (await bruno.put(`${path}/bruno`, patch)).status]).toEqual([patch, 422])
    expect((await diane.put(`${path}/camille`, { disabled: true })).status).toBe(200)
    expect((await company.as('camille').get('/clients')).status).toBe(401)
    for (const name of CLERKS.filter((one) => one !== 'camille'))
      expect([name, (await company.as(name).post(path, person)).status]).toEqual([name, 403])
  })

  it('[I10] a director of another company reaches none of it', async () => {
    const [company, other] = [await directed(), await directed()]
    const stranger = other.as('diane')
    const made = await company.as('diane').post('/entreprise/personnels', { NOM: 'Seule', ROLES: ['commercial'] })
    const id = String(made.data.IDPERSONNEL)
    expect((await stranger.get(`/entreprise/personnels/${id}`)).status).toBe(404)
    expect((await stranger.put(`/entreprise/personnels/${id}`, { NOM: 'x' })).status).toBe(404)
    expect((await stranger.post(`/entreprise/personnels/${id}/invitation`, {})).status).toBe(404)
    expect((await stranger.get('/entreprise/personnels')).list.map(({ IDPERSONNEL }) => IDPERSONNEL)).not.toContain(id)
    expect((await stranger.get('/entreprise')).data.id).toBe(other.id)
  })
})
