import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { frenchDate, wallClock } from '../../../schemas/dates.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import { withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { phoneDigits } from '../../../schemas/search.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { ClientActor } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { assertContactConfirmed } from '../../contacts/contact-changes.ts'
import { contactFacts } from '../../contacts/contact-facts.ts'
import { sha256 } from '../../evidence/canonical.ts'
import { appendEvidence, type QuoteEvidence } from '../../evidence/chain.ts'
import { consentText, euros } from '../../evidence/consent.ts'
import { documentOf, readDocument } from '../../evidence/document.ts'
import { addressOf } from '../../limits/address.ts'
import { contractKey } from '../../messages/sent.ts'
import { type ChallengeRow, spend, verifyCode, wrongCode } from '../../otp/challenges.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { isOtherSigned } from '../../repositories/signed-devis.ts'
import { isProjectStopped } from '../../repositories/stopped-project.ts'
import { noteByService } from '../../writes/note-in-journal.ts'
import { type ServiceWrite, serviceWrite } from '../../writes/service-write.ts'
import { assertWaiting, frenchDayOf } from '../devis-state.ts'
import { mailCustomer } from '../notices.ts'
import type { Devis } from '../presenters/devis.ts'
import { type Customer, fullName, readCustomer } from '../repositories/client.ts'
import { readQuoteToSign, wasGiven } from '../repositories/devis.ts'
import { requestFacts } from '../request-facts.ts'

export interface SignInput {
  id: string
  NOM_SIGNATAIRE: string
  CODE: string
  /** Null: the latest code that was asked for this quote. */
  challenge: string | null
  PORTABLE?: string | undefined
  /** Hash of the document that was read; null: the document as it was when the code was asked for. */
  sha256: string | null
  /** How the customer agreed: by a box that they ticked, or by typing a code whose SMS says what it agrees to. */
  consent: 'case' | 'code'
}

interface Signing {
  app: FastifyInstance
  request: FastifyRequest
  actor: ClientActor
  zone: string
  input: SignInput
}

export interface Signed {
  quote: Devis
  evidence: QuoteEvidence
  /** Whether the customer has an address, to which their copy leaves. */
  mail: boolean
}

/**
 * Signs a quote with the right code, on the document that was read, while the quote waits for its answer; the evidence is written in the same transaction.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (wrong code), CONFLICT (changed, refused, expired, already signed, project stopped)
 */
export async function signQuote(signing: Signing): Promise<Signed> {
  const { app, actor } = signing
  const challenge = await app.db.inTenant(actor.companyId, (tx) => checkCode(tx, signing))
  // Outside of the transaction, so that the counted try stays counted.
  if (!challenge) throw wrongCode()
  const signed = await serviceWrite(app, actor.companyId, (write) => sign(write, signing, challenge))
  app.messages.wake(actor.companyId)
  return signed
}

async function checkCode(tx: Tx, { app, request, actor, zone, input }: Signing): Promise<ChallengeRow | null> {
  const quote = await readQuoteToSign(tx, actor, input.id)
  assertWaiting(quote, zone, new Date(), 'expired counts')
  const { phone } = await readCustomer(tx, actor.id)
  if (input.PORTABLE !== undefined && phoneDigits(input.PORTABLE) !== phone) return null
  const { CODE: code, challenge } = input
  const signing = { clientId: actor.id, devisId: input.id }
  return verifyCode(tx, app.secrets, { purpose: 'sign', code, challenge, phone, signing, ip: addressOf(request.ip) })
}

const changed = (): AppError =>
  new AppError('CONFLICT', "Le devis a changé depuis que vous l'avez lu : relisez-le, puis demandez un nouveau code.", {
    details: { reason: 'change' },
  })

