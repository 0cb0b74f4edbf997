import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { personnel } from '../../../schemas/entities/personnel.ts'
import { validationError } from '../../../schemas/errors.ts'
import { messages } from '../../../schemas/messages.ts'
import { BASE } from '../../../schemas/protocol.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { audit } from '../../audit/audit.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { readSmtp, removeSmtp, type Smtp, type SmtpRow, writeSmtp } from '../../repositories/company-services.ts'
import { assertUnchanged, Seen } from '../../writes/changed-meanwhile.ts'
import { once } from '../../writes/once.ts'

/** A company's own mail server, for its directors and for administrators. The password can be written, never read. */

const mail = personnel.fields.MAIL.schema
const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const smtpProperties = {
  host: Type.String({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$' }),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  secure: Type.Boolean(),
  user: nullable(Type.String({ maxLength: 254 })),
  /** Left out: the stored one is kept. */
  password: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  MAIL_EXPEDITEUR: Type.Optional(nullable(mail)),
}
/** The settings of a mail server belong together: `_base` names all that the author saw of them, but never the password. */
export const SmtpBody = Type.Object({ ...smtpProperties, [BASE]: Seen }, { additionalProperties: false })
export const TestBody = Type.Object({ MAIL: mail }, { additionalProperties: false })

const MASK = '********'
export const SmtpAnswer = Type.Object({
  id: Type.String(),
  NOM: Type.String(),
  host: nullable(Type.String()),
  port: nullable(Type.Integer()),
  secure: nullable(Type.Boolean()),
  user: nullable(Type.String()),
  password: nullable(Type.Literal(MASK)),
  MAIL_EXPEDITEUR: nullable(Type.String()),
})

export const presentSmtp = ({ id, NOM, SMTP, MAIL_EXPEDITEUR }: SmtpRow): Static<typeof SmtpAnswer> => ({
  id,
  NOM,
  host: SMTP?.host ?? null,
  port: SMTP?.port ?? null,
  secure: SMTP?.secure ?? null,
  user: SMTP?.user ?? null,
  password: SMTP?.password ? MASK : null,
  MAIL_EXPEDITEUR,
})

/** Sets the company's mail server. Without a password, or with its mask, the stored one is kept. @throws AppError VALIDATION_ERROR, CONFLICT */
export async function saveSmtp(
  app: FastifyInstance,
  request: FastifyRequest,
  { id, body }: { id: string; body: Static<typeof SmtpBody> },
): Promise<Static<typeof SmtpAnswer>> {
  const data = await app.db.inTenant(id, (trx) =>
    once(trx, request, async () => {
      const before = await readSmtp(trx, true)
      const { [BASE]: base, ...patch } = body
      const { MAIL_EXPEDITEUR, password, ...server } = patch
      assertUnchanged(presentSmtp(before), patch, base)
      // A form sends back the mask that it was shown: it is no password.
      const kept = password === undefined || password === MASK
      // A stored password belongs to the server for which it was given: it is not sent to another host that somebody enters later.
      if (kept && before.SMTP?.password && before.SMTP.host !== server.host) {
        throw validationError({ password: [messages.required] })
      }
      const sealed = password ? app.secrets.seal(password) : null
      const SMTP: Smtp = { ...server, password: kept ? (before.SMTP?.password ?? null) : sealed }
      await writeSmtp(trx, {
        SMTP,
        MAIL_EXPEDITEUR: MAIL_EXPEDITEUR === undefined ? before.MAIL_EXPEDITEUR : MAIL_EXPEDITEUR,
      })
      await audit(trx, request, { action: 'smtp.updated', target: `company:${id}`, details: { host: server.host } })
      return presentSmtp(await readSmtp(trx))
    }),
  )
  app.companies.forget()
  return data
}

/** From now on the platform's mail server sends the company's mails. */
export async function forgetSmtp(app: FastifyInstance, request: FastifyRequest, id: string): Promise<void> {
  await app.db.inTenant(id, async (trx) => {
    await removeSmtp(trx)
    await audit(trx, request, { action: 'smtp.deleted', target: `company:${id}` })
  })
  app.companies.forget()
}

/** Sends a mail by the company's mail server. @returns the message, whose state the caller may ask for */
export async function testSmtp(
  app: FastifyInstance,
  request: FastifyRequest,
  { id, to }: { id: string; to: string },
): Promise<{ message_id: string }> {
  const by = request.actor.kind === 'anonymous' ? {} : { by: request.actor.account }
  const data = await app.db.inTenant(id, (trx) =>
    once(trx, request, async () => {
      const { NOM } = await readSmtp(trx)
      const message_id = await enqueueMessage(trx, {
        channel: 'mail',
        key: `smtp-test:${uuidv7()}`,
        recipient: to,
        payload: { subject: `Mail d'essai de ${NOM}`, text: `Ce mail est parti par le serveur de mail de ${NOM}.` },
        ...by,
      })
      await audit(trx, request, { action: 'smtp.tested', target: `company:${id}` })
      return { message_id }
    }),
  )
  app.messages.wake(id)
  return data
}
