import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Values } from '../../schemas/merge.ts'
import {
  type Answer,
  answerOf,
  type Caller,
  type ContractApp,
  callerOf,
  describeContract,
} from '../support/contract.ts'
import { addAdmin, signInAdmin, testSecrets } from '../support/test-app.ts'

/** An administrator, logged in. */
async function administrator({ app, db }: ContractApp): Promise<Caller> {
  return callerOf(app, (await signInAdmin(app, await addAdmin(db))).token)
}

const label = (more: Values = {}): Values => ({ LIBELLE: `Étiquette ${randomUUID()}`, COULEUR: '#2f9e44', ...more })
const link = (more: Values = {}): Values => ({
  slug: `s-${randomUUID().slice(0, 8)}`,
  url: 'https://www.example.com/offre',
  ...more,
})

describeContract('content that administrators and the staff write', (server) => {
  const audited = async (companyId: string, target: string): Promise<string[]> => {
    const { rows } = await server().db.inTenant(companyId, (trx) =>
      sql<{ action: string }>`select action from audit where target = ${target} order by id`.execute(trx),
    )
    return rows.map((row) => row.action)
  }

  /** Creates, reads, sorts, changes and deletes, as one administrator. */
  async function wholeLife(
    path: string,
    { body, patch, query = '' }: { body: Values; patch: Values; query?: string },
  ): Promise<{ admin: Caller; id: string }> {
    const admin = await administrator(server())
    const key = randomUUID()
    const made = await admin.post(path, body, { query, key })
    expect([made.status, made.body]).toMatchObject([201, { data: body }])
    const id = String(made.data.id)
    expect((await admin.post(path, body, { query, key })).data).toEqual(made.data)
    expect((await admin.get(`${path}/${id}${query}`)).data).toEqual(made.data)
    expect((await admin.get(`${path}${query}`)).list).toContainEqual(made.data)
    const sorted = await admin.get(`${path}${query === '' ? '?' : `${query}&`}sortBy=id&sortDesc=true`)
    const ids = sorted.list.map((row) => String(row.id))
    expect(ids).toEqual([...ids].sort().reverse())
    const changed = await admin.put(`${path}/${id}`, patch, { query })
    expect([changed.status, changed.data]).toEqual([200, { ...made.data, ...patch }])
    expect((await admin.post(path, { ...body, inconnu: 1 }, { query })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      errors: { inconnu: ['Champ inconnu'] },
    })
    expect((await admin.put(`${path}/nowhere`, patch, { query })).status).toBe(404)
    const removed = await callerOf(server().app, admin.token).del(`${path}/${id}${query}`)
    expect(removed.status).toBe(204)
    expect((await admin.get(`${path}/${id}${query}`)).status).toBe(404)
    return { admin, id }
  }

  it('[API-13] labels: an administrator creates, changes and deletes them, the audit trail tells it, the staff reads them', async () => {
    const company = await server().company()
    const query = `?company_id=${company.id}`
    const { admin, id } = await wholeLife('/admin/labels', {
      body: label(),
      patch: { COULEUR: '#e03131', ORDRE: 4 },
      query,
    })
    expect(await audited(company.id, `label:${id}`)).toEqual(['label.created', 'label.updated', 'label.deleted'])
    const one = (await admin.post('/admin/labels', label({ LIBELLE: 'Premium' }), { query })).data
    expect((await company.as('theo').get('/labels')).list).toEqual([one])
    expect((await admin.post('/admin/labels', label({ LIBELLE: 'Premium' }), { query })).body).toMatchObject({
      errors: { LIBELLE: ['Cette étiquette existe déjà'] },
    })
    expect((await admin.post('/admin/labels', label({ COULEUR: 'red' }), { query })).body).toMatchObject({
      errors: { COULEUR: ["Le format n'est pas valide"] },
    })
    expect((await admin.get('/admin/labels')).body).toMatchObject({ errors: { company_id: ['Ce champ est requis'] } })
    expect((await admin.get('/admin/labels?company_id=nowhere')).status).toBe(404)
    expect((await company.as('diane').get('/admin/labels')).status).toBe(403)
  })

  it('[API-13] labels: two administrators on one label: the later save is told of the other’s', async () => {
    const company = await server().company()
    const query = `?company_id=${company.id}`
    const admin = await administrator(server())
    const { data } = await admin.post('/admin/labels', label(), { query })
    const at = `/admin/labels/${String(data.id)}${query}`
    const save = (COULEUR: string) => admin.put(at, { COULEUR, _base: { COULEUR: data.COULEUR } })
    const both = await Promise.all(['#111111', '#222222'].map(save))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const kept = both.find(({ status }) => status === 200)?.data.COULEUR
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ details: { record: { COULEUR: kept } } })
    expect((await admin.put(at, { ORDRE: 7, _base: { ORDRE: data.ORDRE } })).data).toMatchObject({
      ORDRE: 7,
      COULEUR: kept,
    })
    expect((await admin.put(at, { ORDRE: 8 })).data).toMatchObject({ ORDRE: 8 })
  })

  it('[API-03] assets: kinds, default items and a company’s own, resolved before login', async () => {
    const company = await server().company()
    const query = `?company_id=${company.id}`
    const code = `essai_${randomUUID().slice(0, 8)}`
    await wholeLife('/admin/assetstype', {
      body: { code, LIBELLE: 'Essai', GENRE: 'texte' },
      patch: { LIBELLE: 'Autre' },
    })
    // One of the items that screens show: others cannot be made.
    const shown = 'couleur'
    const before = (await administrator(server()).then((one) => one.get('/admin/assetsitem'))).list.find(
      (one) => one.code === shown,
    )
    await (await administrator(server())).del(`/admin/assetsitem/${String(before?.id)}`)
    const body = { IDASSETTYPE: 'couleur', code: shown, LIBELLE: 'Essai', VALEUR: '#112233' }
    const { admin } = await wholeLife('/admin/assetsitem', { body, patch: { VALEUR: '#445566' } })
    const item = (await admin.post('/admin/assetsitem', body)).data
    await wholeLife('/admin/assetsitemcustom', {
      body: { IDASSETITEM: item.id, VALEUR: '#000000' },
      patch: { VALEUR: '#ffffff' },
      query,
    })
    const resolved = async (companyId: string): Promise<unknown> => {
      const response = await server().app.inject({ url: '/api/assets', headers: { 'company-key': companyId } })
      return answerOf(response).list.find((one) => one.code === shown)?.VALEUR
    }
    const other = await server().company()
    expect(await resolved(company.id)).toBe('#112233')
    const own = await admin.post('/admin/assetsitemcustom', { IDASSETITEM: item.id, VALEUR: '#abcdef' }, { query })
    expect([await resolved(company.id), await resolved(other.id)]).toEqual(['#abcdef', '#112233'])
    expect(
      (await admin.post('/admin/assetsitemcustom', { IDASSETITEM: item.id, VALEUR: '#1' }, { query })).body,
    ).toMatchObject({ errors: { VALEUR: ["Le format n'est pas valide"] } })
    expect(
      (await admin.post('/admin/assetsitemcustom', { IDASSETITEM: item.id, VALEUR: '#101010' }, { query })).body,
    ).toMatchObject({ errors: { IDASSETITEM: ['Cette entreprise a déjà sa version de cet élément'] } })
    expect((await admin.del('/admin/assetstype/couleur')).status).toBe(422)
    // Another company's administrator page cannot reach it through its own company.
    expect((await admin.get(`/admin/assetsitemcustom/${String(own.data.id)}?company_id=${other.id}`)).status).toBe(404)
  })

  it.each(['javascript:alert(1)', '//pirate.example/x', '/\\pirate.example', 'data:text/html,x'])(
    '[SEC] an image asset is never %s',
    async (VALEUR) => {
      const admin = await administrator(server())
      expect((await admin.put('/admin/assetsitem/fond_connexion', { VALEUR })).status).toBe(422)
    },
  )

  it('[API-03] mail templates: defaults, a company’s own words, preview, unknown variables', async () => {
    const company = await server().company()
    const query = `?company_id=${company.id}`
    const code = `essai_${randomUUID().slice(0, 8)}`
    const body = { code, subject: 'Bonjour {{nom}}', body: 'De {{entreprise}}', variables: ['nom'] }
    const { admin } = await wholeLife('/admin/mailtemplates', { body, patch: { subject: 'Salut {{nom}}' } })
    expect((await admin.post('/admin/mailtemplates', { ...body, body: '{{prix}}' })).body).toMatchObject({
      errors: { body: ["La variable {{prix}} n'existe pas. Variables : entreprise, nom"] },
    })
    const own = { code: 'invitation', subject: 'Bienvenue {{nom}}', body: '{{lien}}' }
    await wholeLife('/admin/mailtemplatescustomer', { body: own, patch: { body: '{{lien}} {{duree}}' }, query })
    // Whoever is invited could not enter, and nothing would say why.
    for (const text of ['Bonjour {{nom}}', '']) {
      const { status, body: refusal } = await admin.post(
        '/admin/mailtemplatescustomer',
        { ...own, body: text },
        { query },
      )
      expect([status, refusal]).toMatchObject([422, { errors: { body: [expect.stringContaining('{{lien}}')] } }])
    }
    const glued = { ...own, body: 'https://pirate.example/?{{lien}}' }
    expect((await admin.post('/admin/mailtemplatescustomer', glued, { query })).body).toMatchObject({
      errors: { body: [expect.stringContaining('Séparez {{lien}}')] },
    })
    const [invitation] = (await admin.get('/admin/mailtemplates')).list.filter((one) => one.code === 'invitation')
    for (const text of ['Bonjour', glued.body])
      expect((await admin.put(`/admin/mailtemplates/${String(invitation?.id)}`, { body: text })).status).toBe(422)
    const { data } = await admin.post('/admin/mailtemplatescustomer', own, { query })
    const preview = await admin.post(
      `/admin/mailtemplates/${String(data.id)}/preview`,
      { variables: { nom: '<Léa>' } },
      { query },
    )
    expect(preview.data).toMatchObject({ subject: 'Bienvenue <Léa>', text: '[lien]' })
    expect((await admin.post('/admin/mailtemplates/invitation/preview', {})).data).toMatchObject({
      subject: 'Votre compte Lolapp',
    })
    expect((await admin.post(`/admin/mailtemplates/${String(data.id)}/preview`, {})).status).toBe(404)
    expect((await admin.post('/admin/mailtemplatescustomer', { ...own, code }, { query })).body).toMatchObject({
      errors: { code: ['Veuillez choisir une valeur de la liste'] },
    })
  })

  it('[OUT-11] of two administrators who edit one mail template, neither undoes the other unseen', async () => {
    const admin = await administrator(server())
    const { data } = await admin.post('/admin/mailtemplates', {
      code: `essai_${randomUUID().slice(0, 8)}`,
      subject: 'Bonjour',
      body: 'Un',
      variables: [],
    })
    const at = `/admin/mailtemplates/${String(data.id)}`
    const seen = { subject: 'Bonjour', body: 'Un' }
    expect((await admin.put(at, { subject: 'Salut', _base: { subject: seen.subject } })).status).toBe(200)
    // Another field of the same text: both stay.
    expect((await admin.put(at, { body: 'Deux', _base: { body: seen.body } })).data).toMatchObject({
      subject: 'Salut',
      body: 'Deux',
    })
    const late = await admin.put(at, { subject: 'Bonsoir', _base: { subject: seen.subject } })
    expect([late.status, late.body]).toMatchObject([
      409,
      { message: "L'enregistrement a changé entre-temps.", details: { record: { subject: 'Salut', body: 'Deux' } } },
    ])
    // Sent again, and with the same value as the other's: no conflict.
    expect((await admin.put(at, { subject: 'Salut', _base: { subject: seen.subject } })).status).toBe(200)
    const both = await Promise.all(['A', 'B'].map((subject) => admin.put(at, { subject, _base: { subject: 'Salut' } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('[API-03] a template that the product sends keeps its variables and cannot be deleted', async () => {
    const admin = await administrator(server())
    expect((await admin.put('/admin/mailtemplates/invitation', { variables: ['autre'] })).body).toMatchObject({
      errors: { variables: ["Ces variables sont données par l'application"] },
    })
    expect((await admin.del('/admin/mailtemplates/invitation')).status).toBe(422)
  })

  it('[API-03] [SET-07 smtp] the password is stored encrypted and never returned; a test mail is queued', async () => {
    const company = await server().company()
    const admin = await administrator(server())
    const smtp = { host: 'smtp.example.com', port: 465, secure: true, user: 'maison', password: 'très secret' }
    const stored = async (): Promise<{ password: string | null; host: string } | null> => {
      const { rows } = await server().db.inTenant(company.id, (trx) =>
        sql<{ SMTP: { password: string | null; host: string } | null }>`select "SMTP" from company
          where id = ${company.id}`.execute(trx),
      )
      return rows[0]?.SMTP ?? null
    }
    const put = await admin.put(`/admin/smtp/${company.id}`, { ...smtp, MAIL_EXPEDITEUR: 'contact@example.com' })
    const shown = { ...smtp, password: '********', MAIL_EXPEDITEUR: 'contact@example.com', id: company.id }
    expect([put.status, put.data]).toMatchObject([200, shown])
    expect((await admin.get(`/admin/smtp/${company.id}`)).data).toMatchObject(shown)
    expect((await admin.get('/admin/smtp')).list.find((row) => row.id === company.id)).toMatchObject(shown)
    expect(testSecrets.unseal((await stored())?.password ?? '')).toBe('très secret')
    // A form that returns the mask keeps the password, but not with another server.
    await admin.put(`/admin/smtp/${company.id}`, { ...smtp, port: 587, password: '********' })
    expect(testSecrets.unseal((await stored())?.password ?? '')).toBe('très secret')
    const stolen = await admin.put(`/admin/smtp/${company.id}`, {
      ...smtp,
      host: 'pirate.example',
      password: '********',
    })
    expect(stolen.body).toMatchObject({ errors: { password: ['Ce champ est requis'] } })
    expect((await stored())?.host).toBe('smtp.example.com')

    const tested = await admin.post(
      '/admin/smtp/test',
      { MAIL: 'ana@example.com' },
      { query: `?company_id=${company.id}` },
    )
    expect(tested.status).toBe(200)
    const { rows } = await server().db.inTenant(company.id, (trx) =>
      sql`select channel, recipient from message where id = ${tested.data.message_id}`.execute(trx),
    )
    expect(rows).toEqual([{ channel: 'mail', recipient: 'ana@example.com' }])
    expect((await admin.del(`/admin/smtp/${company.id}`)).status).toBe(204)
    expect(await stored()).toBeNull()
    expect(await audited(company.id, `company:${company.id}`)).toEqual([
      'smtp.updated',
      'smtp.updated',
      'smtp.tested',
      'smtp.deleted',
    ])
  })

  describeShortener()

  function describeShortener(): void {
    /** What a browser gets at the root of a company's host. */
    const follow = async (companyId: string, slug: string, remoteAddress = '127.0.0.1') => {
      const host = `${companyId.replace('company-', '')}.localhost`
      const response = await server().app.inject({ url: `/${slug}`, headers: { host }, remoteAddress })
      return { status: response.statusCode, to: response.headers.location, answer: answerOf(response) as Answer }
    }

    it('[API-02] short links: the staff creates, changes and deletes them; they open at the root of the host, clicks are counted', async () => {
      const company = await server().company()
      const diane = company.as('diane')
      const made = await diane.post('/shortener', link({ LIBELLE: 'Offre' }))
      expect([made.status, made.data]).toMatchObject([201, { clicks: 0, url: 'https://www.example.com/offre' }])
      const slug = String(made.data.slug)
      expect(await follow(company.id, slug)).toMatchObject({ status: 302, to: 'https://www.example.com/offre' })
      expect(await follow(company.id, slug)).toMatchObject({ status: 302 })
      const at = `/shortener/${String(made.data.id)}`
      expect((await company.as('theo').get(at)).data).toMatchObject({ clicks: 2 })
      expect((await company.as('alice').put(at, { url: 'https://www.example.com/autre' })).status).toBe(200)
      expect(await follow(company.id, slug)).toMatchObject({ to: 'https://www.example.com/autre' })
      expect((await company.as('theo').get('/shortener')).list).toMatchObject([{ slug, clicks: 3 }])
      expect((await diane.post('/shortener', link({ slug }))).body).toMatchObject({
        errors: { slug: ['Ce lien court existe déjà'] },
      })
      const admin = await administrator(server())
      expect((await admin.get(`${at}?company_id=${company.id}`)).data).toMatchObject({ slug })
      expect((await company.as('camille').post('/shortener', link())).status).toBe(403)
      expect((await diane.del(at)).status).toBe(204)
      const gone = await follow(company.id, slug)
      expect([gone.status, gone.answer.body.message]).toEqual([404, 'Not found'])
    })

    it('[SEC] a short link belongs to its company: nobody else follows, reads, changes or erases it', async () => {
      const [ours, theirs] = [await server().company(), await server().company()]
      const { data } = await ours.as('diane').post('/shortener', link())
      const at = `/shortener/${String(data.id)}`
      const stranger = theirs.as('diane')
      expect((await follow(theirs.id, String(data.slug))).status).toBe(404)
      expect((await stranger.get(at)).status).toBe(404)
      expect((await stranger.put(at, { url: 'https://pirate.example' })).status).toBe(404)
      expect((await stranger.del(at)).status).toBe(404)
      expect((await stranger.get(`/shortener?company_id=${ours.id}`)).status).toBe(404)
      expect((await stranger.post('/shortener', link({ slug: data.slug }))).status).toBe(201)
      expect((await follow(ours.id, String(data.slug))).to).toBe('https://www.example.com/offre')
    })

    it('[SEC] an address that guesses slugs, or clicks without end, is slowed down', async () => {
      const company = await server().company()
      const statuses = new Set<number>()
      for (let n = 0; n < 245; n += 1) statuses.add((await follow(company.id, 'inconnu', '10.9.8.7')).status)
      expect([...statuses]).toEqual([404, 429])
    })

    it.each([
      'javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'ftp://example.com/x',
      '/space',
      '//pirate.example',
      'https://banque.example@pirate.example/',
      'https://banque.example:x@pirate.example/',
      'https:\\\\pirate.example',
      'http://localhost:3000/',
      'http://demo.localhost/',
      'http://127.0.0.1/',
      'http://0x7f.1/',
      'http://2130706433/',
      'http://10.1.2.3/',
      'http://192.168.1.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[fd00::1]/',
      'http://intranet/',
      'http://nas.local/',
    ])('[SEC] a short link never leads to %s', async (url) => {
      const company = await server().company()
      const refused = await company.as('diane').post('/shortener', link({ url }))
      expect([refused.status, Object.keys(refused.body.errors as Values)]).toEqual([422, ['url']])
    })

    it.each(['example.com', 'ftp://example.com/x'])('[RES-06 url] says « Invalid URL » of %s', async (url) => {
      const refused = await (await server().company()).as('diane').post('/shortener', link({ url }))
      expect([refused.status, refused.body.errors]).toEqual([422, { url: ['Invalid URL'] }])
    })

    it.each([
      'api',
      'ics',
      'files',
      'manager',
      'admin',
      'space',
      'login',
      'password',
      'confidentialite',
      'assets',
      'sw',
    ])('[SEC] « %s » is no slug', async (slug) => {
      const company = await server().company()
      const refused = await company.as('diane').post('/shortener', link({ slug }))
      expect(refused.body).toMatchObject({ errors: { slug: ["Ce mot est réservé à l'application"] } })
    })

    it.each(['sw.js', 'manifest.webmanifest', '../x', 'A', 'Été', 'a b', '-a', 'a'])(
      '[SEC] « %s » is no slug',
      async (slug) => {
        const company = await server().company()
        expect((await company.as('diane').post('/shortener', link({ slug }))).status).toBe(422)
      },
    )
  }
})