async function sign(write: ServiceWrite, signing: Signing, { id: challengeId }: ChallengeRow): Promise<Signed> {
  const { app, request, actor, zone, input } = signing
  const { tx } = write
  const row = await write.lock('devis', input.id)
  const quote = row?.record as unknown as Devis | undefined
  if (!row || !quote || quote.IDCLIENT !== actor.id || !wasGiven(quote)) throw notFound()
  const now = new Date()
  // The project is locked: of two versions that are signed at once, one is.
  const around = { AUTRE_SIGNE: await isOtherSigned(tx, input.id), ARRETE: await isProjectStopped(tx, input.id) }
  assertWaiting({ ...quote, ...around }, zone, now, 'expired counts')
  // Checked again: it may have changed since the code was asked for.
  await assertContactConfirmed(tx, actor.id, zone)
  const challenge = await spend(tx, challengeId)
  if (!challenge) throw wrongCode()
  const document = await readDocument(tx, quote)
  const seen = input.sha256 ?? challenge.document_sha256
  if (seen !== document.sha256 || challenge.document_sha256 !== document.sha256) throw changed()
  const customer = await readCustomer(tx, actor.id)
  const DATE_SIGNATURE = now.toISOString()
  const { NOM_SIGNATAIRE } = input
  const consent = consentText(quote)
  const after = documentOf(quote, document.parties, { NOM_SIGNATAIRE, DATE_SIGNATURE, CONSENTEMENT: consent })
  const evidence = await appendEvidence(tx, app.secrets.evidence, {
    devisId: input.id,
    kind: 'signature',
    document: document.text,
    signedSha256: sha256(after),
    at: DATE_SIGNATURE,
    facts: {
      ...requestFacts(request, actor, customer),
      ...(await contactFacts(tx, app.secrets.evidence, customer)),
      signataire: NOM_SIGNATAIRE,
      code: { challenge: challenge.id, envoye: await sentAt(tx, challenge), verifie: instant(challenge.verified_at) },
      consentement: { texte: consent, forme: input.consent },
    },
  })
  write.set('devis', row, { DEVIS_SIGNE: 1, DATE_SIGNATURE })
  await noteByService(write, quote.IDPROJET, {
    id: uuidv7(),
    GENRE: 'evenement',
    LE: wallClock(now, zone),
    AUTEUR: fullName(customer),
    RESULTAT: `Devis ${quote.NUMERO_DEVIS ?? ''} signé par le client`,
  })
  const mail = await tell(tx, { app, quote, customer, evidence, zone, at: DATE_SIGNATURE })
  await audit(tx, request, {
    action: 'quote.signed',
    target: `devis:${input.id}`,
    details: { preuve: evidence.number, hash: evidence.hash },
  })
  return { quote: { ...quote, DEVIS_SIGNE: 1, DATE_SIGNATURE }, evidence, mail }
}

const instant = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString())

/** When the SMS was sent. While that is unknown, or was reported after the code was verified: when it was handed over for sending. */
async function sentAt(tx: Tx, challenge: ChallengeRow): Promise<string | null> {
  const { rows } = await sql<{ sent_at: string | null }>`select sent_at from message
    where id = ${challenge.message_id} and sent_at <= ${challenge.verified_at}`.execute(tx)
  return instant(rows[0]?.sent_at ?? challenge.created_at)
}

interface Told {
  app: FastifyInstance
  quote: Devis
  customer: Customer
  evidence: QuoteEvidence
  zone: string
  at: string
}

/**
 * The customer's copy of the contract on a durable medium (code de la consommation, L221-13): the signed PDF, which ends with the withdrawal form, and the date
 * of the signature. It is made when the mail leaves, and follows a corrected address. @returns whether a mail leaves (`mailCustomer`)
 */
function tell(tx: Tx, { app, quote, customer, evidence, zone, at }: Told): Promise<boolean> {
  const number = quote.NUMERO_DEVIS ?? ''
  const last = frenchDate(withdrawalDeadline(at, zone))
  return mailCustomer(
    tx,
    { app, quote, customer },
    {
      key: contractKey(quote.IDDEVIS),
      title: `Votre contrat signé : devis ${number}`,
      text: [
        'Bonjour,',
        `Vous avez signé le ${frenchDayOf(at, zone)} le devis ${number} d'un montant de ${euros(quote.PRIX_TTC)} TTC.`,
        'Vous trouverez ci-joint votre exemplaire du contrat signé, avec ses conditions et le formulaire de rétractation.',
        `Vous pouvez vous rétracter jusqu'au ${last} inclus, depuis votre espace client, par ce formulaire ou par tout autre moyen écrit.`,
        `Preuve n° ${evidence.number}, empreinte ${evidence.hash}. Conservez ce message : il date votre signature.`,
      ].join('\n\n'),
      more: {
        attachments: [{ devis: quote.IDDEVIS, name: `Devis ${number}.pdf`, type: 'application/pdf' }],
        client: customer.IDCLIENT,
      },
    },
  )
}
