import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import nodeIcal from 'node-ical'
import { expect, it } from 'vitest'
import { addDays, instantOf, today } from '../../schemas/dates.ts'
import type { Values } from '../../schemas/merge.ts'
import { saveCredential, setDisabled } from '../../server/accounts/credentials.ts'
import { adminCaller } from '../support/admin-caller.ts'
import { type ContractCompany, describeContract } from '../support/contract.ts'
import { newClient, newDevis, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'

const ZONE = 'Europe/Paris'
const day = (days: number): string => addDays(today(ZONE), days)

describeContract('agenda subscription', (server) => {
  const renew = async (company: ContractCompany, name: 'camille' | 'theo' = 'camille'): Promise<string> => {
    await server().db.inTenant(company.id, (tx) =>
      saveCredential(tx, { id: name, mail: `${name}@example.com`, passwordHash: 'x' }),
    )
    const { status, data } = await company.as(name).post('/ics/token', undefined)
    expect(status).toBe(201)
    const url = new URL(String(data.url))
    expect(url.hostname).toBe(`${company.id.replace('company-', '')}.localhost`)
    return url.pathname.replace('/ics/', '')
  }
  const read = async (hash: string, { host = 'localhost', prefix = '', headers = {} } = {}) => {
    const response = await server().app.inject({ url: `${prefix}/ics/${hash}`, headers: { host, ...headers } })
    const events = Object.values(nodeIcal.sync.parseICS(response.body)) as unknown as {
      type: string
      summary: string
      status?: string
      start: Date
    }[]
    return { ...response, status: response.statusCode, events: events.filter((one) => one.type === 'VEVENT') }
  }

  it('[CAL-08] [API-04] gives my appointments and works, and nobody else’s, under the host and the API', async () => {
    const company = await server().company()
    const [camille, alice] = [company.as('camille'), company.as('alice')]
    const client = await newClient(camille, { NOM: 'Martin', PRENOM: 'Léa' })
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    const rdv = (days: number, more = {}) =>
      newRdv(camille, {
        RDV_OBJET: `Jour ${days}`,
        RDV_DEBUT: `${day(days)} 09:00`,
        RDV_FIN: `${day(days)} 10:00`,
        IDPROJET: projet.IDPROJET,
        IDPERSONNELS: ['camille'],
        ...more,
      })
    for (const days of [-61, -60, 1, 365, 366]) await rdv(days)
    await rdv(2, { RDV_OBJET: 'À Colin', IDPERSONNELS: ['colin'] })
    const gone = await rdv(3, { RDV_OBJET: 'Supprimé' })
    expect((await camille.del(`/rdvs/${String(gone.IDRDV)}`)).status).toBeLessThan(300)
    await newIntervention(alice, projet, {
      RDV_OBJET: 'Pose',
      RDV_DEBUT: `${day(4)} 08:00`,
      RDV_FIN: `${day(5)} 17:00`,
      IDINTERVENTION_PLANNING: [
        { id: 'a', IDPERSONNEL: 'camille', DEBUT: `${day(4)} 08:00`, FIN: `${day(4)} 12:00` },
        { id: 'b', IDPERSONNEL: 'theo', DEBUT: `${day(5)} 08:00`, FIN: `${day(5)} 12:00` },
      ],
    })
    const hash = await renew(company)
    const found = await read(hash)
    expect([found.status, found.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(found.events.map((one) => one.summary).sort()).toEqual([
      'Jour -60 · Léa Martin',
      'Jour 1 · Léa Martin',
      'Jour 365 · Léa Martin',
      'Pose · Léa Martin',
    ])
    const tomorrow = found.events.find((one) => one.summary.startsWith('Jour 1 '))
    expect(tomorrow?.start.toISOString()).toBe(instantOf(`${day(1)} 09:00`, ZONE)?.toISOString())
    const under = await read(`${hash}.ics`, { prefix: '/api' })
    expect([under.status, under.body, under.headers['cache-control']]).toEqual([200, found.body, 'no-store'])
    expect((await read(await renew(company, 'theo'))).events.map((one) => one.summary)).toEqual(['Pose · Léa Martin'])
  })

  it('[CAL-08] visits to come of a stopped project and works of an ended order are cancelled there; what was stays', async () => {
    const company = await server().company()
    const [camille, alice] = [company.as('camille'), company.as('alice')]
    const projets = await Promise.all(['stopped', 'goes'].map(() => newProjet(camille)))
    const [stopped, goes] = projets as [Values, Values]
    const rdv = (days: number, { IDPROJET }: Values, more = {}) =>
      newRdv(camille, {
        RDV_OBJET: `Jour ${days}`,
        RDV_DEBUT: `${day(days)} 09:00`,
        RDV_FIN: `${day(days)} 10:00`,
        IDPROJET,
        IDPERSONNELS: ['camille'],
        ...more,
      })
    for (const days of [-3, 3]) await rdv(days, stopped)
    const early = await rdv(4, stopped)
    expect((await camille.put(`/rdvs/debrief/${early.IDRDV}`, { DEBRIEF_CATEGORIE: 4 })).status).toBe(200)
    await rdv(5, goes)
    const devis = await newDevis(camille, goes)
    for (const [days, IDDEVIS] of [
      [6, devis.IDDEVIS],
      [7, null],
    ] as const) {
      const hours = { DEBUT: `${day(days)} 08:00`, FIN: `${day(days)} 12:00` }
      await newIntervention(alice, goes, {
        RDV_OBJET: `Jour ${days}`,
        IDDEVIS,
        RDV_DEBUT: hours.DEBUT,
        RDV_FIN: hours.FIN,
        IDINTERVENTION_PLANNING: [{ id: 'a', IDPERSONNEL: 'camille', ...hours }],
      })
    }
    const summaries = async (): Promise<string[]> =>
      (await read(await renew(company))).events.map(({ summary, status }) => `${status ?? ''} ${summary}`)
    expect((await summaries()).filter((one) => !one.startsWith(' Jour'))).toEqual([])
    expect((await camille.put(`/projets/${stopped.IDPROJET}`, { DATE_SANS_SUITE: day(0) })).status).toBe(200)
    // Signed and cancelled by SQL: the evidence of both is no matter here.
    await server().db.inTenant(company.id, (tx) =>
      sql`update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = ${new Date().toISOString()}, "REFUSE" = 1, seq = take_seq(1)
        where "IDDEVIS" = ${devis.IDDEVIS}`.execute(tx),
    )
    const found = await summaries()
    expect(found.filter((one) => one.startsWith('CANCELLED'))).toEqual([
      expect.stringMatching(/^CANCELLED Projet arrêté · Jour 3/),
      expect.stringMatching(/^CANCELLED Commande annulée · Jour 6/),
    ])
    expect(found).toHaveLength(6)
  })

  it('[CAL-08] [DAY-10 absence] has my absences, each time of a recurring one where its exceptions put it, and nobody else’s', async () => {
    const company = await server().company()
    const absence = (name: 'camille' | 'theo', more: Record<string, unknown>) =>
      company.as(name).post('/absences', {
        id: randomBytes(8).toString('hex'),
        IDPERSONNELS: [name],
        GENRE: 'conges',
        JOURNEES: 0,
        ...more,
      })
    const whole = { JOURNEES: 1, DEBUT: `${day(3)} 00:00`, FIN: `${day(5)} 00:00` }
    expect((await absence('camille', whole)).status).toBe(201)
    const weekly = { DEBUT: `${day(10)} 09:00`, FIN: `${day(10)} 10:00`, REPETITION: 'semaine', REPETER_FOIS: 4 }
    const EXCEPTIONS = [{ id: day(17) }, { id: day(24), DEBUT: `${day(25)} 14:00`, FIN: `${day(25)} 15:00` }]
    expect((await absence('camille', { GENRE: 'reunion', ...weekly, EXCEPTIONS })).status).toBe(201)
    expect((await absence('theo', whole)).status).toBe(201)
    const { events } = await read(await renew(company))
    const at = (days: number, hour: string): string | undefined =>
      instantOf(`${day(days)} ${hour}`, ZONE)?.toISOString()
    expect(events.map((one) => one.summary)).toEqual(['Absent', 'Absent', 'Absent', 'Absent'])
    const starts = events.map((one) => one.start.toISOString())
    for (const wanted of [at(10, '09:00'), at(25, '14:00'), at(31, '09:00')]) expect(starts).toContain(wanted)
    expect((await read(await renew(company, 'theo'))).events).toHaveLength(1)
  })

  it('[CAL-08] answers 304 while nothing changed, and no shared cache may keep it', async () => {
    const company = await server().company()
    const hash = await renew(company)
    const first = await read(hash)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await read(hash, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.status, again.body]).toEqual([304, ''])
    const start = `${day(1)} 09:00`
    await newRdv(company.as('camille'), { RDV_DEBUT: start, RDV_FIN: `${day(1)} 10:00`, IDPERSONNELS: ['camille'] })
    expect((await read(hash, { headers: { 'if-none-match': String(first.headers.etag) } })).status).toBe(200)
  })

  it('[SEC] [CAL-08] a hash is 256 random bits, stored as a digest only, shown once, invalid when renewed', async () => {
    const company = await server().company()
    const first = await renew(company)
    expect(Buffer.from(first, 'base64url')).toHaveLength(32)
    const { rows } = await server().db.inTenant(company.id, (trx) => sql`select * from ics_token`.execute(trx))
    expect(JSON.stringify(rows)).not.toContain(first)
    expect((await company.as('camille').get('/ics/token')).data).toMatchObject({ url: null })
    const second = await renew(company)
    expect(second).not.toBe(first)
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect((await company.as('theo').get('/ics/token')).data).toEqual({ url: null, created_at: null })
  })

  it('[SEC] a guessed hash gets the same answer as a missing one', async () => {
    const company = await server().company()
    const hash = await renew(company)
    const missing = (await read('x')).body
    const near = `${hash.slice(0, -2)}${hash.endsWith('AA') ? 'BB' : 'AA'}`
    for (const guess of [
      near,
      hash.slice(0, -1),
      randomBytes(32).toString('base64url'),
      "'",
      '%00',
      '%25',
      'camille',
    ]) {
      const { status, body } = await read(guess)
      expect([guess, status, body]).toEqual([guess, 404, missing])
    }
  })

  it('[SEC] ends with the account, and is not read at another company’s host', async () => {
    const [ours, theirs] = [await server().company(), await server().company()]
    const hash = await renew(ours)
    const host = (company: ContractCompany): string => `${company.id.replace('company-', '')}.localhost`
    expect((await read(hash, { host: host(ours) })).status).toBe(200)
    expect((await read(hash, { host: host(theirs) })).status).toBe(404)
    expect((await read(hash, { host: host(theirs), prefix: '/api' })).status).toBe(404)
    await server().db.inTenant(ours.id, (trx) =>
      sql`update personnel set deleted = true, seq = take_seq(1) where "IDPERSONNEL" = 'camille'`.execute(trx),
    )
    expect((await read(hash)).status).toBe(404)
  })

  it('[SEC] ends with the login: the address of somebody whose mail was removed, or whose login is disabled, opens nothing', async () => {
    const company = await server().company()
    const admin = await adminCaller(server().app, server().db)
    const change = (body: Record<string, unknown>) =>
      admin.call('PUT', `/admin/personnels/camille?company_id=${company.id}`, body)
    const [camille, theo] = [await renew(company), await renew(company, 'theo')]
    expect((await change({ MAIL: null })).status).toBe(200)
    await server().db.inTenant(company.id, (tx) =>
      setDisabled(tx, { id: 'theo', mail: null, disabled: true, passwordHash: 'x' }),
    )
    expect([(await read(camille)).status, (await read(theo)).status]).toEqual([404, 404])
  })

  it('[SEC] an impersonating administrator cannot make one', async () => {
    const company = await server().company()
    const { token } = await server().app.sessions.open({
      kind: 'personnel',
      accountId: 'camille',
      companyId: company.id,
      deviceId: null,
      impersonator: 'admin:a',
    })
    const made = await server().app.inject({
      method: 'POST',
      url: '/api/ics/token',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(made.statusCode).toBe(409)
  })
})
