import type { FastifyInstance, FastifyRequest } from 'fastify'
import { frenchDate, wallClock } from '../../../schemas/dates.ts'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import { mayWithdraw, withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { ClientActor } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { contactFacts } from '../../contacts/contact-facts.ts'
import { appendEvidence, type QuoteEvidence } from '../../evidence/chain.ts'
import { readDocument } from '../../evidence/document.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { noteByService } from '../../writes/note-in-journal.ts'
import { type ServiceWrite, serviceWrite } from '../../writes/service-write.ts'
import { frenchDayOf } from '../devis-state.ts'
import { companyMail, mailCustomer } from '../notices.ts'
import type { Devis } from '../presenters/devis.ts'
import { type Customer, fullName, readCustomer } from '../repositories/client.ts'
import { readQuote, wasGiven } from '../repositories/devis.ts'
import { requestFacts } from '../request-facts.ts'
import { declaredBefore, submittedWords } from '../withdrawal-receipt.ts'

interface Withdrawal {
  app: FastifyInstance
  request: FastifyRequest
  actor: ClientActor
  zone: string
  id: string
}

/** Sealed content of a declaration: only the customer who declared it can confirm it, for that quote, within the hour. */
interface Declaration {
  company: string
  client: string
  devis: string
  at: string
}
const CONFIRM_MS = 60 * 60_000

export interface Declared {
  token: string
  DATE_LIMITE: string
  texte: string
}

function assertOpen(quote: Devis, zone: string, at: Date): void {
  const conflict = (message: string): AppError => new AppError('CONFLICT', message)
  if (quote.DEVIS_SIGNE !== 1 || quote.DATE_SIGNATURE === null) throw conflict("Ce devis n'est pas signé.")
  if (quote.REFUSE === 1)
    throw conflict(`Ce devis a déjà été rétracté ou annulé le ${frenchDayOf(quote.DATE_REFUSE, zone)}.`)
  if (mayWithdraw(quote.DATE_SIGNATURE, zone, at)) return
  const last = frenchDate(withdrawalDeadline(quote.DATE_SIGNATURE, zone))
  throw conflict(`Le délai de rétractation s'est terminé le ${last}. Contactez votre agence.`)
}

/** First step: says what the customer will withdraw from, and until when; writes nothing. @throws AppError NOT_FOUND, CONFLICT */
export async function declareWithdrawal({ app, actor, zone, id }: Withdrawal): Promise<Declared> {
  const now = new Date()
  const { quote, customer } = await app.db.inTenant(actor.companyId, async (tx) => ({
    quote: await readQuote(tx, actor, id),
    customer: await readCustomer(tx, actor.id),
  }))
  assertOpen(quote, zone, now)
  const declared: Declaration = { company: actor.companyId, client: actor.id, devis: id, at: now.toISOString() }
  return {
    token: app.secrets.seal(JSON.stringify({ purpose: 'withdrawal', ...declared })),
    DATE_LIMITE: withdrawalDeadline(quote.DATE_SIGNATURE ?? '', zone),
    texte: statement(quote, customer, zone),
  }
}

/** The model form of the code de la consommation (annexe à l'article R221-1), filled in. */
const statement = (quote: Devis, customer: Customer, zone: string): string =>
  `Je, ${fullName(customer)}, vous notifie ma rétractation du contrat portant sur le devis ${quote.NUMERO_DEVIS ?? ''}, signé le ${frenchDayOf(quote.DATE_SIGNATURE, zone)}.`

function open(app: FastifyInstance, token: string, expected: Omit<Declaration, 'at'>): Declaration {
  try {
    const { purpose, ...declared } = JSON.parse(app.secrets.unseal(token)) as Declaration & { purpose: string }
    const mine =
      purpose === 'withdrawal' &&
      declared.company === expected.company &&
      declared.client === expected.client &&
      declared.devis === expected.devis
    if (mine && Date.now() - Date.parse(declared.at) < CONFIRM_MS) return declared
  } catch {
    // A token that we did not seal is as wrong as one of another quote.
  }
  throw validationError({ token: ['Cette demande a expiré : recommencez la rétractation.'] })
}

export interface Withdrawn {
  quote: Devis
  evidence: QuoteEvidence
  /** Dated text of the receipt; `mail`: it leaves by mail too. */
  texte: string
  mail: boolean
}

/** Second step. The declaration's day counts. @throws AppError NOT_FOUND, CONFLICT, VALIDATION_ERROR */
export async function confirmWithdrawal(withdrawal: Withdrawal & { token: string }): Promise<Withdrawn> {
  const { app, actor, id } = withdrawal
  const declared = open(app, withdrawal.token, { company: actor.companyId, client: actor.id, devis: id })
  const done = await serviceWrite(app, actor.companyId, (write) => withdraw(write, withdrawal, declared))
  app.messages.wake(actor.companyId)
  return done
}

async function withdraw(
  write: ServiceWrite,
  { app, request, actor, zone, id }: Withdrawal,
  declared: Declaration,
): Promise<Withdrawn> {
  const { tx } = write
  const row = await write.lock('devis', id)
  const quote = row?.record as unknown as Devis | undefined
  if (!row || !quote || quote.IDCLIENT !== actor.id || !wasGiven(quote)) throw notFound()
  const now = new Date()
  const submitted = { declared: new Date(declared.at), confirmed: now }
  assertOpen(quote, zone, submitted.declared)
  // The declaration is what counts (L221-21): everybody reads its day, as on the receipt. The evidence says when it was confirmed.
  const DATE_REFUSE = declared.at
  const customer = await readCustomer(tx, actor.id)
  const { text: document } = await readDocument(tx, quote)
  const words = statement(quote, customer, zone)
  const evidence = await appendEvidence(tx, app.secrets.evidence, {
    devisId: id,
    kind: 'withdrawal',
    document,
    at: now.toISOString(),
    facts: {
      ...requestFacts(request, actor, customer),
      ...(await contactFacts(tx, app.secrets.evidence, customer)),
      declaration: { texte: words, le: declared.at },
    },
  })
  write.set('devis', row, { REFUSE: 1, DATE_REFUSE })
  await noteByService(write, quote.IDPROJET, {
    id: uuidv7(),
    GENRE: 'evenement',
    LE: wallClock(now, zone),
    AUTEUR: fullName(customer),
    RESULTAT: `Devis ${quote.NUMERO_DEVIS ?? ''} rétracté par le client${declaredBefore(submitted, zone)}`,
  })
  const number = quote.NUMERO_DEVIS ?? ''
  const texte = `Accusé de réception : votre rétractation du devis ${number} a été ${submittedWords(submitted, zone)}. Preuve n° ${evidence.number}, empreinte ${evidence.hash}.`
  const key = `devis-retracte:${id}`
  const title = `Rétractation du devis ${number}`
  const mail = await mailCustomer(tx, { app, quote, customer }, { key, title, text: `${texte}\n\n${words}` })
  const agence = await companyMail(tx, customer, 'agence')
  if (agence !== null) {
    await enqueueMessage(tx, {
      channel: 'mail',
      key: `mail:${key}:agence`,
      recipient: agence,
      payload: { subject: title, text: `${texte}\n\n${words}` },
      about: { resource: 'devis', id },
    })
  }
  await audit(tx, request, {
    action: 'quote.withdrawn',
    target: `devis:${id}`,
    details: { preuve: evidence.number, hash: evidence.hash },
  })
  return { quote: { ...quote, REFUSE: 1, DATE_REFUSE }, evidence, texte, mail }
}
