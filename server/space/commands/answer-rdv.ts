import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AuditAction } from '../../../schemas/audit.ts'
import { wallClock } from '../../../schemas/dates.ts'
import { newRecord } from '../../../schemas/entity.ts'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import type { JournalEntry } from '../../../schemas/journal.ts'
import { entityOf, type ResourceRecord } from '../../../schemas/resources.ts'
import { annonceDay, customerAnswer, type ReponseClient } from '../../../schemas/rules/annonces.ts'
import { noticeTime } from '../../../schemas/rules/notices.ts'
import type { EtatLien, LinkedRdv, OtherTime } from '../../../schemas/space/rdv-link.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { audit } from '../../audit/audit.ts'
import { keptRecord } from '../../merges/alias.ts'
import { requestEvent } from '../../notices/events.ts'
import type { Tx } from '../../plugins/database/database.ts'
import type { Company } from '../../plugins/tenant/companies.ts'
import { rdvOfToken } from '../../rdvs/link.ts'
import type { StoredRow } from '../../repositories/rows.ts'
import { readRow } from '../../repositories/rows.ts'
import { isRdvStopped } from '../../repositories/stopped-project.ts'
import { demandeViewers } from '../../writes/demande-scope.ts'
import { isErased } from '../../writes/erased.ts'
import { noteByService } from '../../writes/note-in-journal.ts'
import { clientOfRdv } from '../../writes/notify-client.ts'
import { type ServiceWrite, serviceWrite } from '../../writes/service-write.ts'
import { presentLinkedRdv } from '../presenters/linked-rdv.ts'
import { fullName } from '../repositories/client.ts'
import { readAddresses, readPeople } from '../repositories/people.ts'
import { assertNotTooMany } from './send-request.ts'

type Rdv = ResourceRecord<'rdv'>
type Client = ResourceRecord<'client'>

interface Asking {
  app: FastifyInstance
  request: FastifyRequest
  company: Company
  token: string
}

/** How the appointment stands for its customer: one that was deleted with its project, or whose project was stopped, is cancelled for them. */
async function etatOf(tx: Tx, { deleted, record }: StoredRow, { FUSEAU }: Company): Promise<EtatLien> {
  const rdv = record as unknown as Rdv
  if (deleted || rdv.SUPPRIME === 1) return 'annule'
  if (rdv.RDV_FIN <= wallClock(new Date(), FUSEAU)) return 'passe'
  if (await isRdvStopped(tx, rdv.IDRDV)) return 'annule'
  return customerAnswer(rdv)?.ETAT ?? 'attente'
}

interface Shown {
  company: Company
  /** They have just asked for another time. */
  asked?: boolean
}

async function present(tx: Tx, row: StoredRow, { company, asked = false }: Shown): Promise<LinkedRdv> {
  const rdv = row.record as unknown as Rdv
  const projet = rdv.IDPROJET === null ? null : await readRow(tx, { resource: 'projet', id: rdv.IDPROJET })
  const client = await clientOfRdv(tx, rdv)
  const place = rdv.IDADRESSE ?? (projet?.record.ADRESSE_CHANTIER as string | null) ?? client?.IDADRESSE ?? null
  const addresses = await readAddresses(tx, [place])
  const people = await readPeople(tx, rdv.IDPERSONNELS)
  return presentLinkedRdv(rdv, {
    etat: await etatOf(tx, row, company),
    demande: asked || customerAnswer(rdv)?.ETAT === 'autre_moment',
    adresse: addresses.get(place ?? '') ?? null,
    personnes: rdv.IDPERSONNELS.flatMap((id) => people.get(id) ?? []),
    phone: await phoneOf(tx, company),
  })
}

/** Where the customer calls: the company's own number. */
async function phoneOf(tx: Tx, company: Company): Promise<string | null> {
  const row = await tx.selectFrom('company').select('TELEPHONE').where('id', '=', company.id).executeTakeFirst()
  return row?.TELEPHONE ?? null
}

/** The customer of the appointment, while they are the one for whom the link was made: it may have become somebody else's. */
async function clientOfLink(tx: Tx, link: { client: string }, row: StoredRow): Promise<Client | null> {
  if (isErased(row)) return null
  const rdv = row.record as unknown as Rdv
  const client = row.deleted ? await clientOfDeleted(tx, rdv) : await clientOfRdv(tx, rdv)
  return client && (await keptRecord(tx, link.client)) === client.IDCLIENT ? client : null
}

