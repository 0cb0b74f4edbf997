import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { assertMail } from '../../accounts/assert-mail.ts'
import { invite } from '../../accounts/invitation.ts'
import { ADMIN } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { hashPassword } from '../../plugins/session/passwords.ts'
import { newToken } from '../../plugins/session/tokens.ts'
import { isSuspended } from '../../repositories/companies.ts'
import { once } from '../../writes/once.ts'
import { one } from '../shared/answers.ts'
import { guardedGetAlias } from '../shared/get-alias.ts'
import { adminOf, companyGiven, companyNeeded, companyQuery, idSchema, suspended } from './admin-request.ts'

const Body = Type.Object(
  { IDPERSONNEL: idSchema, company_id: Type.Optional(idSchema) },
  { additionalProperties: false },
)

/** POST /admin/send_installation_mail: mails the app's address, and a link to choose a password. */
export async function installationMailRoutes(app: FastifyInstance): Promise<void> {
  const schema = {
    summary: "Envoie le mail d'installation",
    querystring: Type.Object(companyQuery),
    body: Body,
    response: { 200: one(Type.Object({ recipient: Type.String() })) },
  }
  const url = '/admin/send_installation_mail'
  const send = async (request: FastifyRequest) => {
    const { IDPERSONNEL: id, company_id } = request.body as Static<typeof Body>
    const companyId = await companyNeeded(app, request, company_id ?? companyGiven(request))
    const passwordHash = await hashPassword(newToken())
    const recipient = await app.db.inTenant(companyId, (tx) =>
      once(tx, request, async () => {
        // The address that the mail leads to answers nobody.
        if (await isSuspended(tx)) throw suspended()
        await assertMail(app, tx)
        const mail = await invite(tx, {
          secrets: app.secrets,
          originOf: app.originOf,
          id,
          by: adminOf(request).account,
          passwordHash,
        })
        await audit(tx, request, { action: 'installation_mail.sent', target: `personnel:${id}` })
        return mail
      }),
    )
    app.messages.wake(companyId)
    return { data: { recipient } }
  }
  app.post(url, { config: { access: ADMIN, does: 'acts' }, schema }, send)
  guardedGetAlias(app, {
    url,
    access: ADMIN,
    summary: "Envoie le mail d'installation (GET du contrat)",
    query: { IDPERSONNEL: idSchema, company_id: Type.Optional(idSchema) },
    response: schema.response,
    handler: send,
  })
}
