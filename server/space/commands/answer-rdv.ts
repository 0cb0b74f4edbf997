import type { FastifyInstance, FastifyRequest } from 'fastify'
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
import { demandeViewers } from '../../writes/demande-scope.ts'
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

/** How the appointment stands for its customer. @param now the company's wall clock */
function etatOf(rdv: Rdv, now: string): EtatLien {
  if (rdv.SUPPRIME === 1) return 'annule'
  if (rdv.RDV_FIN <= now) return 'passe'
  return customerAnswer(rdv)?.ETAT ?? 'attente'
}

async function present(tx: Tx, rdv: Rdv, { zone, phone }: { zone: string; phone: string | null }): Promise<LinkedRdv> {
  const projet = rdv.IDPROJET === null ? null : await readRow(tx, { resource: 'projet', id: rdv.IDPROJET })
  const client = await clientOfRdv(tx, rdv)
  const place = rdv.IDADRESSE ?? (projet?.record.ADRESSE_CHANTIER as string | null) ?? client?.IDADRESSE ?? null
  const addresses = await readAddresses(tx, [place])
  const people = await readPeople(tx, rdv.IDPERSONNELS)
  return presentLinkedRdv(rdv, {
    etat: etatOf(rdv, wallClock(new Date(), zone)),
    adresse: addresses.get(place ?? '') ?? null,
    personnes: rdv.IDPERSONNELS.flatMap((id) => people.get(id) ?? []),
    phone,
  })
}

/** Where the customer calls: the company's own number. */
async function phoneOf(tx: Tx, company: Company): Promise<string | null> {
  const row = await tx.selectFrom('company').select('TELEPHONE').where('id', '=', company.id).executeTakeFirst()
  return row?.TELEPHONE ?? null
}

/** The customer of the appointment, while they are the one for whom the link was made: it may have become somebody else's. */
async function clientOfLink(tx: Tx, link: { client: string | null }, row: StoredRow): Promise<Client | null> {
  const client = await clientOfRdv(tx, row.record as unknown as Rdv)
  return client && link.client !== null && (await keptRecord(tx, link.client)) === client.IDCLIENT ? client : null
}

/** The appointment of a link, without any answer: programs open links too. @throws AppError NOT_FOUND */
export const openRdv = ({ app, company, token }: Asking): Promise<LinkedRdv> =>
  app.db.inTenant(company.id, async (tx) => {
    const link = await rdvOfToken(tx, app.secrets, token)
    const row = link && (await readRow(tx, { resource: 'rdv', id: link.id }))
    if (!row || row.deleted || !(await clientOfLink(tx, link, row))) throw notFound()
    return present(tx, row.record as unknown as Rdv, { zone: company.FUSEAU, phone: await phoneOf(tx, company) })
  })

interface Answering {
  write: ServiceWrite
  row: StoredRow
  rdv: Rdv
  client: Client
}

/** Runs an answer on the locked appointment that the customer saw. @throws AppError NOT_FOUND, CONFLICT when it is another time now, or none */
function answered(
  asking: Asking,
  RDV_DEBUT: string,
  answer: (answering: Answering) => Promise<AuditAction | null>,
): Promise<LinkedRdv> {
  const { app, request, company, token } = asking
  return serviceWrite(app, company.id, async (write) => {
    const link = await rdvOfToken(write.tx, app.secrets, token)
    const row = link && (await write.lock('rdv', link.id))
    const client = row && (await clientOfLink(write.tx, link, row))
    if (!row || !client) throw notFound()
    const rdv = row.record as unknown as Rdv
    if (rdv.RDV_DEBUT !== RDV_DEBUT)
      throw new AppError('CONFLICT', 'Ce rendez-vous a changé entre-temps : voici le nouveau moment.')
    if (etatOf(rdv, wallClock(new Date(), company.FUSEAU)) === 'passe')
      throw new AppError('CONFLICT', 'Ce rendez-vous est passé.')
    const action = await answer({ write, row, rdv, client })
    if (action !== null) await audit(write.tx, request, { action, target: `rdv:${rdv.IDRDV}` })
    return present(write.tx, row.record as unknown as Rdv, {
      zone: company.FUSEAU,
      phone: await phoneOf(write.tx, company),
    })
  })
}

/** Keeps the answer with the appointment, in the project's journal, and tells its people. */
async function keep(
  { write, row, rdv, client }: Answering,
  { answer, said, zone }: { answer: ReponseClient; said: Pick<JournalEntry, 'RESULTAT' | 'TEXTE'>; zone: string },
): Promise<void> {
  const isConfirmed = answer.ETAT === 'confirme'
  if (rdv.IDPROJET !== null)
    await noteByService(write, rdv.IDPROJET, {
      id: uuidv7(),
      GENRE: 'evenement',
      LE: wallClock(new Date(answer.LE), zone),
      AUTEUR: fullName(client),
      ...said,
    })
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

/** « Je confirme ». The same answer again changes nothing. */
export const confirmRdv = (asking: Asking, RDV_DEBUT: string): Promise<LinkedRdv> =>
  answered(asking, RDV_DEBUT, async (answering) => {
    const { rdv } = answering
    if (rdv.SUPPRIME === 1) throw new AppError('CONFLICT', 'Ce rendez-vous est annulé.')
    if (customerAnswer(rdv)?.ETAT === 'confirme') return null
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
    return 'rdv.confirmed'
  })

const timeOf = ({ RDV_DEBUT }: Pick<Rdv, 'RDV_DEBUT'>): string => `${annonceDay(RDV_DEBUT)} à ${RDV_DEBUT.slice(11)}`

/** « Proposer un autre moment »: a request of the office's inbox (DAY-05). A second one for the same time changes nothing. */
export const askOtherTime = (asking: Asking, body: OtherTime): Promise<LinkedRdv> =>
  answered(asking, body.RDV_DEBUT, async (answering) => {
    const { write, rdv, client } = answering
    if (customerAnswer(rdv)?.ETAT === 'autre_moment') return null
    const wishes = wishesOf(body)
    if (wishes === '') throw validationError({ MESSAGE: ['Dites quel moment vous conviendrait.'] })
    await assertNotTooMany(write.tx, client.IDCLIENT)
    const id = uuidv7()
    const LE = new Date().toISOString()
    const MESSAGE = `Rendez-vous du ${timeOf(rdv)}${rdv.SUPPRIME === 1 ? ' (annulé)' : ''}.\n${wishes}`
    const asked = { id, GENRE: 'rdv', IDCLIENT: client.IDCLIENT, IDPROJET: rdv.IDPROJET, MESSAGE, DATE_DEMANDE: LE }
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
    return 'rdv.other_time'
  })

/** The customer's own words, and the times that they wish. */
function wishesOf({ MESSAGE = '', SOUHAITS = [] }: OtherTime): string {
  const times = SOUHAITS.map((wall) => `${annonceDay(wall)} à ${wall.slice(11)}`)
  return [times.length > 0 ? `Souhaité : ${times.join(' ; ')}.` : '', MESSAGE.trim()].filter(Boolean).join('\n')
}
