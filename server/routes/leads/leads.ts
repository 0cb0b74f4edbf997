import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { adresse } from '../../../schemas/entities/adresse.ts'
import { client } from '../../../schemas/entities/client.ts'
import { AppError } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import { ADMIN, PUBLIC } from '../../actor.ts'
import { audit } from '../../audit/audit.ts'
import { parseJson } from '../../plugins/json-body.ts'
import {
  deleteLeadKey,
  type LeadKey,
  leadWasSeen,
  noteLeadReceived,
  noteLeadSeen,
  noteLeadTested,
  readLeadKey,
  readLeadSecret,
  renewLeadKey,
} from '../../repositories/leads.ts'
import { nothing, one } from '../shared/answers.ts'
import { companyNamed, companyQuery } from '../shared/named-company.ts'
import { isSigned, leadSignature, WINDOW_SECONDS } from './signature.ts'
import { assertWhole, type Lead, takeLead } from './take-lead.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's text as it arrived; only under routes that check its signature. */
    rawBody?: string
  }
}

const optional = (schema: TSchema): TSchema => Type.Optional(Type.Union([schema, Type.Null()]))

const LeadBody = Type.Object(
  {
    NOM: client.fields.NOM.schema,
    PRENOM: optional(client.fields.PRENOM.schema),
    MAIL: optional(client.fields.MAIL.schema),
    PORTABLE: optional(client.fields.PORTABLE.schema),
    TELEPHONE: optional(client.fields.TELEPHONE.schema),
    ADRESSE: optional(adresse.fields.ADRESSE.schema),
    CODE_POSTAL: optional(adresse.fields.CODE_POSTAL.schema),
    VILLE: optional(adresse.fields.VILLE.schema),
    DESCRIPTION: optional(Type.String({ maxLength: 1900 })),
    IDORIGINE: optional(client.fields.IDORIGINE.schema),
    IDORIGINE_CAMPAGNE: optional(client.fields.IDORIGINE_CAMPAGNE.schema),
    IDAGENCE: optional(client.fields.IDAGENCE.schema),
    /** A test of the connection: everything is checked, nothing is recorded. */
    ESSAI: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const Taken = Type.Object({ IDCLIENT: Type.String(), IDPROJET: Type.String(), doublon: Type.Boolean() })
const Tested = Type.Object({ essai: Type.Literal(true) })
const instantOrNull = Type.Union([Type.String({ format: 'lolapp-instant' }), Type.Null()])
const Key = Type.Object({
  /** Answered when it is made and never again. */
  key: Type.Union([Type.String(), Type.Null()]),
  created_at: instantOrNull,
  /** When the website last sent a lead, and last tried the connection. */
  received_at: instantOrNull,
  tested_at: instantOrNull,
})
const NO_KEY: LeadKey = { created_at: null, received_at: null, tested_at: null }

const LEADS_PER_MINUTE = 60

/** One text for every reason: only the website's owner may know what is missing. */
const unsigned = (): AppError => new AppError('UNAUTHENTICATED', "La signature de cet envoi n'est pas valable.")

/** POST /webhook/contact/create: a website's lead, signed with its company's key. Without a key it is off. */
export async function leadRoutes(app: FastifyInstance): Promise<void> {
  const secretOf = async (companyId: string): Promise<string | null> => {
    const sealed = await app.db.inTenant(companyId, readLeadSecret)
    return sealed === null ? null : app.secrets.unseal(sealed)
  }

  await app.register(async (hook) => {
    hook.removeContentTypeParser('application/json')
    hook.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
      request.rawBody = String(body)
      try {
        done(null, parseJson(request.rawBody))
      } catch (error) {
        const malformed = new AppError('BAD_REQUEST', "Le corps de la requête n'est pas un JSON valide.")
        done(error instanceof AppError ? error : malformed)
      }
    })

    const digestOf = (request: FastifyRequest): string =>
      app.secrets.digest('lead', String(request.headers['lolapp-signature']))

    hook.post<{ Body: Lead & { ESSAI?: boolean } }>(
      '/webhook/contact/create',
      {
        config: { access: PUBLIC, does: 'acts', rateLimit: { max: LEADS_PER_MINUTE, timeWindow: 60_000 } },
        schema: {
          summary: "Contact venu d'un site web",
          body: LeadBody,
          response: { 200: one(Tested), 201: one(Taken) },
        },
        // Before the body is validated: a caller without a signature is not told what to send.
        preValidation: async (request) => {
          const { company, rawBody: body = '' } = request
          const secret = company && (await secretOf(company.id))
          const { 'lolapp-timestamp': timestamp, 'lolapp-signature': signature } = request.headers
          if (!secret || !isSigned(secret, { timestamp, signature, body }, Math.floor(Date.now() / 1000)))
            throw unsigned()
        },
      },
      async (request, reply) => {
        const companyId = request.company?.id ?? ''
        const { ESSAI, ...lead } = request.body
        if (ESSAI) {
          await assertWhole(app, companyId, lead)
          await app.db.inTenant(companyId, async (trx) => {
            await noteLeadTested(trx)
            await audit(trx, request, { action: 'lead.tested', target: `company:${companyId}` })
          })
          return reply.send({ data: { essai: true } })
        }
        const digest = digestOf(request)
        const seen = await app.db.inTenant(companyId, (trx) => leadWasSeen(trx, digest))
        if (seen) throw new AppError('CONFLICT', 'Cet envoi a déjà été reçu.')
        const at = new Date(Number(request.headers['lolapp-timestamp']) * 1000)
        const data = await takeLead(app, { companyId, digest, at, lead })
        // Last: a lead that a crash interrupted may be sent again, and gives the same three records.
        const isFirst = await app.db.inTenant(companyId, async (trx) => {
          const first = await noteLeadSeen(trx, digest, 4 * WINDOW_SECONDS)
          if (first) {
            await noteLeadReceived(trx)
            const { IDPROJET, doublon } = data
            await audit(trx, request, { action: 'lead.received', target: `projet:${IDPROJET}`, details: { doublon } })
          }
          return first
        })
        if (!isFirst) throw new AppError('CONFLICT', 'Cet envoi a déjà été reçu.')
        return reply.status(201).send({ data })
      },
    )
  })

  const querystring = Type.Object(companyQuery)
  app.get(
    '/admin/leads/key',
    {
      config: { access: ADMIN, does: 'reads' },
      schema: { summary: 'Clé des contacts du site : existe-t-elle ?', querystring, response: { 200: one(Key) } },
    },
    async (request) => {
      const known = await app.db.inTenant(await companyNamed(app, request), readLeadKey)
      return { data: { key: null, ...(known ?? NO_KEY) } }
    },
  )

  app.post(
    '/admin/leads/key',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: { summary: 'Créer ou renouveler la clé des contacts du site', querystring, response: { 201: one(Key) } },
    },
    async (request, reply) => {
      const companyId = await companyNamed(app, request)
      const key = randomBytes(32).toString('base64url')
      const made = await app.db.inTenant(companyId, async (trx) => {
        await audit(trx, request, { action: 'lead_key.renewed', target: `company:${companyId}` })
        return renewLeadKey(trx, app.secrets.seal(key))
      })
      return reply.status(201).send({ data: { key, ...(made ?? NO_KEY) } })
    },
  )

  app.post(
    '/admin/leads/test',
    {
      config: { access: ADMIN, rateLimit: { max: 10, timeWindow: 60_000 }, does: 'acts' },
      schema: {
        summary: 'Envoie un essai signé, comme le site de l’entreprise le ferait',
        querystring,
        response: { 200: one(Tested) },
      },
    },
    async (request) => {
      const companyId = await companyNamed(app, request)
      const secret = await secretOf(companyId)
      if (secret === null) throw new AppError('CONFLICT', 'Cette entreprise n’a pas encore de clé pour son site.')
      const { status, body } = await sendTest(app, companyId, secret)
      if (status !== 200) throw new AppError('CONFLICT', String(body.message ?? status))
      return { data: { essai: true } }
    },
  )

  app.delete(
    '/admin/leads/key',
    {
      config: { access: ADMIN, does: 'acts' },
      schema: { summary: 'Ne plus accepter de contacts du site', querystring, response: { 204: nothing } },
    },
    async (request, reply) => {
      const companyId = await companyNamed(app, request)
      await app.db.inTenant(companyId, async (trx) => {
        await deleteLeadKey(trx)
        await audit(trx, request, { action: 'lead_key.deleted', target: `company:${companyId}` })
      })
      return reply.status(204).send()
    },
  )
}

/** Through the same route as the website's own calls, so that the test passes where theirs would. */
async function sendTest(
  app: FastifyInstance,
  companyId: string,
  secret: string,
): Promise<{ status: number; body: { message?: unknown } }> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const body = JSON.stringify({ NOM: 'Essai du site', MAIL: 'essai@example.com', ESSAI: true })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/webhook/contact/create',
    headers: {
      [HEADER.company]: companyId,
      'content-type': 'application/json',
      'lolapp-timestamp': timestamp,
      'lolapp-signature': leadSignature(secret, { timestamp, body }),
    },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json() }
}
