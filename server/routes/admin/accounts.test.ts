import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminCaller, adminCaller, errorsOf } from '../../../tests/support/admin-caller.ts'
import { answerOf } from '../../../tests/support/contract.ts'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { choosePassword, linkMailedTo } from '../../../tests/support/mailed-link.ts'
import { staffedCompany } from '../../../tests/support/staffed-company.ts'
import { addPersonnel, call, PASSWORD, signIn, testApp } from '../../../tests/support/test-app.ts'

/** Administrators, roles, sessions and the trail; the staff of companies are in staff-accounts.test.ts. */
describeEngines('accounts, for administrators', (db) => {
  let app: FastifyInstance
  let admin: AdminCaller
  let company: string

  beforeAll(async () => {
    // The demonstration's outbox keeps what it would have sent.
    app = await testApp(db(), { demo: true })
    admin = await adminCaller(app, db())
    company = (await staffedCompany(db())).id
  })
  afterAll(() => app.close())

  it('[API-03] creates an administrator who logs in by the mailed link, changes and disables them', async () => {
    const made = await admin.call('POST', '/admin/users', { name: 'Nina', email: 'Nina@Example.com' })
    expect(made).toMatchObject({ status: 201, data: { name: 'Nina', email: 'nina@example.com', disabled: false } })
    const { id } = made.data as { id: string }
    const token = await linkMailedTo(db(), 'nina@example.com', { platform: true })
    expect(
      (await choosePassword(app, { token, email: 'nina@example.com', headers: { host: 'admin.localhost' } })).status,
    ).toBe(204)
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

  it('[API-03] two administrators on one administrator, and on one role: the later save is told of the other’s', async () => {
    const { data: nina } = await admin.call('POST', '/admin/users', { name: 'Lise', email: 'lise@example.com' })
    const at = `?company_id=${await addCompany(db())}`
    const { data: role } = await admin.call('POST', `/admin/roles${at}`, { name: 'metreur', common_name: 'Métreur' })
    const cases = [
      { path: `/admin/users/${nina.id}`, field: 'name', first: 'Lise', other: { email: 'lise.b@example.com' } },
      { path: `/admin/roles/${role.id}${at}`, field: 'common_name', first: 'Métreur', other: { color: '#2e7d32' } },
    ]
    for (const { path, field, first, other } of cases) {
      const save = (value: string) => admin.call('PUT', path, { [field]: value, _base: { [field]: first } })
      expect((await save('Un')).data).toMatchObject({ [field]: 'Un' })
      const late = await save('Deux')
      expect([late.status, late.body]).toMatchObject([409, { details: { record: { [field]: 'Un' } } }])
      // Another field of the same record, and the same value again: no conflict.
      const [name = ''] = Object.keys(other)
      const seen = { _base: { [name]: name === 'email' ? 'lise@example.com' : null } }
      expect((await admin.call('PUT', path, { ...other, ...seen })).data).toMatchObject({ [field]: 'Un', ...other })
      expect((await save('Un')).status).toBe(200)
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
      await admin.call('POST', `/admin/roles?company_id=${of.company_id}`, { name, common_name: name.toUpperCase() })
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

  it('[ADM-04] searches all staff, administrators and companies for words, not only those of a page', async () => {
    await admin.call('POST', '/admin/users', { name: 'Éloïse Œuvrard', email: 'eloise@example.com' })
    const of = await addCompany(db())
    for (const NOM of ['Aubert', 'Bœuf', 'Zylbër']) {
      const made = await admin.call('POST', `/admin/personnels?company_id=${of}`, {
        NOM,
        MAIL: `${NOM[0]}@example.com`,
      })
      expect(made.status).toBe(201)
    }
    const staff = `/admin/personnels?company_id=${of}&limit=1&`
    for (const [path, column, expected] of [
      [`${staff}q=zylber`, 'NOM', ['Zylbër']],
      [`${staff}q=BOEUF`, 'NOM', ['Bœuf']],
      [`${staff}q=example&page=3`, 'NOM', ['Zylbër']],
      [`${staff}q=example%20aub`, 'NOM', ['Aubert']],
      [`${staff}q=personne`, 'NOM', []],
      ['/admin/users?limit=1&q=oeuvrard%20elo', 'name', ['Éloïse Œuvrard']],
      [`/admin/company?limit=1&q=${of}`, 'id', []],
    ] as const) {
      expect((await admin.call('GET', path)).list.map((row) => row[column])).toEqual(expected)
    }
    expect((await admin.call('GET', `${staff}q=example`)).body.total).toBe(3)
    expect((await admin.call('GET', `/admin/personnels?q=zylber`)).list).toEqual([])
    expect((await admin.call('GET', `${staff}q=${'x'.repeat(121)}`)).status).toBe(422)
  })

  it('[API-03] [RES-06 capital] names and colours the roles of one company', async () => {
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
    for (const [method, at_] of [
      ['POST', '/admin/roles'],
      ['PUT', path],
    ] as const) {
      const small = await admin.call(method, `${at_}${at}`, {
        ...(method === 'POST' ? { name: 'assistant' } : {}),
        common_name: 'relevés',
      })
      expect([small.status, errorsOf(small)]).toEqual([422, { common_name: ['Veuillez commencer par une majuscule'] }])
    }
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
