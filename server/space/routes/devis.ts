import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { withdrawalLines } from '../../../documents/devis-words.ts'
import { Decided, Declared, EvidenceAnswer, Withdrawn } from '../../../schemas/space/decisions.ts'
import { QuoteSummary, QuoteView, SpaceFile } from '../../../schemas/space/devis.ts'
import { CUSTOMER } from '../../actor.ts'
import { customerOf as customerIn, identityOf, looksOf } from '../../documents/render-devis-pdf.ts'
import { evidenceOf } from '../../evidence/chain.ts'
import { consentText } from '../../evidence/consent.ts'
import { readDocument } from '../../evidence/document.ts'
import { verifyQuote } from '../../evidence/verify.ts'
import { many, one } from '../../routes/shared/answers.ts'
import { guardedGetAlias } from '../../routes/shared/get-alias.ts'
import { idParams } from '../../routes/shared/resource-routes.ts'
import { refuseQuote } from '../commands/refuse-devis.ts'
import { signQuote } from '../commands/sign-devis.ts'
import { confirmWithdrawal, declareWithdrawal } from '../commands/withdraw-devis.ts'
import { quoteSummary, quoteView } from '../presenters/devis.ts'
import { evidenceView } from '../presenters/evidence.ts'
import { withUrl } from '../presenters/file.ts'
import { readQuote, readVariants } from '../repositories/devis.ts'
import { readFiles } from '../repositories/files.ts'
import { readPeople } from '../repositories/people.ts'
import { CUSTOMER_OR_LINK, customerInPerson, customerOf, zoneOf } from './client.ts'

type At = { Params: { id: string } }
const text = (maxLength: number, minLength = 1) => Type.String({ minLength, maxLength, pattern: '\\S' })
const CODE = Type.String({ pattern: '^[0-9]{6}$' })

const SignBody = Type.Object(
  {
    NOM_SIGNATAIRE: text(120, 2),
    challenge: Type.String({ minLength: 1, maxLength: 64 }),
    CODE,
    /** Hash of the document that was read (`GET /space/devis/{id}`). */
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    consent: Type.Literal(true),
  },
  { additionalProperties: false },
)
const RefuseBody = Type.Object(
  { MOTIF: Type.Optional(Type.String({ maxLength: 1000 })) },
  { additionalProperties: false },
)
const WithdrawalBody = Type.Union([
  Type.Object({ step: Type.Literal('declare') }, { additionalProperties: false }),
  Type.Object(
    { step: Type.Literal('confirm'), token: Type.String({ minLength: 1, maxLength: 1000 }) },
    { additionalProperties: false },
  ),
])

/** Bodies of the POST and of its alias: the contract's call has no challenge, no hash and no box to tick. */
interface SignGiven {
  NOM_SIGNATAIRE: string
  CODE: string
  PORTABLE?: string
  challenge?: string
  sha256?: string
  consent?: true
}

