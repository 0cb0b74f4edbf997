import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { validationError } from '../../../schemas/errors.ts'
import { mayChangePerson, type Rights, rightsIssues } from '../../../schemas/rules/direction.ts'
import { assertMail } from '../../accounts/assert-mail.ts'
import { invite } from '../../accounts/invitation.ts'
import { assertManages, beyondRights, staffPage } from '../../accounts/staff-accounts.ts'
import { DIRECTORS } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { hashPassword } from '../../plugins/session/passwords.ts'
import { newToken } from '../../plugins/session/tokens.ts'
import { ALL_ROWS } from '../../repositories/paging.ts'
import { once } from '../../writes/once.ts'
import { many, one } from '../shared/answers.ts'
import { idParams } from '../shared/resource-routes.ts'
import { type AskedWrite, accountOf, ListedAccount, staffAccountRoutes } from '../shared/staff-account-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

const path = '/entreprise/personnels'

/** @throws AppError UNAUTHORIZED for a person of another agency, VALIDATION_ERROR for rights beyond the director's */
function assertMay(request: FastifyRequest, { id, before, patch, disabled }: AskedWrite): void {
  const { staff } = staffActor(request)
  if (id !== null && before !== null && !mayChangePerson(staff, id, before as unknown as Rights)) throw beyondRights()
  const issues = rightsIssues(staff, id, patch as Partial<Rights>)
  if (Object.keys(issues).length > 0) throw validationError(issues)
  if (id === staff.id && disabled === true) {
    throw validationError({ disabled: ['Vous ne pouvez pas fermer votre propre compte.'] })
  }
}

/** The staff of a company, set up by its directors: each gives at most the rights that they have (schemas/rules/direction.ts). */
export async function entreprisePersonnelRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    path,
    {
      config: { access: DIRECTORS, does: 'reads' },
      schema: { summary: 'Comptes du personnel de l’entreprise', response: { 200: many(ListedAccount) } },
    },
    async (request) => ({
      data: await app.db.inTenant(staffActor(request).companyId, (tx) =>
        staffPage(tx, { sortBy: 'NOM_COMPLET', limit: ALL_ROWS }),
      ),
    }),
  )
  staffAccountRoutes(app, {
    path,
    access: DIRECTORS,
    companyOf: async (request) => staffActor(request).companyId,
    assertMay,
  })
  invitationRoute(app)
}

function invitationRoute(app: FastifyInstance): void {
  app.post<{ Params: { id: string } }>(
    `${path}/:id/invitation`,
    {
      config: { access: DIRECTORS, does: 'acts', rateLimit: { max: 30, timeWindow: 60_000 } },
      schema: {
        summary: 'Envoie le mail d’installation à un membre du personnel',
        params: idParams(),
        response: { 200: one(Type.Object({ recipient: Type.String() })) },
      },
    },
    async (request) => {
      const { companyId, staff } = staffActor(request)
      const { id } = request.params
      const passwordHash = await hashPassword(newToken())
      const recipient = await app.db.inTenant(companyId, (tx) =>
        once(tx, request, async () => {
          await assertManages(tx, staff, id)
          await assertMail(app, tx)
          const { secrets, originOf } = app
          const mail = await invite(tx, { secrets, originOf, id, by: accountOf(request), passwordHash })
          await audit(tx, request, { action: 'installation_mail.sent', target: `personnel:${id}` })
          return mail
        }),
      )
      app.messages.wake(companyId)
      return { data: { recipient } }
    },
  )
}
