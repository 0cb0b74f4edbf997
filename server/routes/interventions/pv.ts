import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { frenchDate } from '../../../schemas/dates.ts'
import { notFound, validationError } from '../../../schemas/errors.ts'
import { ID_PATTERN } from '../../../schemas/fields.ts'
import type { Values } from '../../../schemas/merge.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { createPv } from '../../documents/create-pv.ts'
import { keyOfFile } from '../../files/bytes/stored-bytes.ts'
import { signedFileUrl } from '../../files/presenters/signed-url.ts'
import { findPvs } from '../../files/repositories/find-pv.ts'
import { renderTemplate } from '../../mail-templates/render-template.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { clientOfProject } from '../../repositories/clients.ts'
import { companyZone } from '../../repositories/companies.ts'
import { fullName } from '../../space/repositories/client.ts'
import { reaches } from '../../writes/leaver.ts'
import { actEntry, noteByService } from '../../writes/note-in-journal.ts'
import { once } from '../../writes/once.ts'
import { serviceWrite } from '../../writes/service-write.ts'
import { maySendLate } from '../../writes/taken-off.ts'
import { one } from '../shared/answers.ts'
import { assertReads, at, idParams } from '../shared/resource-routes.ts'
import { staffActor } from '../shared/staff-request.ts'

type At = { Params: { id: string } }

const PvBody = Type.Object(
  {
    NOM_SIGNATAIRE: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    SIGNATURE: Type.Optional(Type.String({ minLength: 1, maxLength: 400_000 })),
    RESERVES: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 50 })),
    LEVEE: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
const Pv = one(
  Type.Object({ IDFICHIER: Type.String(), url: Type.String(), file_name: Type.String(), SHA256: Type.String() }),
)

const SendBody = Type.Object(
  { IDINTERVENTION: Type.String({ pattern: ID_PATTERN, maxLength: 64 }) },
  { additionalProperties: false },
)
const Sent = one(Type.Object({ IDMESSAGE: Type.String(), MAIL: Type.String() }))

const wordsOf = (intervention: Values, client: { NOM: string; PRENOM: string | null }): Record<string, string> => ({
  client: fullName(client),
  objet: String(intervention.RDV_OBJET || 'Intervention'),
  date: frenchDate(String(intervention.RDV_DEBUT)),
})

/** The PV of an intervention: made and mailed (API-07). */
export async function pvRoutes(app: FastifyInstance): Promise<void> {
  app.post<At & { Body: Static<typeof PvBody> }>(
    '/intervention/:id/pdf',
    {
      config: { ...at('intervention', 'read'), right: 'pv.make', does: 'acts' },
      schema: {
        summary: 'PV signé, là où il n’existe pas',
        params: idParams(),
        body: PvBody,
        response: { 200: Pv, 201: Pv },
      },
    },
    async (request, reply) => {
      const actor = staffActor(request)
      assertReads(actor, 'intervention')
      const { NOM_SIGNATAIRE, SIGNATURE, RESERVES = [], LEVEE = false } = request.body
      const { record, created } = await createPv(app, actor, {
        interventionId: request.params.id,
        NOM_SIGNATAIRE,
        SIGNATURE,
        RESERVES,
        kind: LEVEE ? 'levee' : 'reception',
        userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
      })
      const fichierId = String(record.IDFICHIER)
      const url = signedFileUrl(app.secrets, { companyId: actor.companyId, fichierId })
      const data = { IDFICHIER: fichierId, url, file_name: record.NOM, SHA256: record.SHA256 }
      return reply.status(created ? 201 : 200).send({ data })
    },
  )

  app.post<{ Body: Static<typeof SendBody> }>(
    '/intervention/send',
    {
      config: { ...at('intervention', 'read'), right: 'pv.send', does: 'acts', sends: true },
      schema: { summary: 'Envoi du PV au client par mail', body: SendBody, response: { 200: Sent } },
    },
    async (request) => {
      const actor = staffActor(request)
      assertReads(actor, 'intervention')
      const id = request.body.IDINTERVENTION
      const data = await serviceWrite(app, actor.companyId, (write) =>
        once(write.tx, request, async () => {
          const { tx } = write
          const row = await write.lock('intervention', id)
          const isReached = row !== null && (await reaches(tx, actor, { resource: 'intervention', ...row }))
          // Asked on a phone without network, before the works were given to a colleague (PUSH-12).
          if (!row || !(isReached || (await maySendLate(tx, actor, { resource: 'intervention', id, row }))))
            throw notFound()
          const pvs = await findPvs(tx, id)
          const client = await clientOfProject(tx, row.record.IDPROJET)
          if (!client?.MAIL) throw validationError({ MAIL: ["Le client n'a pas d'adresse email."] })
          const attachments = []
          for (const { id: file, name } of pvs)
            attachments.push({ key: await keyOfFile(tx, file), name, type: 'application/pdf' })
          // A request with another key asks on purpose for a second mail.
          const asked = request.headers[HEADER.mutation]
          const IDMESSAGE = await enqueueMessage(tx, {
            channel: 'mail',
            key: `pv:${id}:${typeof asked === 'string' ? asked : uuidv7()}`,
            recipient: client.MAIL,
            about: { resource: 'intervention', id },
            by: actor.account,
            payload: {
              ...(await renderTemplate(tx, { code: 'intervention_pv', variables: wordsOf(row.record, client) })),
              attachments,
              client: client.IDCLIENT,
            },
          })
          const by = { tx, actor, zone: await companyZone(tx), now: new Date() }
          const entry = await actEntry(by, { GENRE: 'message', RESULTAT: 'PV envoyé par mail' })
          await noteByService(write, String(row.record.IDPROJET), entry)
          write.by(actor.staff.id)
          return { IDMESSAGE, MAIL: isReached ? client.MAIL : '' }
        }),
      )
      app.messages.wake(actor.companyId)
      return { data }
    },
  )
}
