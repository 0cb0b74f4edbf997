import type { FastifyInstance } from 'fastify'
import { notFound } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { BASE, etag } from '../../../schemas/protocol.ts'
import { STAFF } from '../../actor.ts'
import { presentReference } from '../../presenters/datacache.ts'
import { referenceRows } from '../../repositories/references.ts'
import { readRow, type StoredRow } from '../../repositories/rows.ts'
import { uuidv7 } from '../../uuidv7.ts'
import type { Verdict } from '../../writes/write-types.ts'
import { assertReads, idParams, write } from '../shared/resource-routes.ts'
import { bodyOf, mutationOf, sendVerdict, staffActor } from '../shared/staff-request.ts'

const KEY = 'IDNATURE_RDV'
const LIST = 'NATURE_RDV'

/** Contract's names → the reference row's; `id` and `LISTE` are ours to say. */
function toReference(body: Values): Values {
  const { [KEY]: _, ...rest } = body
  return rest
}

const presented = (verdict: Verdict): Verdict =>
  verdict.record === null
    ? verdict
    : { ...verdict, record: { ...presentReference(verdict.record), VERSION: verdict.version } }

/** Natures of appointment: reference rows of the list NATURE_RDV under the contract's names. */
export async function naturesRdvRoutes(app: FastifyInstance): Promise<void> {
  const at = { config: { access: STAFF }, schema: { params: idParams() } }
  const company = (companyId: string) => app.db.inTenant(companyId, (tx) => referenceRows(tx, LIST))
  /** Another list's row is none of this resource; a deleted nature still is one (deleting it again is no error). */
  const nature = async (companyId: string, id: string): Promise<StoredRow> => {
    const row = await app.db.inTenant(companyId, (tx) => readRow(tx, { resource: 'reference', id }))
    if (row?.record.LISTE !== LIST) throw notFound()
    return row
  }

  app.get('/natures-rdv', { config: { access: STAFF } }, async (request) => {
    const actor = staffActor(request)
    assertReads(actor, 'reference')
    return { data: (await company(actor.companyId)).map(presentReference) }
  })

  app.get<{ Params: { id: string } }>('/natures-rdv/:id', at, async (request, reply) => {
    const actor = staffActor(request)
    assertReads(actor, 'reference')
    const { record, version, deleted } = await nature(actor.companyId, request.params.id)
    if (deleted) throw notFound()
    return reply.header('etag', etag(version)).send({ data: { ...presentReference(record), VERSION: version } })
  })

  app.post('/natures-rdv', { config: { access: STAFF } }, async (request, reply) => {
    const body = bodyOf(request)
    const id = typeof body[KEY] === 'string' ? body[KEY] : uuidv7()
    const asked = {
      action: 'create',
      resource: 'reference',
      id,
      body: { ...toReference(body), id, LISTE: LIST },
    } as const
    return sendVerdict(reply, presented(await write(app, staffActor(request), mutationOf(request, asked))))
  })

  app.put<{ Params: { id: string } }>('/natures-rdv/:id', at, async (request, reply) => {
    const actor = staffActor(request)
    const { id } = request.params
    await nature(actor.companyId, id)
    const { [BASE]: base, ...body } = bodyOf(request)
    const patch = { ...toReference(body), ...(base === undefined ? {} : { [BASE]: base }) }
    const asked = { action: 'update', resource: 'reference', id, body: patch } as const
    return sendVerdict(reply, presented(await write(app, actor, mutationOf(request, asked))))
  })

  app.delete<{ Params: { id: string } }>('/natures-rdv/:id', at, async (request, reply) => {
    const actor = staffActor(request)
    const { id } = request.params
    await nature(actor.companyId, id)
    const asked = { action: 'delete', resource: 'reference', id } as const
    return sendVerdict(reply, presented(await write(app, actor, mutationOf(request, asked))))
  })
}
