import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { newRecord } from '../../../schemas/entity.ts'
import { AppError, notFound } from '../../../schemas/errors.ts'
import type { Hint } from '../../../schemas/protocol.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { Filleul, TypeEspace } from '../../../schemas/rules/demandes.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import type { ClientActor } from '../../actor.ts'
import { splitDescription } from '../../journal/call-lines.ts'
import { renderTemplate } from '../../mail-templates/render-template.ts'
import { enqueueMessage } from '../../messages/enqueue.ts'
import { requestEvent } from '../../notices/events.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { createChanges } from '../../writes/changes.ts'
import { demandeViewers } from '../../writes/demande-scope.ts'
import { once } from '../../writes/once.ts'
import { serviceWrite } from '../../writes/service-write.ts'
import { companyMail } from '../notices.ts'
import { copiesIn } from '../photo-copies.ts'
import { type Customer, fullName, readCustomer } from '../repositories/client.ts'
import { readQuote } from '../repositories/devis.ts'
import { readProjects } from '../repositories/projects.ts'

/** Types of a customer's request, and the mail of each to the company. */
const MAIL_OF = { parrain: 'parrainage', apres_vente: 'apres_vente', comptable: 'comptable' } as const

export interface SpaceRequest {
  type: TypeEspace
  MESSAGE: string
  IDPROJET?: string
  IDDEVIS?: string
  /** A person whom the customer recommends. */
  FILLEUL?: Filleul
  /** Ids of photos among the project's files. */
  PHOTOS?: string[]
}

/** Requests of one customer an hour: each is a mail to the company. */
const MOST_AN_HOUR = 10
const HOUR = 3_600_000

/** @throws AppError RATE_LIMITED */
export async function assertNotTooMany(tx: Tx, clientId: string): Promise<void> {
  // The customer's row is locked in place of their requests: concurrent ones are counted one after the other.
  await sql`select 1 from client where company_id = current_setting('app.company_id') and "IDCLIENT" = ${clientId} for update`.execute(
    tx,
  )
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from demande
    where company_id = current_setting('app.company_id') and "IDCLIENT" = ${clientId}
    and "DATE_DEMANDE" > ${new Date(Date.now() - HOUR).toISOString()}`.execute(tx)
  if ((rows[0]?.count ?? 0) < MOST_AN_HOUR) return
  throw new AppError('RATE_LIMITED', 'Trop de demandes envoyées. Réessayez dans une heure.')
}

/**
 * Holds a request to photos that this customer has added to its project and that no other request has. One that the staff has deleted since counts: the words
 * are not refused for it. @throws AppError NOT_FOUND, the same for each reason
 */
async function assertTheirPhotos(tx: Tx, projet: string | undefined, photos: readonly string[]): Promise<void> {
  if (photos.length === 0) return
  if (projet === undefined) throw notFound()
  const ids = sql`${[...photos]}::text[]`
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier
    where company_id = current_setting('app.company_id') and "IDFICHIER" = any(${ids}) and "RESSOURCE" = 'projet'
    and "IDENREGISTREMENT" = ${projet} and "ORIGINE" = 'photo' and "IDPERSONNEL" is null
    and not exists (select 1 from demande where demande.company_id = fichier.company_id and not demande.deleted
      and fichier."IDFICHIER" = any(demande."PHOTOS"))`.execute(tx)
  const copies = await copiesIn(tx, [projet])
  const theirs = new Set(rows.map(({ id }) => id).filter((id) => !copies.has(id)))
  if (!photos.every((id) => theirs.has(id))) throw notFound()
}

/** Tells the mail's reader where the photos are. */
const withPhotos = (message: string, count: number): string =>
  count === 0
    ? message
    : `${message}\n\n${count === 1 ? '1 photo jointe' : `${count} photos jointes`}, dans les fichiers du projet.`

/** The request as a record of the office's devices (DAY-05). */
async function keepRequest(
  tx: Tx,
  { id, customer, body }: { id: string; customer: Customer; body: SpaceRequest & { PHOTOS: string[] } },
): Promise<Hint[]> {
  const changes = createChanges()
  const { type, MESSAGE, IDPROJET = null, IDDEVIS = null, FILLEUL = null, PHOTOS } = body
  changes.insert('demande', {
    id,
    record: {
      ...newRecord(entityOf('demande'), {}),
      id,
      GENRE: type,
      IDCLIENT: customer.IDCLIENT,
      IDPROJET,
      IDDEVIS,
      MESSAGE,
      FILLEUL,
      PHOTOS,
      DATE_DEMANDE: new Date().toISOString(),
    },
    version: 1,
    seq: 0,
    deleted: false,
    stamps: {},
    createdBy: null,
    viewers: demandeViewers(customer),
  })
  return changes.flush(tx)
}

interface Sending {
  app: FastifyInstance
  request: FastifyRequest
  actor: ClientActor
  body: SpaceRequest
}

/** Keeps a customer's request, tells the office and mails it to the company. @throws AppError NOT_FOUND (not their project, quote or photos), RATE_LIMITED */
export async function sendRequest({ app, request, actor, body }: Sending): Promise<{ id: string }> {
  let hints: Hint[] = []
  const sent = await serviceWrite(app, actor.companyId, (write) =>
    once(write.tx, request, async () => {
      const { tx } = write
      const customer = await readCustomer(tx, actor.id)
      const { type, MESSAGE, IDPROJET, IDDEVIS, FILLEUL } = body
      const PHOTOS = [...new Set(body.PHOTOS)]
      const [project] = IDPROJET === undefined ? [] : await readProjects(tx, actor.id, IDPROJET)
      if (IDPROJET !== undefined && !project) throw notFound()
      const quote = IDDEVIS === undefined ? null : await readQuote(tx, actor, IDDEVIS)
      await assertNotTooMany(tx, actor.id)
      // The customer's row is locked: of two requests that name one photo, one is refused.
      await assertTheirPhotos(tx, IDPROJET, PHOTOS)
      const id = uuidv7()
      hints = await keepRequest(tx, { id, customer, body: { ...body, PHOTOS } })
      const to = type === 'parrain' ? 'sales' : 'agence'
      write.tell(await requestEvent(tx, { id, client: customer, to }))
      const recipient = await companyMail(tx, customer, to)
      if (recipient !== null) {
        const variables = {
          client: fullName(customer),
          telephone: (type === 'parrain' ? FILLEUL?.PORTABLE : customer.phone) ?? '',
          mail: FILLEUL?.MAIL ?? '',
          filleul: [FILLEUL?.PRENOM, FILLEUL?.NOM, FILLEUL?.VILLE].filter(Boolean).join(' '),
          projet: splitDescription(project?.DESCRIPTION ?? null).description ?? '',
          devis: quote === null ? '' : (quote.NUMERO_DEVIS ?? quote.IDDEVIS),
          message: withPhotos(MESSAGE, PHOTOS.length),
        }
        await enqueueMessage(tx, {
          channel: 'mail',
          key: `space-request:${id}`,
          recipient,
          payload: {
            ...(await renderTemplate(tx, { code: MAIL_OF[type], variables })),
            ...(customer.MAIL === null ? {} : { replyTo: customer.MAIL }),
          },
          about: { resource: 'client', id: actor.id },
          by: actor.account,
        })
      }
      return { id }
    }),
  )
  app.hints.publish(actor.companyId, hints)
  app.messages.wake(actor.companyId)
  return sent
}
