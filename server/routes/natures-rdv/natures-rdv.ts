import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { reference } from '../../../schemas/entities/reference.ts'
import { notFound } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE, etag } from '../../../schemas/protocol.ts'
import { checkedLater } from '../../plugins/validation.ts'
import { presentReference, REFERENCE_SCHEMAS } from '../../presenters/datacache.ts'
import { referenceRows } from '../../repositories/references.ts'
import { readRow, type StoredRow } from '../../repositories/rows.ts'
import type { Verdict } from '../../writes/write-types.ts'
import { many, nothing, one } from '../shared/answers.ts'
import { written } from '../shared/records.ts'
import { assertReads, at, idParams, write } from '../shared/resource-routes.ts'
import { bodyOf, madeId, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'

const KEY = 'IDNATURE_RDV'
const LIST = 'NATURE_RDV'

const { LIBELLE, CODE, CODECOULEUR, DUREE, ORDRE, ARCHIVE, id: ID } = reference.fields

const nature = REFERENCE_SCHEMAS[LIST]
const shownNature = Type.Object(
  { ...nature.properties, ARCHIVE: ARCHIVE.schema, VERSION: Type.Integer() },
  { additionalProperties: false, title: 'NatureRdv' },
)
const answer = written(shownNature)

const fields = {
  CODE: Type.Optional(Type.Union([CODE.schema, Type.Null()])),
  CODECOULEUR: Type.Optional(Type.Union([CODECOULEUR.schema, Type.Null()])),
  DUREE: Type.Optional(Type.Union([DUREE.schema, Type.Null()])),
  ORDRE: Type.Optional(ORDRE.schema),
  ARCHIVE: Type.Optional(ARCHIVE.schema),
}
const creationBody = checkedLater(
  Type.Object({ [KEY]: Type.Optional(ID.schema), LIBELLE: LIBELLE.schema, ...fields }, { additionalProperties: false }),
)
const patchBody = checkedLater(
  Type.Object(
    { LIBELLE: Type.Optional(LIBELLE.schema), ...fields, [BASE]: Type.Optional(Type.Object({})) },
    { additionalProperties: false },
  ),
)

/** Contract's names → the reference row's; the server sets `id` and `LISTE`. */
function toReference(body: Values): Values {
  const { [KEY]: _, ...rest } = body
  return rest
}

const whole = (record: Values, version: number): Values => ({
  ...presentReference(record),
  ARCHIVE: record.ARCHIVE,
  VERSION: version,
})
const presented = (verdict: Verdict): Verdict =>
  verdict.record === null ? verdict : { ...verdict, record: whole(verdict.record, verdict.version) }

/**
 * Natures of appointment: reference rows of the list NATURE_RDV under the contract's names. The list leaves archived ones out, each is still read by its id.
 * DELETE archives: appointments that have the nature keep its name and colour (SET-03).
 */
export async function naturesRdvRoutes(app: FastifyInstance): Promise<void> {
  const company = (companyId: string) => app.db.inTenant(companyId, (tx) => referenceRows(tx, LIST))
  /** A row of another list is not found here. */
  const natureRow = async (companyId: string, id: string): Promise<StoredRow> => {
    const row = await app.db.inTenant(companyId, (tx) => readRow(tx, { resource: 'reference', id }))
    if (row?.record.LISTE !== LIST) throw notFound()
    return row
  }

  const list = { summary: 'Liste : Natures de rendez-vous', response: { 200: many(nature) } }
  app.get('/natures-rdv', { config: { ...at('reference', 'read'), does: 'reads' }, schema: list }, async (request) => {
    const actor = staffActor(request)
    assertReads(actor, 'reference')
    return { data: (await company(actor.companyId)).map(presentReference) }
  })

  app.get<{ Params: { id: string } }>(
    '/natures-rdv/:id',
    {
      config: { ...at('reference', 'read'), does: 'reads' },
      schema: { summary: 'Nature de rendez-vous', params: idParams(), response: { 200: one(shownNature) } },
    },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, 'reference')
      const { record, version, deleted } = await natureRow(actor.companyId, request.params.id)
      if (deleted) throw notFound()
      return reply.header('etag', etag(version)).send({ data: whole(record, version) })
    },
  )

  const creation = {
    summary: 'Création : Nature de rendez-vous',
    body: creationBody,
    response: { 201: answer, 200: answer },
  }
  app.post(
    '/natures-rdv',
    { config: { ...at('reference', 'create'), does: 'acts' }, schema: creation },
    async (request, reply) => {
      const body = bodyOf(request)
      const id = typeof body[KEY] === 'string' ? body[KEY] : madeId(request)
      const asked = {
        action: 'create',
        resource: 'reference',
        id,
        body: { ...toReference(body), id, LISTE: LIST },
      } as const
      return sendVerdict(reply, presented(await write(app, staffActor(request), mutationOf(request, asked))))
    },
  )

  const edit = {
    summary: 'Modification : Nature de rendez-vous',
    params: idParams(),
    body: patchBody,
    response: { 200: answer },
  }
  app.put<{ Params: { id: string } }>(
    '/natures-rdv/:id',
    { config: { ...at('reference', 'update'), does: 'acts' }, schema: edit },
    async (request, reply) => {
      const actor = staffActor(request)
      const { id } = request.params
      await natureRow(actor.companyId, id)
      const { [BASE]: base, ...body } = bodyOf(request)
      const patch = { ...toReference(body), ...(base === undefined ? {} : { [BASE]: base }) }
      const asked = { action: 'update', resource: 'reference', id, body: patch } as const
      return sendVerdict(reply, presented(await write(app, actor, mutationOf(request, asked))))
    },
  )

  const removal = {
    summary: 'Archivage : Nature de rendez-vous',
    params: idParams(),
    response: { 204: nothing },
  }
  app.delete<{ Params: { id: string } }>(
    '/natures-rdv/:id',
    { config: { ...at('reference', 'update'), does: 'acts' }, schema: removal },
    async (request, reply) => {
      const actor = staffActor(request)
      const { id } = request.params
      await natureRow(actor.companyId, id)
      const asked = { action: 'update', resource: 'reference', id, body: { ARCHIVE: 1 } } as const
      const verdict = await write(app, actor, { ...mutationOf(request, asked), seen: null })
      return sendVerdict(reply, { ...verdict, status: 204, conflits: [] })
    },
  )
}
