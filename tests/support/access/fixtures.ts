import { randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { COMMAND_NAMES, commandOf } from '../../../schemas/commands.ts'
import { entityOf, SYNCED, type SyncedResource } from '../../../schemas/resources.ts'
import { articlePhotoPath } from '../../../schemas/rules/article-photo.ts'
import { photoPath } from '../../../schemas/rules/staff-photo.ts'
import { staffPhotos } from '../../../server/accounts/photos.ts'
import { articlePhotos } from '../../../server/articles/photos.ts'
import type { DeclaredRoute } from '../../../server/plugins/declared-routes.ts'
import { png } from '../sample-files.ts'
import { type Cast, OWNER } from './cast.ts'
import type { Audience } from './expectation.ts'
import { sample } from './samples.ts'

/** A record for an id route. */
export interface Target {
  params: Record<string, string>
  audience: Audience
  /** A caller who sees the record may still be refused: its author decides (a file is deleted by its author, or by directors and assistants; a report is corrected by its author, or by directors). */
  authored?: true
}

type Make = (cast: Cast, app: FastifyInstance) => Promise<Target> | Target

const planted =
  (resource: SyncedResource, param: string, audience: Audience = { resource }): Make =>
  async (cast) => ({ params: { [param]: await cast.plant(resource) }, audience })

type Data = Record<string, unknown>

/** One call as the administrator. @throws Error when it is refused */
async function asAdmin(
  cast: Cast,
  app: FastifyInstance,
  [method, url, payload]: ['GET' | 'POST', string, Data?],
): Promise<unknown> {
  const token = await cast.callers.find(({ name }) => name === 'administrateur')?.token()
  const answer = await app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
  if (answer.statusCode >= 300)
    throw new Error(`fixture ${method} ${url}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  return answer.json<{ data: unknown }>().data
}

let made = 0
const code = (): string => `essai_${++made}`

/** The greeting of the space; made again after a call that deleted it, because only what screens show can be made. */
async function assetItem(cast: Cast, app: FastifyInstance): Promise<string> {
  const known = (await asAdmin(cast, app, ['GET', '/api/admin/assetsitem'])) as Data[]
  const item = { IDASSETTYPE: 'texte', code: 'accueil_client', LIBELLE: 'Accueil', VALEUR: 'Texte' }
  const found = known.find((one) => one.code === item.code)
  return String((found ?? ((await asAdmin(cast, app, ['POST', '/api/admin/assetsitem', item])) as Data)).id)
}

/** Fixtures that the generic rules below cannot find, by the route's pattern or its beginning. */
const FIXTURES: Readonly<Record<string, Make>> = {
  '/api/natures-rdv/:id': async (cast) => ({
    params: { id: await cast.plant('reference', { LISTE: 'NATURE_RDV', LIBELLE: 'Nature' }) },
    audience: { resource: 'reference' },
  }),
  '/api/space/project/:id': planted('projet', 'id', 'owner'),
  '/api/space/devis/:id': async (cast) => ({
    params: { id: await cast.plant('devis', { DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' }) },
    audience: 'owner',
  }),
  '/api/space/commande/:id': async (cast) => ({
    params: {
      id: await cast.plant('devis', {
        DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z',
        DATE_SIGNATURE: '2026-11-21T09:00:00.000Z',
        DEVIS_SIGNE: 1,
      }),
    },
    audience: 'owner',
  }),
  // All staff may read a map; the test server offers none.
  '/api/cartes/:nom': () => ({ params: { nom: 'Essai' }, audience: 'own' }),
  // No ticket has that name: its signature decides (company-export.test.ts).
  '/api/exports/:id': () => ({ params: { id: code() }, audience: 'own' }),
  '/api/drive/upload/:IDFICHIER': () => ({ params: { IDFICHIER: code() }, audience: 'own' }),
  '/api/personnels/:id/photo/:sha256': async (cast, app) => {
    const picture = { sha256: 'a'.repeat(64), type: 'image/png' as const, bytes: png('photo', 1) }
    const id = code()
    await cast.plant('personnel', { IDPERSONNEL: id, PHOTO: photoPath(id, picture.sha256) })
    await app.db.inTenant(cast.a, (tx) => staffPhotos.keep(tx, id, picture))
    return { params: { id, sha256: picture.sha256 }, audience: { resource: 'personnel' } }
  },
  '/api/articles/:id/photo/:sha256': async (cast, app) => {
    const picture = { sha256: 'b'.repeat(64), type: 'image/png' as const, bytes: png('article', 1) }
    const id = code()
    await cast.plant('article', { id, PHOTO: articlePhotoPath(id, picture.sha256) })
    await app.db.inTenant(cast.a, (tx) => articlePhotos.keep(tx, id, picture))
    return { params: { id, sha256: picture.sha256 }, audience: { resource: 'article' } }
  },
  // No session has that id: each caller finds only their own.
  '/api/account/sessions/:id': () => ({ params: { id: code() }, audience: 'own' }),
  // A passkey belongs to its account; second-factor.test.ts asks for another account's.
  '/api/auth/passkeys/:id': () => ({ params: { id: randomUUID() }, audience: 'own' }),
  '/api/admin/devices/:id': async (cast, app) => {
    const [device] = (await asAdmin(cast, app, ['GET', `/api/admin/devices?company_id=${cast.a}`])) as Data[]
    return { params: { id: String(device?.id) }, audience: 'company' }
  },
  '/api/admin/privacy/requests/:id': async (cast, app) => {
    const client = await cast.plant('client')
    const id = randomUUID()
    await app.db.inTenant(cast.a, (tx) =>
      sql`insert into erasure_request (company_id, id, kind, person_id, why, asked_by)
        values (${cast.a}, ${id}, 'client', ${client}, 'demande', 'personnel:diane')`.execute(tx),
    )
    return { params: { id }, audience: 'company' }
  },
  '/api/passations/:id': async (cast, app) => {
    const id = randomUUID()
    await app.db.inTenant(cast.a, (tx) =>
      sql`insert into handover (company_id, id, personnel_id, successor_id, division, by_id, was_disabled)
        values (${cast.a}, ${id}, 'gone', 'camille', 'un', 'diane', true)`.execute(tx),
    )
    return { params: { id }, audience: 'company' }
  },
  '/api/fusions/:id': async (cast, app) => {
    const id = randomUUID()
    await app.db.inTenant(cast.a, (tx) =>
      sql`insert into client_merge (company_id, id, from_id, into_id, by_id)
        values (${cast.a}, ${id}, ${code()}, ${code()}, 'alice')`.execute(tx),
    )
    return { params: { id }, audience: 'company' }
  },
  '/api/admin/company/:id/pictures/:kind': (cast) => ({ params: { id: cast.a, kind: 'logo' }, audience: 'company' }),
  // Each director's own company, and the test mails that they sent.
  '/api/entreprise/pictures/:kind': () => ({ params: { kind: 'logo' }, audience: 'own' }),
  '/api/entreprise/smtp/test/:id': () => ({ params: { id: code() }, audience: 'own' }),
  '/api/entreprise/personnels/:id': planted('personnel', 'id'),
  '/api/admin/companies/:id': (cast) => ({ params: { id: cast.a }, audience: 'company' }),
  '/api/imports/:id': async (cast, app) => {
    const id = randomUUID()
    await app.db.inTenant(cast.a, (tx) =>
      sql`insert into data_import (company_id, id, name, state, by_account, by_personnel, headings, columns)
        values (${cast.a}, ${id}, 'clients.csv', 'pret', 'personnel:diane', 'diane', '{Nom}', '["NOM"]')`.execute(tx),
    )
    return { params: { id }, audience: 'company' }
  },
  '/api/report/submission/:id': async (cast) => ({
    params: { id: await cast.plant('soumission') },
    audience: { resource: 'soumission' },
    authored: true,
  }),
  '/api/fichiers/:id': async (cast) => ({
    params: { id: await cast.plant('fichier') },
    audience: { resource: 'fichier' },
    authored: true,
  }),
  '/api/absences/:id': async (cast) => ({
    params: { id: await cast.plant('absence') },
    audience: { resource: 'absence' },
    authored: true,
  }),
  '/api/admin/mailtemplatescustomer/:id': async (cast, app) => {
    const templates = (await asAdmin(cast, app, ['GET', '/api/admin/mailtemplates'])) as Data[]
    const path = `/api/admin/mailtemplatescustomer?company_id=${cast.a}`
    const own = (await asAdmin(cast, app, ['GET', path])) as Data[]
    const free = templates.find((template) => own.every((one) => one.code !== template.code))
    const words = { code: free?.code, subject: 'Objet', body: 'Texte' }
    const row = (own[0] ?? (await asAdmin(cast, app, ['POST', path, words]))) as Data
    return { params: { id: String(row.id) }, audience: 'company' }
  },
  // A role's name begins with a capital letter, and a company names each role once.
  '/api/admin/roles/:id': async (cast, app) => {
    const path = `/api/admin/roles?company_id=${cast.a}`
    const [named] = (await asAdmin(cast, app, ['GET', path])) as Data[]
    const words = { name: 'metreur', common_name: 'Métreur' }
    const row = (named ?? (await asAdmin(cast, app, ['POST', path, words]))) as Data
    return { params: { id: String(row.id) }, audience: 'company' }
  },
  '/api/admin/assetsitem/:id': async (cast, app) => ({
    params: { id: await assetItem(cast, app) },
    audience: 'company',
  }),
  '/api/admin/assetsitemcustom/:id': async (cast, app) => {
    const path = `/api/admin/assetsitemcustom?company_id=${cast.a}`
    const own = { IDASSETITEM: await assetItem(cast, app), VALEUR: 'Le nôtre' }
    const known = (await asAdmin(cast, app, ['GET', path])) as Data[]
    const found = known.find((one) => one.IDASSETITEM === own.IDASSETITEM)
    const row = found ?? ((await asAdmin(cast, app, ['POST', path, own])) as Data)
    return { params: { id: String(row.id) }, audience: 'company' }
  },
  '/api/intervention/:id': planted('intervention', 'id'),
  // Good feedback needs the signed PV (INT-03).
  '/api/intervention_feedback/good/:id': async (cast) => {
    const id = await cast.plant('intervention')
    const pv = { RESSOURCE: 'intervention', IDENREGISTREMENT: id, ORIGINE: 'intervention_sign_pv', NOM: 'pv.pdf' }
    await cast.plant('fichier', pv)
    return { params: { id }, audience: { resource: 'intervention' } }
  },
  '/api/admin/impersonate/:personnel_id': () => ({ params: { personnel_id: 'camille' }, audience: 'company' }),
  '/api/admin/impersonate_client/:client_id': () => ({ params: { client_id: OWNER }, audience: 'company' }),
  '/api/admin/messages/:id': () => ({ params: { id: code() }, audience: 'company' }),
  '/api/company/:customer_id': (cast) => ({ params: { customer_id: cast.a }, audience: 'company' }),
  // No member of the other company has that id.
  '/api/push/send/:id': async (cast) => ({
    params: { id: await cast.plant('personnel'), title: 'Titre', message: 'Message' },
    audience: { resource: 'personnel' },
  }),
}

/** Path parameters of a pattern. */
export const paramsOf = (url: string): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')

const under = (url: string, pattern: string): boolean => url === pattern || url.startsWith(`${pattern}/`)

/** The pattern's own fixture, or that of its longest known prefix. */
function written(url: string): Make | undefined {
  const [pattern] = Object.keys(FIXTURES)
    .filter((candidate) => under(url, candidate))
    .sort((x, y) => y.length - x.length)
  return pattern === undefined ? undefined : FIXTURES[pattern]
}

/** The route of a command is about a record of its resource. */
function ofCommand(url: string): Make | undefined {
  const [name] = COMMAND_NAMES.filter((one) => commandOf(one).routes.some(({ path }) => url === `/api${path}`))
  return name && planted(commandOf(name).resource, paramsOf(url)[0] ?? 'id')
}

/** `/projets/:id…` is about a project. */
function ofEntity(url: string): Make | undefined {
  const [resource] = SYNCED.filter((name) => under(url, `/api${entityOf(name).path}/:id`)).sort(
    (x, y) => entityOf(y).path.length - entityOf(x).path.length,
  )
  return resource && planted(resource, 'id')
}

/** The id of the record that an answer gives, or of the first one. */
function idOf({ statusCode, body, headers }: LightMyRequestResponse): string | null {
  if (statusCode >= 300 || !String(headers['content-type']).includes('json')) return null
  const { data } = JSON.parse(body) as { data?: Data | Data[] }
  const record = (Array.isArray(data) ? data[0] : data) ?? {}
  const id = record.id ?? Object.entries(record).find(([name]) => /^ID/.test(name))?.[1]
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** `X/:id` is about the record that a POST on `X` makes. */
function ofCollection(app: FastifyInstance, pattern: string): Make | undefined {
  const match = /^(.*)\/:(\w+)(\/[\w-]+)*$/.exec(pattern)
  const post = app.declaredRoutes.find((route) => route.method === 'POST' && route.url === match?.[1])
  if (!match?.[2] || !post || post.access === 'public' || paramsOf(post.url).length > 0) return undefined
  const { access, schema } = post
  const param = match[2]
  return async (cast) => {
    const author = cast.callers.find(
      ({ name, kind, company }) =>
        kind !== null &&
        access.kinds.includes(kind) &&
        (kind === 'admin' || (company === 'A' && ['commercial_director', 'assistant', 'client'].includes(name))),
    )
    const known = { ...cast.known, company_id: cast.a, IDCOMPANY: cast.a }
    const query = new URLSearchParams(
      Object.entries((schema.querystring ? sample(schema.querystring as TSchema, known) : {}) as object).map(
        ([name, value]) => [name, String(value)],
      ),
    )
    const url = `${post.url}?${query}`
    const headers = { authorization: `Bearer ${await author?.token()}` }
    const payload = schema.body ? (sample(schema.body as TSchema, known) as object) : {}
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    // When only one of a kind may exist (a role of a company), use the existing one.
    const id = answer.statusCode < 300 ? idOf(answer) : idOf(await app.inject({ method: 'GET', url, headers }))
    if (id === null) {
      throw new Error(
        `${pattern} needs a record to be about, and POST ${post.url} made none (${answer.statusCode} ${answer.body.slice(0, 300)}). ` +
          'Add a line for it to FIXTURES in tests/support/access/fixtures.ts.',
      )
    }
    return { params: { [param]: id }, audience: 'company' }
  }
}

/** The record for a call of an id route. @throws Error that says what to add, for a pattern that no rule knows */
export function fixtureOf(app: FastifyInstance, { url, method }: DeclaredRoute): Make {
  const make = written(url) ?? ofCommand(url) ?? ofEntity(url) ?? ofCollection(app, url)
  if (make) return make
  throw new Error(
    `${method} ${url} has parameters (${paramsOf(url).join(', ')}) and no fixture: add a line for its pattern to FIXTURES in ` +
      'tests/support/access/fixtures.ts that plants a record of company A and says whom it is for.',
  )
}
