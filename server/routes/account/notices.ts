import type { FastifyInstance } from 'fastify'
import { NoticeChoices } from '../../../schemas/account.ts'
import { STAFF } from '../../actor.ts'
import { readChoices, saveChoices } from '../../notices/choices.ts'
import { one } from '../shared/answers.ts'
import { staffActor } from '../shared/staff-request.ts'
import { ownerAloneOf } from './own-account.ts'

const response = { 200: one(NoticeChoices) }

/** What I want to be told of, and whether my lock screen may show names. */
export async function ownNoticeRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/account/notifications',
    { config: { access: STAFF, does: 'reads' }, schema: { summary: 'Ce dont je veux être prévenu', response } },
    async (request) => {
      const { companyId, staff } = staffActor(request)
      return { data: await app.db.inTenant(companyId, (tx) => readChoices(tx, staff.id)) }
    },
  )
  app.put<{ Body: NoticeChoices }>(
    '/account/notifications',
    {
      config: { access: STAFF, does: 'acts' },
      schema: { summary: 'Choisit ce dont je veux être prévenu', body: NoticeChoices, response },
    },
    async (request) => {
      ownerAloneOf(request)
      const { companyId, staff } = staffActor(request)
      const data = await app.db.inTenant(companyId, async (tx) => {
        await saveChoices(tx, staff.id, request.body)
        return readChoices(tx, staff.id)
      })
      return { data }
    },
  )
}
