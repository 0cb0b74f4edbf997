import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminCaller, adminCaller, errorsOf } from '../../../tests/support/admin-caller.ts'
import { callerOf } from '../../../tests/support/contract.ts'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import { choosePassword, linkMailedTo } from '../../../tests/support/mailed-link.ts'
import { staffedCompany } from '../../../tests/support/staffed-company.ts'
import { addPersonnel, call, signIn, testApp } from '../../../tests/support/test-app.ts'

describeEngines('accounts of staff, for administrators', (db) => {
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

  const newPerson = (more: object = {}) => ({
    NOM: 'Nouveau',
    PRENOM: 'Léo',
    ROLES: ['commercial'],
    IDAGENCE: 'lyon',
    AGENCES: ['lyon'],
    ...more,
  })

  it('[API-03] [ADM-02] creates staff whom devices receive, and who log in by the installation mail', async () => {
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
    const token = await linkMailedTo(db(), 'leo@example.com', { companyId: company })
    const headers = { 'company-key': company }
    expect((await choosePassword(app, { token, email: 'leo@example.com', headers })).status).toBe(204)
    const payload = { MAIL: 'leo@example.com', password: 'une phrase de passe' }
    expect((await call(app, { method: 'POST', url: '/api/lolapp/login', payload, headers })).status).toBe(200)
  })

  it('[ADM-02] an address whose domain has accents is one person’s in both spellings, and whoever is invited types either', async () => {
    const path = `/admin/personnels?company_id=${company}`
    const [typed, ascii] = ['max@rénov.example.com', 'max@xn--rnov-bpa.example.com']
    const made = await admin.call('POST', path, newPerson({ MAIL: typed }))
    const id = made.data.IDPERSONNEL as string
    // The record says it as it was typed.
    expect([made.status, made.data.MAIL]).toEqual([201, typed])
    await admin.call('POST', '/admin/send_installation_mail', { IDPERSONNEL: id, company_id: company })
    const token = await linkMailedTo(db(), ascii, { companyId: company })
    const headers = { 'company-key': company }
    expect((await choosePassword(app, { token, email: typed, headers })).status).toBe(204)
    const old = await addPersonnel(db(), { companyId: company, mail: 'ida@rénov.example.com' })
    for (const MAIL of [typed, ascii, old.mail, 'ida@xn--rnov-bpa.example.com']) {
      const taken = await admin.call('POST', path, newPerson({ MAIL }))
      expect([MAIL, taken.status, Object.keys(errorsOf(taken))]).toEqual([MAIL, 422, ['MAIL']])
    }
  })

  it('gives new rights at once, and notes in the trail who gave what', async () => {
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

  it('[SEC] ends the sessions of a person who is disabled, loses their mail, or is deleted', async () => {
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
      // Their old token stays invalid.
      expect(await status()).toBe(401)
      expect((await admin.call('GET', path)).status).toBe(end === 'gone' ? 404 : 200)
    }
  })

  it('[SEC] a link that was mailed to a former address opens nothing once the address is another', async () => {
    const [wrong, right] = ['jean.erreur@example.com', 'jean.juste@example.com']
    const made = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson({ MAIL: wrong }))
    const id = made.data.IDPERSONNEL as string
    await admin.call('POST', '/admin/send_installation_mail', { IDPERSONNEL: id, company_id: company })
    const token = await linkMailedTo(db(), wrong, { companyId: company })
    await admin.call('PUT', `/admin/personnels/${id}?company_id=${company}`, { MAIL: right })
    const ofStaff = await choosePassword(app, { token, email: right, headers: { 'company-key': company } })

    const user = await admin.call('POST', '/admin/users', { name: 'Jeanne', email: 'jeanne.erreur@example.com' })
    const link = await linkMailedTo(db(), 'jeanne.erreur@example.com', { platform: true })
    await admin.call('PUT', `/admin/users/${user.data.id}`, { email: 'jeanne.juste@example.com' })
    const named = { token: link, email: 'jeanne.juste@example.com', headers: { host: 'admin.localhost' } }
    expect([ofStaff.status, (await choosePassword(app, named)).status]).toEqual([422, 422])
  })

  it('[SEC] a link that was mailed before an account was closed opens nothing once the account is open again', async () => {
    const mail = 'jean.parti@example.com'
    const made = await admin.call('POST', `/admin/personnels?company_id=${company}`, newPerson({ MAIL: mail }))
    const id = made.data.IDPERSONNEL as string
    await admin.call('POST', '/admin/send_installation_mail', { IDPERSONNEL: id, company_id: company })
    const token = await linkMailedTo(db(), mail, { companyId: company })
    for (const disabled of [true, false])
      await admin.call('PUT', `/admin/personnels/${id}?company_id=${company}`, { disabled })
    const ofStaff = await choosePassword(app, { token, email: mail, headers: { 'company-key': company } })
    expect(ofStaff.status).toBe(422)

    for (const [email, close] of [
      ['jeanne.partie@example.com', (path: string) => admin.call('PUT', path, { disabled: true })],
      ['lise.partie@example.com', (path: string) => admin.call('DELETE', path)],
    ] as const) {
      const user = await admin.call('POST', '/admin/users', { name: 'Partie', email })
      const link = await linkMailedTo(db(), email, { platform: true })
      await close(`/admin/users/${user.data.id}`)
      expect((await admin.call('PUT', `/admin/users/${user.data.id}`, { disabled: false })).status).toBe(200)
      const named = { token: link, email, headers: { host: 'admin.localhost' } }
      expect([email, (await choosePassword(app, named)).status]).toEqual([email, 422])
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

  it("[ADM-03] [ADM-04] sends the company's own text, with the link that opens the account", async () => {
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
    const { expires_at } = await db().inTenant(here, (tx) =>
      tx
        .selectFrom('password_link')
        .select('expires_at')
        .where('account', '=', `personnel:${person.id}`)
        .executeTakeFirstOrThrow(),
    )
    // What the mail says, and no longer.
    const hours = (new Date(expires_at).getTime() - Date.now()) / 3_600_000
    expect(hours).toBeLessThanOrEqual(7 * 24)
    expect(hours).toBeGreaterThan(7 * 24 - 1)
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
})