async function clientOfDeleted(tx: Tx, { IDPROJET }: Rdv): Promise<Client | null> {
  const projet = IDPROJET === null ? null : await readRow(tx, { resource: 'projet', id: IDPROJET })
  const client = projet && (await readRow(tx, { resource: 'client', id: String(projet.record.IDCLIENT) }))
  return client && !client.deleted ? (client.record as unknown as Client) : null
}

/** The appointment of a link, without any answer: programs open links too. @throws AppError NOT_FOUND */
export const openRdv = ({ app, company, token }: Asking): Promise<LinkedRdv> =>
  app.db.inTenant(company.id, async (tx) => {
    const link = await rdvOfToken(tx, app.secrets, token)
    const row = link && (await readRow(tx, { resource: 'rdv', id: link.id }))
    if (!row || !(await clientOfLink(tx, link, row))) throw notFound()
    return present(tx, row, { company })
  })

interface Answering {
  write: ServiceWrite
  row: StoredRow
  rdv: Rdv
  client: Client
  etat: EtatLien
}

const over = (etat: 'annule' | 'passe'): AppError =>
  new AppError(
    'CONFLICT',
    `Ce rendez-vous ${etat === 'annule' ? 'a été annulé' : 'est passé'}. Vous pouvez en demander un nouveau.`,
    { details: { reason: etat } },
  )

/** Runs an answer on the locked appointment that the customer saw. @throws AppError NOT_FOUND, CONFLICT when it is another time now */
function answered(
  asking: Asking,
  RDV_DEBUT: string,
  answer: (answering: Answering) => Promise<{ action: AuditAction | null; asked?: boolean }>,
): Promise<LinkedRdv> {
  const { app, request, company, token } = asking
  return serviceWrite(app, company.id, async (write) => {
    const link = await rdvOfToken(write.tx, app.secrets, token)
    const row =
      link && ((await write.lock('rdv', link.id)) ?? (await readRow(write.tx, { resource: 'rdv', id: link.id })))
    const client = row && (await clientOfLink(write.tx, link, row))
    if (!row || !client) throw notFound()
    const rdv = row.record as unknown as Rdv
    const etat = await etatOf(write.tx, row, company)
    // To what does not take place any more, the answer of every former time is the same.
    if (etat !== 'annule' && etat !== 'passe' && rdv.RDV_DEBUT !== RDV_DEBUT)
      throw new AppError('CONFLICT', 'Ce rendez-vous a changé entre-temps : voici le nouveau moment.')
    const { action, asked = false } = await answer({ write, row, rdv, client, etat })
    if (action !== null) await audit(write.tx, request, { action, target: `rdv:${rdv.IDRDV}` })
    return present(write.tx, row, { company, asked })
  })
}

/** Keeps the answer in the project's journal, and, unless the appointment is over, with it, and tells its people. */
async function keep(
  { write, row, rdv, client, etat }: Answering,
  { answer, said, zone }: { answer: ReponseClient; said: Pick<JournalEntry, 'RESULTAT' | 'TEXTE'>; zone: string },
): Promise<void> {
  if (row.deleted) return
  const isConfirmed = answer.ETAT === 'confirme'
  if (rdv.IDPROJET !== null)
    await noteByService(write, rdv.IDPROJET, {
      id: uuidv7(),
      GENRE: 'evenement',
      LE: wallClock(new Date(answer.LE), zone),
      AUTEUR: fullName(client),
      ...said,
    })
  // What was answered of a past one is what was, and its people have nothing to do for it.
  if (etat === 'passe') return
  write.set('rdv', row, { REPONSE_CLIENT: answer })
  write.tell({
    kind: isConfirmed ? 'rdv_confirme' : 'rdv_autre_moment',
    people: rdv.IDPERSONNELS,
    resource: 'rdv',
    id: rdv.IDRDV,
    detail: noticeTime(rdv.RDV_DEBUT),
    client: { IDCLIENT: client.IDCLIENT, IDPROJET: rdv.IDPROJET },
    viewers: row.viewers,
  })
}

