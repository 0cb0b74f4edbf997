import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { whoMay } from '../../schemas/access.ts'
import { COMMAND_NAMES, commandOf } from '../../schemas/commands.ts'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import { isCreatable, isPatchable } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../schemas/resources.ts'
import { commandBodyOf } from '../../server/routes/shared/records.ts'
import { sample as sampleBody } from '../support/access/samples.ts'
import { answerOf, type Caller, type ContractCompany, describeContract } from '../support/contract.ts'
import { LIGNE, newClient, newDevis, newIntervention, newProjet, newRdv } from '../support/contract-records.ts'
import { PERSON_NAMES, staffOf } from '../support/staffed-company.ts'

const pathOf = (resource: SyncedResource): string => entityOf(resource).path

/** A valid value for the field's type, so that only the field itself can be refused. */
const sample = (column: string): unknown =>
  ({ text: 'x', 'text[]': ['x'], jsonb: {}, integer: 1, smallint: 1, bigint: 1, 'double precision': 1 })[column]

const allows = (
  resource: SyncedResource,
  action: 'create' | 'update' | 'delete',
  roles: readonly RoleName[],
): boolean => {
  const who = whoMay(action, resource)
  return who === 'any' || (Array.isArray(who) && who.some((role: RoleName) => roles.includes(role)))
}

