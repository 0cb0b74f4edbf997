import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { type AppError, validationError } from '../../../schemas/errors.ts'
import { messages } from '../../../schemas/messages.ts'
import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import { OTP_MINUTES } from '../../../schemas/rules/one-time-codes.ts'
import { phoneDigits } from '../../../schemas/search.ts'
import { AskedCode, ClientChoice } from '../../../schemas/space/login.ts'
import { PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { addressOf } from '../../limits/address.ts'
import { insertItems } from '../../merges/store.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { assertSms } from '../../otp/assert-sms.ts'
import { createChallenge, noteMessage, wrongCode } from '../../otp/challenges.ts'
import { companyOf } from '../../plugins/tenant/tenant.ts'
import { deviceOf, openSession, tokenAnswer } from '../../routes/auth/token-answer.ts'
import { one } from '../../routes/shared/answers.ts'
import { guardedGetAlias } from '../../routes/shared/get-alias.ts'
import { checkLogin } from '../commands/check-login.ts'
import { customersOfPhone } from '../repositories/client.ts'
import type { SpaceProof } from '../shared-numbers.ts'

const phone = Type.String({ minLength: 6, maxLength: 25, pattern: '^[0-9+ .()-]+$' })
const code = Type.String({ pattern: '^[0-9]{6}$' })
const id = Type.String({ minLength: 1, maxLength: 64 })

const AskBody = Type.Object({ PORTABLE: phone }, { additionalProperties: false })
const VerifyBody = Type.Object(
  {
    /** Answered by generateOtp; without it, any valid code of PORTABLE that was asked for from this address. */
    challenge: Type.Optional(id),
    PORTABLE: Type.Optional(phone),
    CODE: code,
    /** The customer who is meant, when several share the number. */
    IDCLIENT: Type.Optional(id),
    /** The proof at a shared number's first login to a space: the site's postcode, and the number of a quote of theirs. */
    CODE_POSTAL: Type.Optional(Type.String({ pattern: '^ *[0-9]{5} *$' })),
    NUMERO_DEVIS: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  },
  { additionalProperties: false },
)

/** Both fields, or none. @throws AppError VALIDATION_ERROR */
function proofOf({ CODE_POSTAL, NUMERO_DEVIS }: Static<typeof VerifyBody>): SpaceProof | null {
  if (CODE_POSTAL === undefined && NUMERO_DEVIS === undefined) return null
  if (CODE_POSTAL === undefined) throw validationError({ CODE_POSTAL: [messages.required] })
  if (NUMERO_DEVIS === undefined) throw validationError({ NUMERO_DEVIS: [messages.required] })
  return { CODE_POSTAL, NUMERO_DEVIS }
}

const wrongProof = (tooMany: boolean): AppError =>
  validationError({
    NUMERO_DEVIS: [
      tooMany
        ? "Trop d'essais : réessayez demain, ou appelez votre agence."
        : 'Ce code postal et ce numéro de devis ne vont pas ensemble. Regardez votre devis, ou appelez votre agence.',
    ],
  })

/** Milliseconds after which every request for a code is answered, for a known and an unknown number alike: queuing the SMS takes less than that. */
export const ANSWER_MS = 200

/** Name of what an address is known for: its codes are then not counted with those that strangers ask for this number. */
const knownAs = (companyId: string, phone: string): string => `customer ${companyId} ${phone}`

const NO_MOBILE = 'Donnez un numéro de mobile français : le code part par SMS.'

const ADDRESS_LIMIT = { max: 60, timeWindow: 60_000 }

/** The customer's login by a code sent to their phone (AUT-03). */
export async function spaceLoginRoutes(app: FastifyInstance): Promise<void> {
  const generate = async (request: FastifyRequest) => {
    const company = companyOf(request)
    const number = phoneDigits((request.body as Static<typeof AskBody>).PORTABLE)
    if (number.length < 6) throw validationError({ PORTABLE: [messages.phone] })
    // Of the number alone, known or not: it tells nothing about whose it is.
    if (!isFrenchMobile(number)) throw validationError({ PORTABLE: [NO_MOBILE] })
    const address = addressOf(request.ip)
    const elapsed = new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    const [challenge] = await Promise.all([
      app.db.inTenant(company.id, async (tx) => {
        await assertSms(app, tx, company.id)
        const { id: made, code: secret } = await createChallenge(tx, app.secrets, {
          purpose: 'login',
          phone: number,
          ip: address,
          known: await app.attempts.knows(tx, knownAs(company.id, number), address),
        })
        if ((await customersOfPhone(tx, number)).length > 0) {
          const text = `${company.NOM} : votre code de connexion est ${secret}. Il est valable ${OTP_MINUTES} minutes. Ne le donnez à personne.`
          const payload = { text, secret: true as const }
          const message = { channel: 'sms', key: `otp:${made}`, recipient: number, payload } as const
          await noteMessage(tx, made, await enqueueMessage(tx, message))
        }
        return made
      }),
      elapsed,
    ])
    app.messages.wake(company.id)
    return { data: { challenge } }
  }

  const verify = async (request: FastifyRequest) => {
    const company = companyOf(request)
    const body = request.body as Static<typeof VerifyBody>
    const { challenge = null, PORTABLE, CODE, IDCLIENT = null } = body
    const proof = proofOf(body)
    if (challenge === null && PORTABLE === undefined) throw validationError({ challenge: [messages.required] })
    const address = addressOf(request.ip)
    const outcome = await app.db.inTenant(company.id, async (tx) => {
      const number = PORTABLE === undefined ? {} : { phone: phoneDigits(PORTABLE) }
      const found = await checkLogin(tx, app.secrets, {
        challenge,
        code: CODE,
        IDCLIENT,
        proof,
        ip: address,
        ...number,
      })
      if (!found || found.kind === 'wrong proof')
        await audit(tx, request, { action: 'login.refused', details: { moyen: 'code' } })
      return found
    })
    if (!outcome) throw wrongCode()
    if (outcome.kind === 'wrong proof') throw wrongProof(outcome.tooMany)
    if (outcome.kind === 'choice') return { data: { clients: outcome.clients, preuve: outcome.proof } }
    const session = {
      kind: 'client',
      accountId: outcome.id,
      companyId: company.id,
      deviceId: deviceOf(request),
    } as const
    return openSession(app.sessions, session, async (tx, opened) => {
      // When a merge is undone, who came by the number of the record that went is that record's customer again.
      for (const merge of outcome.merges) await insertItems(tx, merge, 'session', [opened])
      await app.attempts.remember(tx, knownAs(company.id, outcome.phone), address)
      await audit(tx, request, { action: 'login.accepted', target: `client:${outcome.id}`, details: { moyen: 'code' } })
    })
  }

  const config = { access: PUBLIC, does: 'acts', rateLimit: ADDRESS_LIMIT } as const
  const alias = { ...config, bearer: false } as const
  const asked = {
    summary: 'Code de connexion du client par SMS',
    response: { 200: one(AskedCode) },
  }
  app.post('/space/generateOtp', { config, schema: { ...asked, body: AskBody } }, generate)
  guardedGetAlias(app, {
    ...alias,
    ...asked,
    url: '/space/generateOtp',
    query: AskBody.properties,
    handler: generate,
  })

  const verified = {
    summary: 'Connexion du client avec le code reçu',
    response: { 200: Type.Union([tokenAnswer, one(ClientChoice)]) },
  }
  app.post('/space/verifyOtpAndCreateToken', { config, schema: { ...verified, body: VerifyBody } }, verify)
  guardedGetAlias(app, {
    ...alias,
    ...verified,
    url: '/space/verifyOtpAndCreateToken',
    query: VerifyBody.properties,
    handler: verify,
  })
}