/** « Je confirme ». The same answer again changes nothing. @throws AppError NOT_FOUND, CONFLICT when it was moved, cancelled, or is past */
export const confirmRdv = (asking: Asking, RDV_DEBUT: string): Promise<LinkedRdv> =>
  answered(asking, RDV_DEBUT, async (answering) => {
    const { rdv, etat } = answering
    if (etat === 'annule' || etat === 'passe') throw over(etat)
    if (etat === 'confirme') return { action: null }
    const { IDDEMANDE, SOUHAITS } = rdv.REPONSE_CLIENT ?? {}
    const answer: ReponseClient = {
      ETAT: 'confirme',
      LE: new Date().toISOString(),
      DEBUT: rdv.RDV_DEBUT,
      // What they asked for before stays with the appointment.
      ...(SOUHAITS && IDDEMANDE ? { IDDEMANDE, SOUHAITS } : {}),
    }
    const said = { RESULTAT: 'Rendez-vous confirmé par le client', TEXTE: timeOf(rdv) }
    await keep(answering, { answer, said, zone: asking.company.FUSEAU })
    return { action: 'rdv.confirmed' }
  })

const timeOf = ({ RDV_DEBUT }: Pick<Rdv, 'RDV_DEBUT'>): string => `${annonceDay(RDV_DEBUT)} à ${RDV_DEBUT.slice(11)}`

const OVER: Partial<Record<EtatLien, string>> = { annule: ' (annulé)', passe: ' (passé)' }

/**
 * Whether the customer has sent these words of this appointment before, and nobody has answered: a second sending of one request. After an answer, the
 * office's or their own « Je confirme », they ask anew.
 */
async function isSent(tx: Tx, { client, etat }: Pick<Answering, 'client' | 'etat'>, message: string): Promise<boolean> {
  if (etat === 'confirme' || etat === 'attente') return false
  const { rows } = await sql`select 1 from demande where company_id = current_setting('app.company_id')
    and "IDCLIENT" = ${client.IDCLIENT} and "GENRE" = 'rdv' and "MESSAGE" = ${message} and not deleted
    and jsonb_array_length("REPONSES") = 0 limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * « Proposer un autre moment »: a request of the office's inbox (DAY-05), also where the appointment was cancelled or is past. The same words again change
 * nothing while nobody has answered them; other words are another request. @throws AppError NOT_FOUND, CONFLICT when it was moved, VALIDATION_ERROR, RATE_LIMITED
 */
export const askOtherTime = (asking: Asking, body: OtherTime): Promise<LinkedRdv> =>
  answered(asking, body.RDV_DEBUT, async (answering) => {
    const { write, row, rdv, client, etat } = answering
    const wishes = wishesOf(body)
    if (wishes === '') throw validationError({ MESSAGE: ['Dites quel moment vous conviendrait.'] })
    const MESSAGE = `Rendez-vous du ${timeOf(rdv)}${OVER[etat] ?? ''}.\n${wishes}`
    if (await isSent(write.tx, answering, MESSAGE)) return { action: null, asked: true }
    await assertNotTooMany(write.tx, client.IDCLIENT)
    const id = uuidv7()
    const LE = new Date().toISOString()
    const IDPROJET = row.deleted ? null : rdv.IDPROJET
    const asked = { id, GENRE: 'rdv', IDCLIENT: client.IDCLIENT, IDPROJET, MESSAGE, DATE_DEMANDE: LE }
    write.insert('demande', id, { ...newRecord(entityOf('demande'), {}), ...asked }, demandeViewers(client))
    write.tell(await requestEvent(write.tx, { id, client, to: 'agence' }))
    const { SOUHAITS = [] } = body
    const answer: ReponseClient = {
      ETAT: 'autre_moment',
      LE,
      DEBUT: rdv.RDV_DEBUT,
      IDDEMANDE: id,
      ...(SOUHAITS.length > 0 ? { SOUHAITS } : {}),
    }
    const said = { RESULTAT: 'Le client demande un autre moment', TEXTE: wishes }
    await keep(answering, { answer, said, zone: asking.company.FUSEAU })
    return { action: 'rdv.other_time', asked: true }
  })

/** The customer's own words, and the times that they wish. */
function wishesOf({ MESSAGE = '', SOUHAITS = [] }: OtherTime): string {
  const times = SOUHAITS.map((wall) => `${annonceDay(wall)} à ${wall.slice(11)}`)
  return [times.length > 0 ? `Souhaité : ${times.join(' ; ')}.` : '', MESSAGE.trim()].filter(Boolean).join('\n')
}