describeContract('rights', (server) => {
  it('lets each role do with each resource what the table of rights says, and nothing else', async () => {
    const company = await server().company()
    for (const name of PERSON_NAMES) {
      const caller = company.as(name)
      for (const resource of SYNCED) {
        const [roles, path] = [staffOf(name).roles, pathOf(resource)]
        const refused = async (call: Promise<{ status: number }>): Promise<boolean> => (await call).status === 403
        expect([name, resource, await refused(caller.post(path, {}))]).toEqual([
          name,
          resource,
          !allows(resource, 'create', roles),
        ])
        expect([name, resource, await refused(caller.put(`${path}/nobody`, {}))]).toEqual([
          name,
          resource,
          !allows(resource, 'update', roles),
        ])
        // Nobody deletes an entry of a list: there is no route for it.
        const deletion = await caller.del(`${path}/nobody`)
        const mayDelete = allows(resource, 'delete', roles)
        const refusals = whoMay('delete', resource) === 'nobody' ? [403, 404] : [403]
        expect([name, resource, refusals.includes(deletion.status)]).toEqual([name, resource, !mayDelete])
      }
    }
  })

  it('refuses fields that only the server sets (mass assignment)', async () => {
    const company = await server().company()
    const director = company.as('diane')
    for (const resource of SYNCED) {
      const entity = entityOf(resource)
      for (const [name, field] of Object.entries(entity.fields)) {
        const value = sample(field.column)
        if (!isCreatable(field) && allows(resource, 'create', ['commercial_director'])) {
          const { status, body } = await director.post(pathOf(resource), { [name]: value })
          expect([resource, name, status]).toEqual([resource, name, 422])
          expect(body.errors).toHaveProperty([name])
        }
        if (!isPatchable(field) && allows(resource, 'update', ['commercial_director'])) {
          const { status, body } = await director.put(`${pathOf(resource)}/nobody`, { [name]: value })
          expect([resource, name, status]).toEqual([resource, name, 422])
          expect(body.errors).toHaveProperty([name])
        }
      }
    }
  })

  it.each([
    'company_id',
    'seq',
    'VERSION',
    'deleted',
    'created_by',
    'viewer_agence',
    'stamps',
    '__proto__x',
    'IDCLIEN',
  ])('refuses the unknown field %s', async (field) => {
    const company = await server().company()
    const answer = await company.as('camille').post('/clients', { NOM: 'A', [field]: 1 })
    expect([answer.status, answer.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(answer.body.errors).toEqual({ [field]: ['Champ inconnu'] })
  })

  it('lets nobody of the staff change rights, their own included', async () => {
    const company = await server().company()
    const rights = {
      ROLES: ['commercial_director'],
      TOUTES_AGENCES: 1,
      AGENCES: ['brest'],
      IDAGENCE: 'brest',
      MAIL: 'a@b.fr',
    }
    for (const [field, value] of Object.entries(rights)) {
      const answer = await company.as('diane').put('/personnels/diane', { [field]: value })
      expect([field, answer.status]).toEqual([field, 422])
    }
    expect((await company.as('diane').put('/personnels/camille', { NOM: 'Dupont' })).data).toMatchObject({
      NOM_COMPLET: 'Dupont',
    })
    expect((await company.as('camille').put('/personnels/camille', { NOM: 'Roi' })).status).toBe(403)
  })

  it('[AUT-10] [SEC] a director of some agencies renames nobody whose account they may not set up, but themselves', async () => {
    const company = await server().company()
    const diane = company.as('diane')
    const number = { TELEPHONE_PORTABLE: '0639980001' }
    // Of another agency, and of one's own agency with all others.
    await server().db.inTenant(company.id, (tx) =>
      sql`update personnel set "TOUTES_AGENCES" = 1, seq = take_seq(1) where "IDPERSONNEL" = 'colin'`.execute(tx),
    )
    for (const other of ['bruno', 'colin'] as const) {
      const refused = await diane.put(`/personnels/${other}`, number)
      expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('toutes les agences')])
      const late = await diane.put(`/personnels/${other}`, { NOM: 'X' }, { seen: 1, counter: 2, base: { NOM: other } })
      expect([late.status, late.code]).toEqual([403, 'UNAUTHORIZED'])
    }
    for (const person of ['camille', 'diane'] as const)
      expect((await diane.put(`/personnels/${person}`, number)).status).toBe(200)
    expect((await company.as('bruno').put('/account/profile', number)).status).toBe(200)
    // Whoever directs all agencies does.
    await server().db.inTenant(company.id, (tx) =>
      sql`update personnel set "TOUTES_AGENCES" = 1, seq = take_seq(1) where "IDPERSONNEL" = 'diane'`.execute(tx),
    )
    await server().app.sessions.forget('personnel:diane')
    expect((await diane.put('/personnels/bruno', { NOM: 'Bruno' })).status).toBe(200)
  })

  it('lets only directors and assistants reassign a project or change its agency', async () => {
    const company = await server().company()
    const { IDPROJET } = await newProjet(company.as('camille'))
    const at = `/projets/${String(IDPROJET)}`
    expect((await company.as('camille').put(at, { IDRESPONSABLEPROJET: 'colin' })).status).toBe(422)
    expect((await company.as('camille').put(at, { IDAGENCE: 'brest' })).status).toBe(422)
    expect((await company.as('alice').put(at, { IDRESPONSABLEPROJET: 'colin' })).status).toBe(200)
  })

  it('[CAL-01] accepts an appointment with an empty debrief, as forms send it, from somebody who may not debrief', async () => {
    const company = await server().company()
    const planned = { IDPERSONNELS: ['camille'], DEBRIEF_CATEGORIE: 0 }
    expect(await newRdv(company.as('alice'), planned)).toMatchObject(planned)
    const body = { IDRDV: 'avance', RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-23 09:00', RDV_FIN: '2026-11-23 10:00' }
    const answer = await company.as('alice').post('/rdvs', { ...body, DEBRIEF_CATEGORIE: 4 })
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ['DEBRIEF_CATEGORIE']])
  })

  it('[CAL-09] accepts a debrief in an edit only from those who may debrief, and only in their own name', async () => {
    const company = await server().company()
    const { IDRDV } = await newRdv(company.as('camille'), { IDPERSONNELS: ['camille'] })
    const at = `/rdvs/${String(IDRDV)}`
    expect((await company.as('alice').put(at, { DEBRIEF_CATEGORIE: 3 })).status).toBe(422)
    const done = await company.as('camille').put(at, { DEBRIEF_CATEGORIE: 3, DEBRIEF_PAR: 'diane' })
    expect(done.data).toMatchObject({ DEBRIEF_CATEGORIE: 3, DEBRIEF_PAR: 'camille' })
  })
})

