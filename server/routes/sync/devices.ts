import type { FastifyInstance } from 'fastify'
import { DeviceReport, TeamDevice } from '../../../schemas/device.ts'
import { AppError, unauthorized } from '../../../schemas/errors.ts'
import { OFFICE } from '../../../schemas/roles.ts'
import { type Access, STAFF } from '../../actor.ts'
import { agentOf } from '../../devices/agent.ts'
import { noteDevice, teamDevices } from '../../devices/devices.ts'
import { deviceOf } from '../auth/token-answer.ts'
import { limiter } from '../auth/tries.ts'
import { many, nothing } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'

/** Whoever is logged in there, not an administrator in their place. */
const OWN: Access = { kinds: ['personnel'], own: true }
const FOLLOWERS: Access = { kinds: ['personnel'], roles: OFFICE }
/** A device reports at most every five seconds. */
const REPORTS = { max: 30, timeWindow: 60_000 }

const isLeftBehind = ({ connected, pending, refused, files }: TeamDevice): boolean =>
  !connected && pending + refused + files > 0

/** The state of the staff's devices: each reports its own, followers read all (WORK-7). */
export async function syncDeviceRoutes(app: FastifyInstance): Promise<void> {
  // By session, because a whole agency may share one address.
  const slowDown = limiter(app, {
    ...REPORTS,
    keyOf: ({ actor }) => `device ${actor.kind === 'anonymous' ? '' : actor.tokenHash}`,
  })
  const report = {
    summary: 'Cet appareil dit où il en est : dernière synchronisation, saisies en attente',
    body: DeviceReport,
    response: { 204: nothing },
  }
  app.put<{ Body: DeviceReport }>(
    '/sync/device',
    { config: { access: STAFF, does: 'acts' }, schema: report },
    async (request, reply) => {
      await slowDown(request)
      const { actor, body } = request
      if (actor.kind !== 'personnel') throw unauthorized()
      // The browser of an impersonating administrator is no device of that person.
      if (actor.impersonator !== null) return reply.status(204).send()
      const device = deviceOf(request)
      if (device === null) throw new AppError('BAD_REQUEST', 'Cet appareil ne dit pas son nom.')
      const agent = agentOf(request.headers['user-agent'])
      await app.db.inTenant(actor.companyId, (trx) => noteDevice(trx, { actor, device, agent, report: body }))
      return reply.status(204).send()
    },
  )

  app.get(
    '/sync/left_behind',
    {
      config: { access: OWN, does: 'reads' },
      schema: {
        summary: 'Mes appareils où je ne suis plus connecté, avec ce qui y attendait',
        response: { 200: many(TeamDevice) },
      },
    },
    async ({ actor }) => {
      if (actor.kind !== 'personnel') throw unauthorized()
      const mine = await app.db.inTenant(actor.companyId, (trx) => teamDevices(trx, null, actor.id))
      return { data: mine.filter(isLeftBehind) }
    },
  )

  app.get(
    '/sync/devices',
    {
      config: { access: FOLLOWERS, does: 'reads' },
      schema: {
        summary: 'Appareils de l’équipe : dernière synchronisation et saisies en attente de chacun',
        response: { 200: many(TeamDevice) },
      },
    },
    async (request) => {
      const actor = staffActor(request)
      return { data: await app.db.inTenant(actor.companyId, (trx) => teamDevices(trx, actor.staff)) }
    },
  )
}
