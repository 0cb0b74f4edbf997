import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminCaller, adminCaller, errorsOf } from '../../../tests/support/admin-caller.ts'
import { describeEngines } from '../../../tests/support/engines.ts'
import { addPersonnel, call, signIn, testApp } from '../../../tests/support/test-app.ts'

describeEngines('companies, for administrators', (db) => {
  let app: FastifyInstance
  let admin: AdminCaller
  let count = 0
  const label = (): string => {
    count += 1
    return `maison-${count}`
  }

  beforeAll(async () => {
    app = await testApp(db())
    admin = await adminCaller(app, db())
  })
  afterAll(() => app.close())

  const create = async (more: object = {}) => {
    const made = await admin.call('POST', '/admin/company', { key: label(), NOM: 'Maison neuve', ...more })
    expect(made.status).toBe(201)
    return made.data as { id: string; key: string }
  }

  it('[API-03] creates, shows, changes and disables a company, noted in the trail', async () => {
    const { id, key } = await create({ COLOR: '#123456', FUSEAU: 'Indian/Reunion', SIRET: '12345678901234' })
    expect((await admin.call('GET', `/admin/company/${id}`)).data).toMatchObject({
      id,
      key,
      NOM: 'Maison neuve',
      COLOR: '#123456',
      FUSEAU: 'Indian/Reunion',
      SIRET: '12345678901234',
      disabled: false,
    })
    const changed = await admin.call('PUT', `/admin/company/${id}`, { NOM: 'Maison changée', COLOR: null })
    expect(changed).toMatchObject({
      status: 200,
      data: { NOM: 'Maison changée', COLOR: null, FUSEAU: 'Indian/Reunion' },
    })
    expect(await call(app, { url: `/api/company/${key}` })).toMatchObject({ body: { data: { NOM: 'Maison changée' } } })
    expect((await admin.call('DELETE', `/admin/company/${id}`)).status).toBe(204)
    expect((await admin.call('GET', `/admin/company/${id}`)).data).toMatchObject({ disabled: true })
    expect((await call(app, { url: `/api/company/${key}` })).status).toBe(404)
    const lines = await admin.call('GET', `/admin/audit?company_id=${id}&action=company&sortBy=at`)
    expect(lines.list.map(({ action, actor }) => [action, actor])).toEqual([
      ['company.created', `admin:${admin.id}`],
      ['company.updated', `admin:${admin.id}`],
      ['company.disabled', `admin:${admin.id}`],
    ])
    expect((await admin.call('GET', '/admin/company/personne')).status).toBe(404)
    expect((await admin.call('PUT', '/admin/company/personne', { NOM: 'X' })).status).toBe(404)
    expect((await admin.call('DELETE', '/admin/company/personne')).status).toBe(404)
  })

  it('gives a new company the lists and roles that its staff needs', async () => {
    const { id } = await create()
    const person = await addPersonnel(db(), { companyId: id, roles: ['commercial'] })
    const { headers } = await signIn(app, { companyId: id, id: person.id })
    const { body } = await call<{ data: Record<string, unknown[]> }>(app, { url: '/api/datacache', headers })
    for (const list of ['NATURE_RDV', 'CIVILITE', 'TVA', 'AGENCES', 'RDV_DEBRIEF', 'TYPE_INTERVENTION', 'ROLE']) {
      expect([list, (body.data[list] ?? []).length > 0]).toEqual([list, true])
    }
    expect(body.data.ROLE).toHaveLength(5)
  })

  it('[SEC] ends every session of a disabled company at once, and lets its staff log in again once it is enabled', async () => {
    const { id } = await create()
    const person = await addPersonnel(db(), { companyId: id })
    const { headers } = await signIn(app, { companyId: id, id: person.id })
    const status = async (given: Record<string, string>) =>
      (await call(app, { url: '/api/clients', headers: given })).status
    expect(await status(headers)).toBe(200)
    expect((await admin.call('DELETE', `/admin/company/${id}`)).status).toBe(204)
    expect(await status(headers)).toBe(401)
    expect((await admin.call('PUT', `/admin/company/${id}`, { disabled: false })).status).toBe(200)
    expect(await status(headers)).toBe(401)
    expect(await status((await signIn(app, { companyId: id, id: person.id })).headers)).toBe(200)
  })

  it.each([
    [{ key: 'Majuscule' }, 'key'],
    [{ key: 'admin' }, 'key'],
    [{ key: 'www' }, 'key'],
    [{ key: '-tiret' }, 'key'],
    [{ COLOR: 'rouge' }, 'COLOR'],
    [{ FUSEAU: 'Europe/Nulle' }, 'FUSEAU'],
    [{ FUSEAU: '+02:00' }, 'FUSEAU'],
    [{ AIDE_URL: 'javascript:alert(1)' }, 'AIDE_URL'],
    [{ LOGO: 'data:image/svg+xml,<svg/>' }, 'LOGO'],
    [{ SIRET: '123' }, 'SIRET'],
    [{ CLE_LOLA: 'trop courte' }, 'CLE_LOLA'],
    [{ SMTP: { host: 'x' } }, 'SMTP'],
    [{ seq: 0 }, 'seq'],
    [{ epoch: 'x' }, 'epoch'],
  ])('refuses %j by its field, at creation and later', async (wrong, field) => {
    const made = await admin.call('POST', '/admin/company', { key: label(), NOM: 'X', ...wrong })
    expect([made.status, Object.keys(errorsOf(made))]).toEqual([422, [field]])
    const { id } = await create()
    const changed = await admin.call('PUT', `/admin/company/${id}`, wrong)
    expect([changed.status, Object.keys(errorsOf(changed))]).toEqual([422, [field]])
  })

  it('[RES-06 strict-length] [RES-06 exclude] says what is wrong with a SIRET and with a label that is no company', async () => {
    const { id } = await create()
    const wrong = await admin.call('PUT', `/admin/company/${id}`, { key: 'www', SIRET: '123' })
    expect(errorsOf(wrong)).toEqual({
      key: ["Cette valeur n'est pas admise"],
      SIRET: ['14 caractères exactement'],
    })
  })

  it('refuses a key that is taken', async () => {
    const { key } = await create()
    const { id } = await create()
    for (const answer of [
      await admin.call('POST', '/admin/company', { key, NOM: 'Double' }),
      await admin.call('PUT', `/admin/company/${id}`, { key }),
    ]) {
      expect([answer.status, errorsOf(answer)]).toEqual([422, { key: ['Ce sous-domaine est déjà pris'] }])
    }
  })

  it('keeps a former sub-domain for its company: another one cannot take it, at creation or later', async () => {
    const { id, key } = await create()
    const other = await create()
    const to = label()
    expect((await admin.call('PUT', `/admin/company/${id}`, { key: to })).status).toBe(200)
    for (const answer of [
      await admin.call('POST', '/admin/company', { key, NOM: 'Nouvelle' }),
      await admin.call('PUT', `/admin/company/${other.id}`, { key }),
    ]) {
      const said = 'Ce sous-domaine a été celui d’une autre entreprise, et ses liens de paiement y mènent encore'
      expect([answer.status, errorsOf(answer)]).toEqual([422, { key: [said] }])
    }
    expect((await call(app, { url: `/api/company/${key}` })).status).toBe(404)
    expect((await admin.call('PUT', `/admin/company/${id}`, { key })).data).toMatchObject({ key })
    expect((await admin.call('PUT', `/admin/company/${id}`, { key: to })).data).toMatchObject({ key: to })
  })

  it('[SEC] keeps the legacy key sealed, and never shows it', async () => {
    const secret = 'une-cle-assez-longue-pour-signer-des-jetons'
    const { id } = await create({ CLE_LOLA: secret })
    const row = () => db().inTenant(id, (tx) => tx.selectFrom('company').select('CLE_LOLA').executeTakeFirstOrThrow())
    const sealed = (await row()).CLE_LOLA ?? ''
    expect(sealed).not.toContain(secret)
    expect(app.secrets.unseal(sealed)).toBe(secret)
    const shown = await admin.call('GET', `/admin/company/${id}`)
    expect(JSON.stringify(shown.body)).not.toContain(secret)
    expect(JSON.stringify(shown.body)).not.toContain(sealed)
    // The form sends back the mask that it was shown.
    await admin.call('PUT', `/admin/company/${id}`, { NOM: 'Autre', CLE_LOLA: shown.data.CLE_LOLA })
    expect((await row()).CLE_LOLA).toBe(sealed)
    await admin.call('PUT', `/admin/company/${id}`, { CLE_LOLA: null })
    expect((await row()).CLE_LOLA).toBeNull()
  })

  it('[ADM-04] sorts and pages the list, by its own columns only', async () => {
    const names = ['Aaa', 'Bbb', 'Ccc']
    for (const NOM of names) await create({ NOM, VILLE: 'Triage' })
    const list = async (query: string) => (await admin.call('GET', `/admin/company?${query}`)).list
    const found = (await list('sortBy=NOM&limit=500')).map(({ NOM }) => NOM as string)
    expect(found.filter((name) => names.includes(name))).toEqual(names)
    const reversed = (await list('sortBy=NOM&sortDesc=true&limit=500')).map(({ NOM }) => NOM as string)
    expect(reversed).toEqual([...found].reverse())
    const page = await admin.call('GET', '/admin/company?sortBy=key&page=2&limit=2')
    expect(page.list).toEqual((await list('sortBy=key&limit=4')).slice(2))
    expect(page.body.total).toBe((await list('limit=500')).length)
    for (const wrong of ['sortBy=CLE_LOLA', 'sortBy=id;drop', 'limit=0', 'limit=501', 'page=0']) {
      expect([wrong, (await admin.call('GET', `/admin/company?${wrong}`)).status]).toEqual([wrong, 422])
    }
  })

  it('makes one company of two sends with one key', async () => {
    const headers = { 'idempotency-key': 'company-once' }
    const body = { key: label(), NOM: 'Une seule' }
    const first = await admin.call('POST', '/admin/company', body, headers)
    const second = await admin.call('POST', '/admin/company', body, headers)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.data).toEqual(first.data)
  })

  it('[API-04] shows anybody a company’s theme by id or key, and nothing else of it', async () => {
    const { id, key } = await create({ SIRET: '12345678901234', MEDIATEUR: 'Quelqu’un' })
    for (const name of [id, key]) {
      const { status, body } = await call<{ data: object }>(app, { url: `/api/company/${name}` })
      expect(status).toBe(200)
      expect(Object.keys(body.data).sort()).toEqual([
        'ACCUEIL_CLIENT',
        'ACCUEIL_CONNEXION',
        'AIDE_URL',
        'BACKGROUND',
        'COLOR',
        'LIEN_CONFIDENTIALITE',
        'LOGO',
        'NOM',
        'id',
        'key',
      ])
    }
    expect(await call(app, { url: '/api/company/nulle' })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})