describeContract('a signed quote', (server) => {
  const signed = async (company: ContractCompany): Promise<{ projet: Values; devis: Values; camille: Caller }> => {
    const camille = company.as('camille')
    const projet = await newProjet(camille)
    const devis = await newDevis(camille, projet)
    await server().db.inTenant(company.id, (tx) =>
      sql`update devis set "DEVIS_SIGNE" = 1, "DATE_SIGNATURE" = '2026-11-21T10:00:00.000Z', seq = take_seq(1)
        where "IDDEVIS" = ${devis.IDDEVIS}`.execute(tx),
    )
    return { projet, devis, camille }
  }

  it('[SYN-04] [MERGE-6] cannot be changed or deleted, merged or not', async () => {
    const company = await server().company()
    const { devis, camille } = await signed(company)
    const at = `/devis/${String(devis.IDDEVIS)}`
    const answers = [
      await camille.put(at, { OBJET: 'Autre' }),
      await camille.put(at, { OBJET: 'Autre' }, { base: { OBJET: null }, seen: 1 }),
      await company.as('diane').put(at, { LIGNES: [{ ...LIGNE, QUANTITE: 9 }] }),
      await company.as('diane').del(at),
    ]
    for (const { status, code } of answers) expect([status, code]).toEqual([422, 'IMMUTABLE'])
    expect((await camille.get(at)).data).toMatchObject({ OBJET: null, LIGNES: [LIGNE], NET_HT: 20_000, VERSION: 1 })
  })

  it('[SYN-04] is enforced by the database itself, which still accepts a withdrawal (I13)', async () => {
    const company = await server().company()
    const { devis } = await signed(company)
    const run = (set: ReturnType<typeof sql>) =>
      server().db.inTenant(company.id, (tx) =>
        sql`update devis set ${set}, seq = take_seq(1) where "IDDEVIS" = ${devis.IDDEVIS}`.execute(tx),
      )
    const forbidden = [
      sql`"LIGNES" = '[]'`,
      sql`"NET_HT" = 1`,
      sql`"PRIX_TTC" = 1`,
      sql`"OBJET" = 'x'`,
      sql`"NUMERO_DEVIS" = 'x'`,
      sql`"DEVIS_SIGNE" = 0`,
      sql`"DATE_SIGNATURE" = null`,
      sql`"IDCLIENT" = 'x'`,
      sql`deleted = true`,
    ]
    for (const set of forbidden) await expect(run(set)).rejects.toMatchObject({ code: 'LO002' })
    await expect(
      server().db.inTenant(company.id, (tx) => sql`delete from devis where "IDDEVIS" = ${devis.IDDEVIS}`.execute(tx)),
    ).rejects.toMatchObject({ code: 'LO002' })
    await run(sql`"REFUSE" = 1, "DATE_REFUSE" = '2026-11-22T10:00:00.000Z'`)
  })

  it('keeps its project and its interventions', async () => {
    const company = await server().company()
    const { projet, devis } = await signed(company)
    const alice = company.as('alice')
    const intervention = await newIntervention(alice, projet, { IDDEVIS: devis.IDDEVIS })
    expect((await alice.del(`/projets/${String(projet.IDPROJET)}`)).status).toBe(422)
    expect((await alice.del(`/interventions/${String(intervention.IDINTERVENTION)}`)).status).toBe(422)
    expect((await alice.get(`/projets/${String(projet.IDPROJET)}`)).data.IDETAT_PROJET).toBe(4)
  })

  it('[SERVER-4] follows its project to other people, untouched', async () => {
    const company = await server().company()
    const { projet, devis } = await signed(company)
    const moved = { IDRESPONSABLEPROJET: 'colin' }
    expect((await company.as('alice').put(`/projets/${String(projet.IDPROJET)}`, moved)).status).toBe(200)
    expect((await company.as('colin').get(`/devis/${String(devis.IDDEVIS)}`)).data).toMatchObject({ VERSION: 1 })
  })
})

/** Every route of the server, from Fastify's own tree. */
function routesOf(tree: string): { method: string; url: string }[] {
  const prefixes: string[] = []
  const routes: { method: string; url: string }[] = []
  for (const line of tree.split('\n')) {
    const match = /^([│ ]*)(?:├──|└──) (\S+) \(([A-Z, ]+)\)/.exec(line)
    if (!match) continue
    const depth = (match[1] ?? '').length / 4
    prefixes.length = depth
    const url = `${prefixes.join('')}${match[2]}`
    prefixes.push(match[2] ?? '')
    for (const method of (match[3] ?? '').split(', ')) routes.push({ method, url })
  }
  return routes
}

const OPEN = [
  '/api/health',
  '/api/lolapp/start',
  '/api/lolapp/login',
  // Its signature grants access (drive.test.ts).
  '/api/files/:id',
  '/api/exports/:id',
  '/api/login',
  '/api/password/email',
  '/api/password/reset',
  '/api/assets',
  '/api/company/:customer_id',
  // A company's logo, for its login page and its papers.
  '/api/company/:customer_id/pictures/:sha256',
  // A signed token or a signature grants access.
  '/api/auth/token/lola',
  // The challenge after a right password grants access (second-factor.test.ts).
  '/api/auth/second-factor',
  '/api/auth/second-factor/passkey',
  '/api/fintecture/webhook',
  '/api/webhook/contact/create',
  // The customer's login.
  '/api/space/generateOtp',
  '/api/space/verifyOtpAndCreateToken',
  '/api/space/login_public',
  // The token in a message to the customer's old contact grants access (contact-changes.test.ts).
  '/api/space/contact',
  // The token in a message about an appointment grants access (client-rdv.test.ts).
  '/api/space/rdv_link',
  '/api/space/rdv_link/confirm',
  '/api/space/rdv_link/other',
  // Demo mode only.
  '/api/demo/outbox',
  // Its hash grants access (ics.test.ts).
  '/api/ics/:hash',
  '/ics/:hash',
  ':slug',
  '/:slug',
  '/config.json',
  '/manifest.webmanifest',
  // Public by design (RFC 9116).
  '/.well-known/security.txt',
  // For monitoring, with its own check (monitoring.test.ts).
  '/livez',
  '/readyz',
  '/metrics',
  '*',
]

