import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError } from '../../../schemas/errors.ts'
import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import { OTP_MINUTES } from '../../../schemas/rules/one-time-codes.ts'
import { AskedSigningCode } from '../../../schemas/space/login.ts'
import { assertContactConfirmed } from '../../contacts/contact-changes.ts'
import { euros } from '../../evidence/consent.ts'
import { readDocument } from '../../evidence/document.ts'
import { addressOf } from '../../limits/address.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { assertSms } from '../../otp/assert-sms.ts'
import { createChallenge, noteMessage, verifyCode, wrongCode } from '../../otp/challenges.ts'
import { maskPhone } from '../../otp/mask-phone.ts'
import { assertWaiting } from '../../space/devis-state.ts'
import { readCustomer } from '../../space/repositories/client.ts'
import { readQuote, readQuoteToSign } from '../../space/repositories/devis.ts'
import { CUSTOMER_OR_LINK, customerInPerson, zoneOf } from '../../space/routes/client.ts'
import { one } from '../shared/answers.ts'

const id = Type.String({ minLength: 1, maxLength: 64 })

const AskBody = Type.Object({ purpose: Type.Literal('sign'), IDDEVIS: id }, { additionalProperties: false })
const VerifyBody = Type.Object(
  { challenge: id, CODE: Type.String({ pattern: '^[0-9]{6}$' }), IDDEVIS: id },
  { additionalProperties: false },
)

/** Codes for signatures (API-09): sent to the customer's own number, for one quote as it is now. A login code signs nothing. */
export async function smsOtpRoutes(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Static<typeof AskBody> }>(
    '/sms/otp',
    {
      config: { access: CUSTOMER_OR_LINK, does: 'acts' },
      schema: {
        summary: 'Code de signature par SMS, au numéro du client',
        body: AskBody,
        response: { 200: one(AskedSigningCode) },
      },
    },
    async (request) => {
      const actor = customerInPerson(request)
      const { IDDEVIS } = request.body
      const sent = await app.db.inTenant(actor.companyId, async (tx) => {
        const quote = await readQuoteToSign(tx, actor, IDDEVIS)
        assertWaiting(quote, zoneOf(request), new Date(), 'expired counts')
        await assertContactConfirmed(tx, actor.id, zoneOf(request))
        await assertSms(app, tx, actor.companyId)
        const { phone } = await readCustomer(tx, actor.id)
        // Any other number gets no SMS: the customer would wait for a code that never leaves.
        if (!isFrenchMobile(phone)) {
          throw new AppError(
            'VALIDATION_ERROR',
            "Aucun numéro de portable français n'est enregistré pour vous : contactez votre agence.",
          )
        }
        const { sha256 } = await readDocument(tx, quote)
        const signing = { clientId: actor.id, devisId: IDDEVIS, sha256 }
        const { id: challenge, code } = await createChallenge(tx, app.secrets, {
          purpose: 'sign',
          phone,
          ip: addressOf(request.ip),
          known: true,
          signing,
        })
        const text = `Code ${code} pour signer le devis ${quote.NUMERO_DEVIS ?? ''} de ${euros(quote.PRIX_TTC)} TTC. Le saisir vous engage. Valable ${OTP_MINUTES} minutes.`
        const message = await enqueueMessage(tx, {
          channel: 'sms',
          key: `otp:${challenge}`,
          recipient: phone,
          payload: { text, secret: true },
          about: { resource: 'devis', id: IDDEVIS },
        })
        await noteMessage(tx, challenge, message)
        return { challenge, PORTABLE: maskPhone(phone) }
      })
      app.messages.wake(actor.companyId)
      return { data: sent }
    },
  )

  app.post<{ Body: Static<typeof VerifyBody> }>(
    '/sms/otp/verify',
    {
      config: { access: CUSTOMER_OR_LINK, does: 'acts' },
      schema: {
        summary: 'Vérifie un code de signature, sans le consommer',
        body: VerifyBody,
        response: { 200: one(Type.Object({ verified: Type.Literal(true) }, { additionalProperties: false })) },
      },
    },
    async (request) => {
      const actor = customerInPerson(request)
      const { challenge, CODE: code, IDDEVIS } = request.body
      const found = await app.db.inTenant(actor.companyId, async (tx) => {
        await readQuote(tx, actor, IDDEVIS)
        const signing = { clientId: actor.id, devisId: IDDEVIS }
        return verifyCode(tx, app.secrets, { purpose: 'sign', challenge, code, signing, ip: addressOf(request.ip) })
      })
      if (!found) throw wrongCode()
      return { data: { verified: true } }
    },
  )
}
