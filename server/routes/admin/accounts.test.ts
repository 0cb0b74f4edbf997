import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminCaller, adminCaller, errorsOf } from '../../../tests/support/admin-caller.ts'
import { answerOf, callerOf } from '../../../tests/support/contract.ts'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { staffedCompany } from '../../../tests/support/staffed-company.ts'
import { addPersonnel, call, PASSWORD, signIn, testApp } from '../../../tests/support/test-app.ts'

describeEngines('accounts, for administrators', (db) => {
  let app: FastifyInstance
  let admin: AdminCaller
  let company: string

  beforeAll(async () => {
    // The demonstration's outbox keeps what it would have sent.
    app = await testApp(db(), { demo: true })
    admin = await adminCaller(app, db())
    company = (await staffedCompany(db())).id
  }, 60_000)
  afterAll(() => app.close())

  const linkTo = async (mail: string, scope: { companyId: string } | { platform: true }) => {
    const rows = await db().transaction(scope, (tx) =>
      tx.selectFrom('message').select('payload').where('recipient', '=', mail).orderBy('id').execute(),
    )
    const text = (rows.at(-1)?.payload as { text: string } | undefined)?.text ?? ''
    return /\/password\/reset\/([\w-]+)/.exec(text)?.[1] ?? ''
  }
  const choose = (token: string, email: string, headers: Record<string, string>) =>
    call(app, {
      method: 'POST',
      url: '/api/password/reset',
      headers,
      payload: { token, email, password: 'une phrase de passe', password_confirmation: 'une phrase de passe' },
    })

  it('[API-03] creates an administrator who gets in by the mailed link, changes and disables them', async () => {
    const made = await admin.call('POST', '/admin/users', { name: 'Nina', email: 'Nina@Example.com' })
    expect(made).toMatchObject({ status: 201, data: { name: 'Nina', email: 'nina@example.com', disabled: false } })
    const { id } = made.data as { id: string }
    const token = await linkTo('nina@example.com', { platform: true })
    expect((await choose(token, 'nina@example.com', { host: 'admin.localhost' })).status).toBe(204)
    const login = (password: string) =>
      call<{ data: { token: string } }>(app, {
        method: 'POST',
        url: '/api/login',
        payload: { email: 'nina@example.com', password },
      })
    const { body } = await login('une phrase de passe')
    const nina = { authorization: `Bearer ${body.data.token}` }
    expect((await call(app, { url: '/api/admin/users', headers: nina })).status).toBe(200)
    expect((await admin.call('PUT', `/admin/users/${id}`, { name: 'Nina B.' })).data).toMatchObject({ name: 'Nina B.' })
    expect((await admin.call('DELETE', `/admin/users/${id}`)).status).toBe(204)
    expect((await call(app, { url: '/api/admin/users', headers: nina })).status).toBe(401)
    expect((await login('une phrase de passe')).status).toBe(401)
    expect((await admin.call('GET', `/admin/users/${id}`)).data).toMatchObject({ disabled: true })
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await admin.call(method, '/admin/users/personne', method === 'PUT' ? { name: 'X' } : undefined)
      expect(answer.status).toBe(404)
    }
  })

  it('[SEC] takes no password, hash or state of an administrator from a body, and lets nobody disable themselves', async () => {
    for (const more of [{ password: PASSWORD }, { password_hash: 'x' }, { disabled: false }]) {
      const answer = await admin.call('POST', '/admin/users', { name: 'X', email: 'x@example.com', ...more })
      expect([answer.status, errorsOf(answer)]).toEqual([422, { [Object.keys(more)[0] as string]: ['Champ inconnu'] }])
    }
    expect((await admin.call('PUT', `/admin/users/${admin.id}`, { password_hash: 'x' })).status).toBe(422)
    expect((await admin.call('PUT', `/admin/users/${admin.id}`, { disabled: true })).status).toBe(422)
    expect((await admin.call('DELETE', `/admin/users/${admin.id}`)).status).toBe(422)
    const twice = await admin.call('POST', '/admin/users', { name: 'Double', email: admin.email.toUpperCase() })
    expect([twice.status, Object.keys(errorsOf(twice))]).toEqual([422, ['email']])
    expect(JSON.stringify((await admin.call('GET', '/admin/users')).body)).not.toContain('argon2')
  })

  it('[ADM-04] sorts users, roles and staff by their own columns only', async () => {
    await admin.call('POST', '/admin/users', { name: 'Aaa', email: 'aaa@example.com' })
    await admin.call('POST', '/admin/users', { name: 'Zzz', email: 'zzz@example.com' })
    const of = { company_id: await addCompany(db()) }
    for (const name of ['metreur', 'assistant', 'technician']) {
      await admin.call('POST', `/admin/roles?company_id=${of.company_id}`, { name, common_name: name })
    }
    for (const [path, column, secret] of [
      ['/admin/users?', 'email', 'password_hash'],
      [`/admin/roles?company_id=${of.company_id}&`, 'name', 'company_id'],
      [`/admin/personnels?company_id=${company}&`, 'IDPERSONNEL', 'seq'],
    ] as const) {
      const up = (await admin.call('GET', `${path}sortBy=${column}`)).list.map((row) => row[column] as string)
      const down = (await admin.call('GET', `${path}sortBy=${column}&sortDesc=true`)).list.map(
        (row) => row[column] as string,
      )
      expect(up.length).toBeGreaterThan(2)
      expect(down).toEqual([...up].reverse())
      expect(up[0]).not.toBe(down[0])
      const second = await admin.call('GET', `${path}sortBy=${column}&limit=1&page=2`)
      expect(second.list.map((row) => row[column])).toEqual([up[1]])
      expect(second.body.total).toBe(up.length)
      expect((await admin.call('GET', `${path}sortBy=${secret}`)).status).toBe(422)
    }
  })

  it('[API-03] names and colours the roles of one company', async () => {
    const [here, there] = [await addCompany(db()), await addCompany(db())]
    const at = `?company_id=${here}`
    const made = await admin.call('POST', `/admin/roles${at}`, {
      name: 'metreur',
      common_name: 'Métreur',
      color: '#2e7d32',
    })
    expect(made.status).toBe(201)
    const path = `/admin/roles/${made.data.id as string}`
    expect((await admin.call('PUT', `${path}${at}`, { common_name: 'Relevés' })).data).toMatchObject({
      name: 'metreur',
      common_name: 'Relevés',
      color: '#2e7d32',
    })
    const double = await admin.call('POST', `/admin/roles${at}`, { name: 'metreur', common_name: 'Encore' })
    expect([double.status, Object.keys(errorsOf(double))]).toEqual([422, ['name']])
    expect((await admin.call('POST', `/admin/roles${at}`, { name: 'roi', common_name: 'Roi' })).status).toBe(422)
    expect((await admin.call('PUT', `${path}${at}`, { name: 'assistant' })).status).toBe(422)
    expect((await admin.call('GET', `${path}?company_id=${there}`)).status).toBe(404)
    expect((await admin.call('GET', path)).status).toBe(422)
    expect((await admin.call('GET', `/admin/roles?company_id=nulle`)).status).toBe(404)
    expect((await admin.call('DELETE', `${path}${at}`)).status).toBe(204)
    expect((await admin.call('GET', `${path}${at}`)).status).toBe(404)
  })

  const newPerson = (more: object = {}) => ({
    NOM: 'Nouveau',
    PRENOM: 'Léo',
    ROLES: ['commercial'],
    IDAGENCE: 'lyon',
    AGENCES: ['lyon'],
    ...more,
  })

  it('[API-03] [ADM-02] creates staff whom devices receive, and who get in by the installation mail', async () => {
    const office = callerOf(app, (await signIn(app, { companyId: company, id: 'alice' })).token)
    const before = await office.pull('/personnels')
    const made = await admin.call(
      'POST',
      `/admin/personnels?company_id=${company}`,
      newPerson({ MAIL: 'Leo@example.com' }),
    )
    expect(made).toMatchObject({
      status: 201,
      data: { NOM_COMPLET: 'Léo Nouveau', IDCOMPANY: company, has_account: true, disabled: false, VERSION: 1 },
    })
    const id = made.data.IDPERSONNEL as string
    const { rows } = await office.pull('/personnels', before.checkpoint)
    expect(rows).toMatchObject([{ IDPERSONNEL: id, ROLES: ['commercial'] }])
    const sent = await admin.call('POST', '/admin/send_installation_mail', { IDPERSONNEL: id, company_id: company })
    expect(sent).toMatchObject({ status: 200, data: { recipient: 'leo@example.com' } })
    const get = `/admin/send_installation_mail?IDPERSONNEL=${id}&company_id=${company}`
    expect((await admin.call('GET', get, undefined, { 'sec-purpose': 'prefetch' })).status).toBe(403)
    expect((await admin.call('GET', get)).data).toEqual({ recipient: 'leo@example.com' })
    const token = await linkTo('leo@example.com', { companyId: company })
    const headers = { 'company-key': company }
    expect((await choose(token, 'leo@example.com', headers)).status).toBe(204)
    const payload = { MAIL: 'leo@example.com', password: 'une phrase de passe' }
    expect((await call(app, { method: 'POST', url: '/api/lolapp/login', payload, headers })).status).toBe(200)
  })

  it('gives new rights at once, and tells the trail who gave what', async () => {
    const made = await admin.call(
      'POST',
      `/admin/personnels?company_id=${company}`,
      newPerson({ MAIL: 'droits@example.com' }),
    )
    const id = made.data.IDPERSONNEL as string
    const path = `/admin/personnels/${id}?company_id=${company}`
    const person = callerOf(app, (await signIn(app, { companyId: company, id })).token)
    expect((await person.post('/report', { id: 'r1', TITRE: 'T', NATURES: [], CHAMPS: [], ACTIF: 1 })).status).toBe(403)
    const changed = await admin.call('PUT', path, { ROLES: ['commercial_director'], TOUTES_AGENCES: 1 })
    expect(changed).toMatchObject({ status: 200, data: { ROLES: ['commercial_director'], VERSION: 2 } })
    expect((await person.post('/report', { id: 'r1', TITRE: 'T', NATURES: [], CHAMPS: [], ACTIF: 1 })).status).not.toBe(
      403,
    )
    expect((await admin.call('PUT', path, { NOM: 'Vieux' }, { 'if-match': '"1"' })).status).toBe(409)
    const lines = await admin.call('GET', `/admin/audit?company_id=${company}&action=personnel.updated`)
    expect(lines.list[0]).toMatchObject({
      actor: `admin:${admin.id}`,
      target: `personnel:${id}`,
      details: { rights: { ROLES: ['commercial_director'], TOUTES_AGENCES: 1 } },
    })
  })

  it('[SEC] ends the sessions of whoever is disabled, loses their mail, or goes', async () => {
    for (const end of ['disabled', 'mail', 'gone'] as const) {
      const body = newPerson({ MAIL: `${end}@example.com` })
      const made = await admin.call('POST', `/admin/personnels?company_id=${company}`, body)
      const id = made.data.IDPERSONNEL as string
      const path = `/admin/personnels/${id}?company_id=${company}`
      const { headers } = await signIn(app, { companyId: company, id })
      const status = async () => (await call(app, { url: '/api/clients', headers })).status
      expect(await status()).toBe(200)
      const answer =
        end === 'gone'
          ? await admin.call('DELETE', path)
          : await admin.call('PUT', path, end === 'disabled' ? { disabled: true } : { MAIL: null })
      expect([end, answer.status < 300, await status()]).toEqual([end, true, 401])
      if (end === 'disabled') expect((await admin.call('PUT', path, { disabled: false })).data.disabled).toBe(false)
      // Their old token stays dead.
      expect(await status()).toBe(401)
      expect((await admin.call('GET', path)).status).toBe(end === 'gone' ? 404 : 200)
    }
  })

  it('[SEC] takes neither a hash, nor a company, nor what the server computes from a body', async () => {
    const other = await addCompany(db())
    for (const more of [
      { password_hash: 'x' },
      { password: 'x' },
      { company_id: other },
      { IDCOMPANY: other },
      { NOM_COMPLET: 'X' },
      { VERSION: 9 },
      { seq: 1 },
      { created_by: 'x' },
    ]) {
      const field = Object.keys(more)[0] as string
      const made = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson(more))
      expect([field, made.status, errorsOf(made)]).toEqual([field, 422, { [field]: ['Champ inconnu'] }])
      const changed = await admin.call('PUT', `/admin/personnels/camille?company_id=${company}`, more)
      expect([field, changed.status]).toEqual([field, 422])
    }
    const bad = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson({ AGENCES: ['mars'] }))
    expect([bad.status, errorsOf(bad)]).toEqual([422, { AGENCES: ["Cette agence n'existe pas"] }])
    const roles = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson({ ROLES: ['admin'] }))
    expect([roles.status, Object.keys(errorsOf(roles))]).toEqual([422, ['ROLES']])
    const mail = (await addPersonnel(db(), { companyId: company })).mail
    const taken = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson({ MAIL: mail }))
    expect([taken.status, Object.keys(errorsOf(taken))]).toEqual([422, ['MAIL']])
    expect((await admin.call('GET', `/admin/personnels/camille?company_id=${other}`)).status).toBe(404)
  })

  it('[ADM-02] offers for impersonation those with a mail and a role, company by company', async () => {
    const here = await staffedCompany(db())
    await addPersonnel(db(), { companyId: here.id, roles: [] })
    const { list } = await admin.call('GET', '/admin/personnels?limit=500')
    const mine = list.filter((row) => (row.company as { id: string }).id === here.id)
    expect(mine.map(({ IDPERSONNEL }) => IDPERSONNEL).sort()).toEqual([
      'alice',
      'bruno',
      'camille',
      'colin',
      'diane',
      'marc',
      'theo',
      'zoe',
    ])
    for (const row of list) expect((row.ROLES as string[]).length).toBeGreaterThan(0)
    const keys = list.map((row) => (row.company as { key: string }).key)
    expect(keys).toEqual([...keys].sort())
  })

  it("[ADM-03] [ADM-04] sends the company's own words, which hold the link that opens the account", async () => {
    const here = (await staffedCompany(db())).id
    const query = `company_id=${here}`
    const own = { code: 'installation', subject: 'Bienvenue {{nom}}', body: '{{lien}} pendant {{duree}}, {{adresse}}' }
    expect((await admin.call('POST', `/admin/mailtemplatescustomer?${query}`, own)).status).toBe(201)
    const person = await addPersonnel(db(), { companyId: here })
    await admin.call('POST', '/admin/send_installation_mail', { IDPERSONNEL: person.id, company_id: here })
    const [sent] = await db().inTenant(here, (tx) =>
      tx.selectFrom('message').select('payload').where('recipient', '=', person.mail).execute(),
    )
    expect(sent?.payload).toMatchObject({
      subject: expect.stringMatching(/^Bienvenue ./),
      text: expect.stringMatching(/^http\S+\/password\/reset\/[\w-]+ pendant 7 jours, http\S+$/),
      secret: true,
    })
  })

  it('[SEC] sends no installation mail to somebody without a mail, or who may not log in', async () => {
    const made = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson())
    const send = (IDPERSONNEL: string) =>
      admin.call('POST', '/admin/send_installation_mail', { IDPERSONNEL, company_id: company })
    expect((await send(made.data.IDPERSONNEL as string)).status).toBe(422)
    const shut = newPerson({ MAIL: 'ferme@example.com', disabled: true })
    const closed = await admin.call('POST', `/admin/personnels?company_id=${company}`, shut)
    expect((await send(closed.data.IDPERSONNEL as string)).status).toBe(422)
    expect((await send('personne')).status).toBe(404)
  })

  it('[SEC] shows sessions by names of their own, and ends one of them', async () => {
    const person = await addPersonnel(db(), { companyId: company })
    const { token, headers } = await signIn(app, { companyId: company, id: person.id })
    const second = await signIn(app, { companyId: company, id: person.id })
    const at = `company_id=${company}`
    const { list, body } = await admin.call('GET', `/admin/devices?${at}&sortBy=created_at&sortDesc=true&limit=2`)
    expect(list).toMatchObject([{ account: `personnel:${person.id}` }, { account: `personnel:${person.id}` }])
    const hashes = await db().inTenant(company, (tx) => tx.selectFrom('session').select('token_hash').execute())
    for (const { token_hash } of hashes) expect(JSON.stringify(body)).not.toContain(token_hash)
    expect(JSON.stringify(body)).not.toContain(token)
    const other = await addCompany(db())
    const mine = list.at(-1)?.id as string
    expect((await admin.call('DELETE', `/admin/devices/${mine}?company_id=${other}`)).status).toBe(404)
    expect((await admin.call('DELETE', `/admin/devices/${mine}?${at}`)).status).toBe(204)
    const alive = await Promise.all(
      [headers, second.headers].map(async (given) => (await call(app, { url: '/api/clients', headers: given })).status),
    )
    expect(alive.sort()).toEqual([200, 401])
    expect((await admin.call('DELETE', `/admin/devices/${mine}?${at}`)).status).toBe(404)
  })

  it('reads the trail by company, action, actor and time, newest first', async () => {
    const here = await addCompany(db())
    const role = await admin.call('POST', `/admin/roles?company_id=${here}`, { name: 'metreur', common_name: 'M' })
    await admin.call('DELETE', `/admin/roles/${role.data.id as string}?company_id=${here}`)
    const read = async (query: string) =>
      (await admin.call('GET', `/admin/audit?company_id=${here}${query}`)).list.map(({ action }) => action)
    expect(await read('')).toEqual(['role.deleted', 'role.created'])
    expect(await read('&action=role.created')).toEqual(['role.created'])
    expect(await read('&action=login')).toEqual([])
    expect(await read(`&actor=admin:${admin.id}&limit=1&page=2`)).toEqual(['role.created'])
    expect(await read('&actor=admin:autre')).toEqual([])
    expect(await read(`&to=${new Date(Date.now() - 3_600_000).toISOString()}`)).toEqual([])
    expect(await read(`&from=${new Date(Date.now() - 3_600_000).toISOString()}`)).toHaveLength(2)
    expect((await admin.call('GET', '/admin/audit?from=hier')).status).toBe(422)
    const platform = (await admin.call('GET', '/admin/audit?action=user.created')).list
    expect(platform.length).toBeGreaterThan(0)
  })

  it('[SEC] [AUT-10] opens no route of administrators to staff of any role, to customers, or to nobody', async () => {
    const routes: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string][] = []
    for (const base of ['company', 'users', 'roles', 'personnels']) {
      routes.push(['GET', base], ['POST', base], ['GET', `${base}/x`], ['PUT', `${base}/x`], ['DELETE', `${base}/x`])
    }
    routes.push(['POST', 'send_installation_mail'], ['GET', 'devices'], ['DELETE', 'devices/x'], ['GET', 'audit'])
    routes.push(['POST', 'impersonate/x'], ['POST', 'impersonate_client/x'])
    const everything = await addPersonnel(db(), {
      companyId: company,
      roles: ['commercial', 'commercial_director', 'metreur', 'technician', 'assistant'],
    })
    const staff = (await signIn(app, { companyId: company, id: everything.id })).headers
    for (const [method, path] of routes) {
      const url = `/api/admin/${path}?company_id=${company}`
      const status = async (headers: Record<string, string>) =>
        answerOf(await app.inject({ method, url, headers })).status
      expect([method, path, await status(staff), await status({})]).toEqual([method, path, 403, 401])
    }
  })
})