/** Not records of the company: their answer to a foreign id is tested in drive.test.ts, own-profile.test.ts and articles.test.ts. */
const ELSEWHERE = [
  // The caller's own company: a kind of picture, no record.
  '/api/entreprise/pictures/:kind',
  '/api/files/:id',
  '/api/exports/:id',
  '/api/drive/upload/:IDFICHIER',
  '/api/company/:customer_id/pictures/:sha256',
  '/api/personnels/:id/photo/:sha256',
  '/api/articles/:id/photo/:sha256',
]

describeContract('every route', (server) => {
  it('is closed without a session', async () => {
    const routes = routesOf(server().app.printRoutes({ commonPrefix: false }))
    expect(routes.length).toBeGreaterThan(50)
    const closed = routes.filter(({ url }) => !OPEN.includes(url) && !/^\/api\/docs(\/|$)/.test(url))
    for (const authorization of [undefined, 'Bearer nonsense']) {
      for (const { method, url } of closed) {
        const answer = answerOf(
          await server().app.inject({
            method: method as 'GET',
            url: url.replace(/:\w+/g, 'some-id'),
            headers: authorization ? { authorization } : {},
          }),
        )
        expect([method, url, answer.status, answer.code]).toEqual([method, url, 401, 'UNAUTHENTICATED'])
      }
    }
  })

  it('answers 404 to every id of another company, with the body of an id that nobody has', async () => {
    const [here, there] = [await server().company(), await server().company()]
    const camille = there.as('camille')
    const client = await newClient(camille)
    const projet = await newProjet(camille, { IDCLIENT: client.IDCLIENT })
    const rdv = await newRdv(camille, { IDPROJET: projet.IDPROJET })
    const devis = await newDevis(camille, projet)
    const ids = [client.IDCLIENT, projet.IDPROJET, rdv.IDRDV, devis.IDDEVIS].map(String)
    const withId = routesOf(server().app.printRoutes({ commonPrefix: false })).filter(
      ({ url }) => url.includes(':') && !ELSEWHERE.includes(url),
    )
    // A member of the staff with all rights.
    await server().db.inTenant(here.id, (tx) =>
      sql`update personnel set "ROLES" = '{commercial,commercial_director,metreur,technician,assistant}',
        "TOUTES_AGENCES" = 1, seq = take_seq(1) where "IDPERSONNEL" = 'diane'`.execute(tx),
    )
    await server().app.sessions.forget('personnel:diane')
    const bodies: (readonly [string, unknown])[] = [
      ...COMMAND_NAMES.flatMap((name) =>
        commandOf(name).routes.map(({ path, says }) => [`/api${path}`, sampleBody(commandBodyOf(name, says))] as const),
      ),
      ['/api/imports/:id/colonnes', { colonnes: ['NOM'] }],
      ['/api/personnels/:id/passations/apercu', { REPARTITION: 'un', COLLEGUES: ['camille'] }],
      ['/api/clients/:id/fusions/apercu', { IDCLIENT: 'autre' }],
      ['/api/devis/:id/annulation', { GENRE: 'annulation', MOTIF: 'Prêt refusé' }],
      ['/api/clients/:id/fusions', { IDCLIENT: 'autre', CHOIX: {}, EMPREINTE: '1.1' }],
    ]
    const call = async (method: string, url: string, id: string) => {
      const [, body = {}] = bodies.find(([route]) => url === route) ?? []
      const query = method === 'GET' && url.includes('cancel') ? '?ID_MOTIF_SANS_SUITE=trop-cher' : ''
      return answerOf(
        await server().app.inject({
          method: method as 'GET',
          url: `${url.replace(/:\w+/, id)}${query}`,
          headers: { authorization: `Bearer ${here.as('diane').token}` },
          ...(method === 'PUT' || method === 'POST' ? { payload: body as Values } : {}),
        }),
      )
    }
    for (const { method, url } of withId) {
      const nobody = await call(method, url, 'nobody')
      // An act that nobody may do is refused before any record is read.
      expect([method, url, nobody.status]).toEqual([method, url, expect.toBeOneOf([403, 404])])
      for (const id of ids) {
        const { status, body } = await call(method, url, id)
        expect([method, url, status, body]).toEqual([method, url, nobody.status, nobody.body])
      }
    }
  })
})
