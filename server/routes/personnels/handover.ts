import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Staff } from '../../../schemas/access.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import { Handover, HandoverAsk, HandoverOrder, HandoverPreview } from '../../../schemas/handover.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { assertManages, worksThere } from '../../accounts/staff-accounts.ts'
import type { Access } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { closeAccount, reopenAccount } from '../../handover/account.ts'
import { planHandover } from '../../handover/plan.ts'
import { handoverStep } from '../../handover/steps.ts'
import {
  assertNoneAtWork,
  beginUndo,
  type HandoverRow,
  insertHandover,
  lockHandover,
  readHandovers,
} from '../../handover/store.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { once } from '../../writes/once.ts'
import { serviceWrite } from '../../writes/service-write.ts'
import { many, one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

/** Who may set up somebody's account may also hand over what they held: no director of other agencies, who would take a portfolio that they may not see. */
const DIRECTORS = { kinds: ['personnel'], roles: ['commercial_director'] } as const satisfies Access
const reads = { access: DIRECTORS, does: 'reads' } as const
const acts = { access: DIRECTORS, does: 'acts' } as const
/** Closes or opens somebody's account: a screen left open is not enough, nor a director's place that an administrator has taken. */
const proven = { access: { ...DIRECTORS, own: true }, does: 'acts', reauth: true } as const

const params = Type.Object({ id: Type.String({ pattern: ID_PATTERN, maxLength: 64 }) })
interface ById {
  Params: { id: string }
}

/**
 * Somebody leaves (SET-12): what they held goes to colleagues. The handover is planned and the account closed in one transaction; the records follow in
 * steps, which the screen asks for until none is left. A step that was interrupted goes on where it stopped.
 */
export async function handoverRoutes(app: FastifyInstance): Promise<void> {
  const list = { summary: 'Passations d’une personne', params, response: { 200: many(Handover) } }
  app.get<ById>('/personnels/:id/passations', { config: reads, schema: list }, async (request) => {
    const { companyId, staff } = staffActor(request)
    const person = request.params.id
    const data = await app.db.inTenant(companyId, async (tx) => {
      await assertManages(tx, staff, person)
      return readHandovers(tx, { person })
    })
    return { data }
  })

  const preview = {
    summary: 'Ce qu’une passation donnerait à chacun, et les rendez-vous qui se chevaucheraient',
    params,
    body: HandoverAsk,
    response: { 200: one(HandoverPreview) },
  }
  app.post<ById & { Body: HandoverAsk }>(
    '/personnels/:id/passations/apercu',
    { config: reads, schema: preview },
    async (request) => {
      const { companyId } = staffActor(request)
      const data = await app.db.inTenant(companyId, async (tx) => {
        await assertLeaver(tx, request)
        return (await planHandover(tx, request.params.id, request.body)).preview
      })
      return { data }
    },
  )

  startRoute(app)
  stepRoutes(app)
}

/**
 * @throws AppError NOT_FOUND for somebody who is not there, UNAUTHORIZED beyond the director's rights, CONFLICT for oneself: nobody closes their own account by
 * mistake
 */
async function assertLeaver(tx: Tx, request: FastifyRequest<ById>): Promise<void> {
  const { staff } = staffActor(request)
  if (request.params.id === staff.id) throw new AppError('CONFLICT', 'Un autre directeur doit préparer votre départ.')
  await assertManages(tx, staff, request.params.id)
}

/** The handover, locked. A person who was removed since has no rights any more to compare with. @throws AppError as `assertLeaver` */
async function lockManaged(tx: Tx, staff: Staff, id: string): Promise<HandoverRow> {
  const handover = await lockHandover(tx, id)
  if (await worksThere(tx, handover.personnel_id)) await assertManages(tx, staff, handover.personnel_id)
  return handover
}

function startRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Commence une passation : le compte est fermé, les fiches suivent par étapes',
    params,
    body: HandoverOrder,
    response: { 201: one(Handover) },
  }
  app.post<ById & { Body: HandoverOrder }>(
    '/personnels/:id/passations',
    { config: proven, schema },
    async (request, reply) => {
      const { companyId, staff } = staffActor(request)
      const { id: person } = request.params
      const { EMPREINTE, ENVOI, REPARTITION, COLLEGUES } = request.body
      const data = await app.db.inTenant(companyId, (tx) =>
        once(tx, request, async () => {
          await assertLeaver(tx, request)
          await assertNoneAtWork(tx, person)
          const { items, preview } = await planHandover(tx, person, request.body)
          if (preview.EMPREINTE !== EMPREINTE)
            throw new AppError('CONFLICT', 'Des fiches ont changé depuis l’aperçu : vérifiez-le à nouveau.')
          const wasDisabled = await closeAccount(tx, person, { sends: ENVOI })
          const id = uuidv7()
          const [successor = ''] = COLLEGUES
          const given = { id, person, successor, division: REPARTITION, by: staff.id, wasDisabled }
          await insertHandover(tx, given, items)
          const details = { passation: id, REPARTITION, COLLEGUES, ENVOI, ...preview.TOTAL }
          await audit(tx, request, { action: 'handover.started', target: `personnel:${person}`, details })
          return readOne(tx, id)
        }),
      )
      await app.sessions.forget(`personnel:${person}`)
      return reply.status(201).send({ data })
    },
  )
}

function stepRoutes(app: FastifyInstance): void {
  const answer = { 200: one(Handover) }
  const next = { summary: 'L’étape suivante d’une passation, ou de son annulation', params, response: answer }
  app.post<ById>('/passations/:id/suite', { config: acts, schema: next }, async (request) => {
    const { companyId, staff } = staffActor(request)
    const { id } = request.params
    const data = await serviceWrite(app, companyId, async (write) => {
      write.by(staff.id)
      await lockManaged(write.tx, staff, id)
      await handoverStep(write, { id, by: staff.id })
      return readOne(write.tx, id)
    })
    return { data }
  })

  const undo = {
    summary: 'Annule une passation : ce que personne n’a changé depuis revient, le compte se rouvre',
    params,
    response: answer,
  }
  app.post<ById>('/passations/:id/annuler', { config: proven, schema: undo }, async (request) => {
    const { companyId, staff } = staffActor(request)
    const { id } = request.params
    const data = await app.db.inTenant(companyId, (tx) =>
      once(tx, request, async () => {
        const handover = await lockManaged(tx, staff, id)
        if (!(await worksThere(tx, handover.personnel_id)))
          throw new AppError('CONFLICT', 'Cette personne a été retirée : ses fiches restent à qui les a reçues.')
        await beginUndo(tx, handover, staff.id)
        if (!handover.was_disabled) await reopenAccount(tx, handover.personnel_id)
        const target = `personnel:${handover.personnel_id}`
        await audit(tx, request, { action: 'handover.undone', target, details: { passation: id } })
        return readOne(tx, id)
      }),
    )
    await app.sessions.forget(`personnel:${data.IDPERSONNEL}`)
    return { data }
  })
}

async function readOne(tx: Tx, id: string): Promise<Handover> {
  const [found] = await readHandovers(tx, { id })
  if (!found) throw notFound()
  return found
}
