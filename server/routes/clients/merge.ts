import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ClientMerge, MergeAsk, MergeOrder, MergePreview } from '../../../schemas/client-merge.ts'
import { notFound } from '../../../schemas/errors.ts'
import { STAFF } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import type { ContactAuthor } from '../../contacts/contact-effects.ts'
import { readHanging } from '../../merges/hanging.ts'
import { mergeClients, printOf, readPair } from '../../merges/merge.ts'
import { readMerges } from '../../merges/store.ts'
import { undoMerge } from '../../merges/undo.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { clientAccount } from '../../repositories/clients.ts'
import type { StoredRow } from '../../repositories/rows.ts'
import { once } from '../../writes/once.ts'
import { type ServiceWrite, serviceWrite } from '../../writes/service-write.ts'
import { many, one } from '../shared/answers.ts'
import { idParams, writeDeps } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const OFFICE = { access: STAFF, right: 'fusion.faire' } as const
const reads = { ...OFFICE, does: 'reads' } as const
const acts = { ...OFFICE, does: 'acts' } as const

interface ById {
  Params: { id: string }
}

/** Two records of one client become one (DAY-14), in one transaction: `:id` is the record that stays. */
export async function clientMergeRoutes(app: FastifyInstance): Promise<void> {
  const preview = {
    summary: 'Deux fiches d’un client côte à côte, et ce qui est rattaché à chacune',
    params: idParams(),
    body: MergeAsk,
    response: { 200: one(MergePreview) },
  }
  app.post<ById & { Body: MergeAsk }>(
    '/clients/:id/fusions/apercu',
    { config: reads, schema: preview },
    async (request) => {
      const actor = staffActor(request)
      const data = await app.db.inTenant(actor.companyId, async (tx) => {
        const pair = { kept: request.params.id, gone: request.body.IDCLIENT }
        const [kept, gone] = await readPair(tx, pair, { lock: false })
        const side = async ({ id, record }: StoredRow) => ({
          IDCLIENT: id,
          FICHE: record,
          RATTACHE: await readHanging(tx, actor, id),
        })
        return { GARDE: await side(kept), AUTRE: await side(gone), EMPREINTE: printOf(kept, gone) }
      })
      return { data }
    },
  )

  const list = { summary: 'Fiches fusionnées dans celle-ci', params: idParams(), response: { 200: many(ClientMerge) } }
  app.get<ById>('/clients/:id/fusions', { config: reads, schema: list }, async (request) => {
    const { companyId } = staffActor(request)
    const { id } = request.params
    const data = await app.db.inTenant(companyId, async (tx) => {
      if ((await clientAccount(tx, id)).length === 0) throw notFound()
      return readMerges(tx, { client: id })
    })
    return { data }
  })

  const begin = {
    summary: 'Fusionne une autre fiche du client dans celle-ci',
    params: idParams(),
    body: MergeOrder,
    response: { 201: one(ClientMerge) },
  }
  app.post<ById & { Body: MergeOrder }>(
    '/clients/:id/fusions',
    { config: acts, schema: begin },
    async (request, reply) => {
      const { staff } = staffActor(request)
      const { id: kept } = request.params
      const { IDCLIENT: gone } = request.body
      const data = await act(app, request, async (write, author) => {
        const id = await mergeClients(write, { ...request.body, kept, by: staff.id, author })
        await audit(write.tx, request, {
          action: 'client.merged',
          target: `client:${kept}`,
          details: { fusion: id, AUTRE: gone },
        })
        return id
      })
      return reply.status(201).send({ data })
    },
  )

  const undo = {
    summary: 'Annule une fusion : chaque fiche retrouve ce qui était à elle',
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    response: { 200: one(ClientMerge) },
  }
  app.post<ById>('/fusions/:id/annuler', { config: acts, schema: undo }, async (request) => {
    const { staff } = staffActor(request)
    const { id } = request.params
    const data = await act(app, request, async (write, author) => {
      const { kept, gone } = await undoMerge(write, { id, by: staff.id, author })
      const details = { fusion: id, AUTRE: gone }
      await audit(write.tx, request, { action: 'client.merge_undone', target: `client:${kept}`, details })
      return id
    })
    return { data }
  })
}

/** Runs a merge or its undoing once, and has both records' sessions read again. */
async function act(
  app: FastifyInstance,
  request: FastifyRequest,
  fn: (write: ServiceWrite, author: ContactAuthor) => Promise<string>,
): Promise<ClientMerge> {
  const { companyId, account } = staffActor(request)
  const { id } = await serviceWrite(app, companyId, (write) =>
    // Only its id is kept for a second send: the answer names the client, who may be erased.
    once(write.tx, request, async () => ({
      id: await fn(write, { account, contactUrl: writeDeps(app).contactUrl, now: new Date(), tell: write.tell }),
    })),
  )
  const data = await app.db.inTenant(companyId, (tx) => readOne(tx, id))
  for (const client of [data.IDCLIENT, data.AUTRE]) await app.sessions.forget(`client:${client}`)
  return data
}

async function readOne(tx: Tx, id: string): Promise<ClientMerge> {
  const [found] = await readMerges(tx, { id })
  if (!found) throw notFound()
  return found
}
