import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { notFound, validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { NO_COLOUR } from '../../../schemas/rules/lists.ts'
import { ADMIN, STAFF } from '../../actor.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { allReferenceRows, lockLabel } from '../../repositories/references.ts'
import { applyMutation } from '../../writes/apply-mutation.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import type { WriteDeps } from '../../writes/write-types.ts'
import { companyNeeded, companyQuery, idSchema } from '../admin/admin-request.ts'
import { listAuthor, toldWrites } from '../admin/list-writes.ts'
import { many, nothing, one } from '../shared/answers.ts'
import { bodyOf, madeId, mutationOf, staffActor } from '../shared/staff-request.ts'

const PATH = '/admin/labels'

const fields = {
  LIBELLE: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
  COULEUR: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', maxLength: 7 }),
  ORDRE: Type.Integer({ minimum: 0, maximum: 10_000 }),
}
const { LIBELLE, COULEUR, ORDRE } = fields
const creation = Type.Object(
  { id: Type.Optional(idSchema), LIBELLE, COULEUR, ORDRE: Type.Optional(ORDRE) },
  { additionalProperties: false },
)
const edit = Type.Object(
  { ...Type.Partial(Type.Object(fields)).properties, [BASE]: Seen },
  { additionalProperties: false },
)
/** Without the limits of what is written: an entry may be older than they are, or come from a device. */
const Label = Type.Object(
  { id: Type.String(), LIBELLE: Type.String(), COULEUR: Type.String(), ORDRE: Type.Integer() },
  { additionalProperties: false },
)
const SORTS = ['id', 'LIBELLE', 'COULEUR', 'ORDRE'] as const

interface Write {
  id: string
  body: Values
  done: 'created' | 'updated' | 'deleted'
  /** What the author saw of the fields that they change; without it nothing is compared. */
  base?: Values | undefined
}

/** A label as this contract names its fields; it is an entry of the company's list LABEL. */
const present = ({ id, LIBELLE, CODECOULEUR, ORDRE }: Values): Values => ({
  id,
  LIBELLE,
  COULEUR: CODECOULEUR ?? NO_COLOUR,
  ORDRE,
})

const entryOf = ({ COULEUR, ...rest }: Values): Values =>
  COULEUR === undefined ? rest : { ...rest, CODECOULEUR: COULEUR }

const order = new Intl.Collator('fr')
const sorted = (rows: Values[], by: (typeof SORTS)[number], desc: boolean): Values[] =>
  rows.toSorted((a, b) => {
    const [one, other] = [a[by], b[by]]
    const compared =
      by === 'LIBELLE'
        ? order.compare(String(one), String(other))
        : typeof one === 'number'
          ? one - Number(other)
          : String(one) < String(other)
            ? -1
            : Number(one !== other)
    return desc ? -compared : compared
  })

/** Coloured tags for clients and projects (API-13, SET-05): administrators write any company's here, directors theirs among their lists. */
export async function labelRoutes(app: FastifyInstance): Promise<void> {
  const entriesOf = (companyId: string): Promise<Values[]> =>
    app.db.inTenant(companyId, (tx) => allReferenceRows(tx, 'LABEL'))
  const labelsOf = async (companyId: string): Promise<Values[]> =>
    (await entriesOf(companyId)).filter(({ ARCHIVE }) => ARCHIVE === 0).map(present)
  const find = async (companyId: string, id: string): Promise<Values> => {
    const found = (await labelsOf(companyId)).find((label) => label.id === id)
    if (!found) throw notFound()
    return found
  }
  /** Two labels of one name are told apart by nobody. */
  const assertNew = async (companyId: string, id: string, given: unknown): Promise<void> => {
    const known = (await labelsOf(companyId)).some((label) => label.LIBELLE === given && label.id !== id)
    if (known) throw validationError({ LIBELLE: ['Cette étiquette existe déjà'] })
  }
  /** One edit of a label after the other: what another administrator changed meanwhile is not overwritten. */
  const assertSeen = async (tx: Tx, id: string, { patch, base }: { patch: Values; base: Values }): Promise<void> => {
    await lockLabel(tx, id)
    const found = (await allReferenceRows(tx, 'LABEL')).find((entry) => entry.id === id)
    if (found) assertUnchanged(present(found), patch, base)
  }
  const write = async (request: FastifyRequest, { id, body, done, base }: Write): Promise<Values> => {
    const actor = await listAuthor(app, request)
    await assertNew(actor.companyId, id, body.LIBELLE)
    const action = done === 'created' ? 'create' : 'update'
    const mutation = mutationOf(request, { action, resource: 'reference', id, body: entryOf(body) })
    const deps = toldWrites(app, request, { name: 'label', done, id })
    const compared: WriteDeps['database'] = {
      inTenant: (companyId, fn) =>
        deps.database.inTenant(companyId, async (tx) => {
          if (base !== undefined) await assertSeen(tx, id, { patch: body, base })
          return fn(tx)
        }),
    }
    const { record } = await applyMutation({ ...deps, database: compared }, actor, mutation)
    if (record === null) throw notFound()
    return present(record)
  }

  app.get(
    '/labels',
    {
      config: { access: STAFF, does: 'reads' },
      schema: { summary: "Étiquettes de l'entreprise", response: { 200: many(Label) } },
    },
    async (request) => ({ data: await labelsOf(staffActor(request).companyId) }),
  )

  const named = Type.Object(companyQuery)
  const list = Type.Object({
    ...companyQuery,
    sortBy: Type.Optional(Type.Enum([...SORTS])),
    sortDesc: Type.Optional(Type.Boolean()),
  })
  app.get<{ Querystring: { sortBy?: (typeof SORTS)[number]; sortDesc?: boolean } }>(
    PATH,
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Étiquettes : liste', querystring: list, response: { 200: many(Label) } },
    },
    async (request) => {
      const { sortBy = 'ORDRE', sortDesc = false } = request.query
      return { data: sorted(await labelsOf(await companyNeeded(app, request)), sortBy, sortDesc) }
    },
  )

  const at = { params: Type.Object({ id: idSchema }), querystring: named }
  app.get<{ Params: { id: string } }>(
    `${PATH}/:id`,
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Étiquettes : une', ...at, response: { 200: one(Label) } },
    },
    async (request) => ({ data: await find(await companyNeeded(app, request), request.params.id) }),
  )

  app.post(
    PATH,
    {
      config: { access: ADMIN, does: 'acts' },
      schema: { summary: 'Étiquettes : créer', querystring: named, body: creation, response: { 201: one(Label) } },
    },
    async (request, reply) => {
      const given = bodyOf(request)
      const id = typeof given.id === 'string' ? given.id : madeId(request, await listAuthor(app, request))
      const data = await write(request, { id, body: { ORDRE: 0, ...given, id, LISTE: 'LABEL' }, done: 'created' })
      return reply.status(201).send({ data })
    },
  )

  app.put<{ Params: { id: string } }>(
    `${PATH}/:id`,
    {
      config: { access: ADMIN, does: 'acts' },
      schema: { summary: 'Étiquettes : modifier', ...at, body: edit, response: { 200: one(Label) } },
    },
    async (request) => {
      const { id } = request.params
      await find(await companyNeeded(app, request), id)
      const { [BASE]: base, ...body } = bodyOf(request)
      return { data: await write(request, { id, body, done: 'updated', base: base as Values | undefined }) }
    },
  )

  app.delete<{ Params: { id: string } }>(
    `${PATH}/:id`,
    {
      config: { access: ADMIN, does: 'acts' },
      schema: {
        summary: 'Étiquettes : archiver ; les fiches qui l’ont la gardent',
        ...at,
        response: { 204: nothing },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const entry = (await entriesOf(await companyNeeded(app, request))).find((one) => one.id === id)
      if (!entry) throw notFound()
      // The call may be sent again.
      if (entry.ARCHIVE === 0) await write(request, { id, body: { ARCHIVE: 1 }, done: 'deleted' })
      return reply.status(204).send()
    },
  )
}