/** A customer's calls about one quote: read, sign, refuse, withdraw, proof. */
export async function spaceQuoteRoutes(app: FastifyInstance): Promise<void> {
  app.get<At>(
    '/space/devis/:id',
    {
      config: { access: CUSTOMER_OR_LINK, does: 'reads' },
      schema: { summary: 'Un devis du client', params: idParams(), response: { 200: one(QuoteView) } },
    },
    async (request) => {
      const actor = customerOf(request)
      return {
        data: await app.db.inTenant(actor.companyId, async (tx) => {
          const quote = await readQuote(tx, actor, request.params.id)
          const document = await readDocument(tx, quote)
          const { entreprise, chantier } = document.parties
          const people = await readPeople(tx, [quote.IDRESPONSABLEPROJET])
          const { IDCLIENT: _, ...client } = document.parties.client
          const commercial = people.get(quote.IDRESPONSABLEPROJET ?? '') ?? null
          const consentement = consentText(quote)
          const variants = await readVariants(tx, actor, quote)
          const conditions = [...document.conditions]
          const today = { ...document.parties, entreprise: document.company }
          const formulaire = withdrawalLines(
            { company: identityOf(today, await looksOf(tx)), client: customerIn(document.parties) },
            quote.NUMERO_DEVIS ?? '',
          )
          const contract = {
            entreprise,
            client,
            chantier,
            conditions,
            formulaire,
            consentement,
            sha256: document.sha256,
          }
          return quoteView(quote, { ...contract, commercial, variants }, zoneOf(request))
        }),
      }
    },
  )

  app.get<At>(
    '/space/devis/:id/files',
    {
      config: { access: CUSTOMER_OR_LINK, does: 'reads' },
      schema: {
        summary: 'Fichiers du devis, adresses valables 5 minutes',
        params: idParams(),
        response: { 200: many(SpaceFile) },
      },
    },
    async (request) => {
      const actor = customerOf(request)
      const { companyId } = actor
      const files = await app.db.inTenant(companyId, async (tx) => {
        const { IDDEVIS } = await readQuote(tx, actor, request.params.id)
        return readFiles(tx, IDDEVIS, actor.limitedTo !== null)
      })
      return { data: files.map((file) => withUrl(app, companyId, file)) }
    },
  )

  const sign = async (request: FastifyRequest<At>, reply: FastifyReply) => {
    const actor = customerInPerson(request)
    const { consent, challenge = null, sha256 = null, ...body } = request.body as SignGiven
    const input = { ...body, challenge, sha256, id: request.params.id, consent: consent ? 'case' : 'code' } as const
    const { quote, evidence, mail } = await signQuote({ app, request, actor, zone: zoneOf(request), input })
    return reply.send({ data: { ...quoteSummary(quote, zoneOf(request)), preuve: evidenceView(evidence), mail } })
  }
  app.post<At>(
    '/space/devis/:id/sign',
    {
      config: { access: CUSTOMER_OR_LINK, does: 'acts' },
      schema: {
        summary: 'Signature du devis par code',
        params: idParams(),
        body: SignBody,
        response: { 200: one(Decided) },
      },
    },
    sign,
  )
  guardedGetAlias<At['Params']>(app, {
    url: '/space/devis/:id/sign',
    access: CUSTOMER_OR_LINK,
    summary: 'Signature du devis par code (forme du contrat)',
    params: idParams(),
    query: {
      NOM_SIGNATAIRE: SignBody.properties.NOM_SIGNATAIRE,
      PORTABLE: Type.String({ minLength: 6, maxLength: 25 }),
      CODE,
      challenge: Type.Optional(SignBody.properties.challenge),
      sha256: Type.Optional(SignBody.properties.sha256),
    },
    response: { 200: one(Decided) },
    handler: sign,
  })

  app.post<At & { Body: Static<typeof RefuseBody> }>(
    '/space/devis/:id/refuse',
    {
      config: { access: CUSTOMER, does: 'acts' },
      schema: { summary: 'Refus du devis', params: idParams(), body: RefuseBody, response: { 200: one(QuoteSummary) } },
    },
    async (request) => {
      const actor = customerInPerson(request)
      const zone = zoneOf(request)
      const MOTIF = request.body.MOTIF?.trim() || null
      const quote = await refuseQuote({ app, request, actor, zone, id: request.params.id, MOTIF })
      return { data: quoteSummary(quote, zone) }
    },
  )

  app.post<At & { Body: Static<typeof WithdrawalBody> }>(
    '/space/devis/:id/withdrawal',
    {
      config: { access: CUSTOMER, does: 'acts' },
      schema: {
        summary: 'Rétractation en deux étapes : déclarer, puis confirmer',
        params: idParams(),
        body: WithdrawalBody,
        response: { 200: one(Type.Union([Declared, Withdrawn])) },
      },
    },
    async (request) => {
      const actor = customerInPerson(request)
      const zone = zoneOf(request)
      const withdrawal = { app, request, actor, zone, id: request.params.id }
      if (request.body.step === 'declare') return { data: await declareWithdrawal(withdrawal) }
      const { quote, evidence, texte, mail } = await confirmWithdrawal({ ...withdrawal, token: request.body.token })
      return { data: { ...quoteSummary(quote, zone), preuve: evidenceView(evidence), texte, mail } }
    },
  )

  app.get<At>(
    '/space/devis/:id/evidence',
    {
      config: { access: CUSTOMER, does: 'reads' },
      schema: { summary: 'Preuves du devis, vérifiées', params: idParams(), response: { 200: one(EvidenceAnswer) } },
    },
    async (request) => {
      const actor = customerOf(request)
      return {
        data: await app.db.inTenant(actor.companyId, async (tx) => {
          const { IDDEVIS } = await readQuote(tx, actor, request.params.id)
          const records = await evidenceOf(tx, IDDEVIS)
          return { verifie: await verifyQuote(tx, app.secrets.evidence, records), preuves: records.map(evidenceView) }
        }),
      }
    },
  )
}
