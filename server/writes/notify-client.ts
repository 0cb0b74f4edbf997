import { wallClock } from '../../schemas/dates.ts'
import { validationError } from '../../schemas/errors.ts'
import type { JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import type { ResourceRecord } from '../../schemas/resources.ts'
import { type Annonce, type AskedAnnonce, annonceDay, annonceRefusal } from '../../schemas/rules/annonces.ts'
import { phoneDigits } from '../../schemas/search.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import { waited, waitedMark } from '../messages/night.ts'
import { holdToSmsLimits } from '../messages/sms-limits.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, type StoredRow } from '../repositories/rows.ts'
import { isRdvStopped } from '../repositories/stopped-project.ts'
import { authorName, noteInJournal } from './note-in-journal.ts'
import { saidTime } from './said-time.ts'
import type { WriteContext } from './write-types.ts'

type Rdv = ResourceRecord<'rdv'>
type Client = ResourceRecord<'client'>

/** The customer of an appointment: its project's; null where there is none. */
export async function clientOfRdv(tx: Tx, rdv: Pick<Rdv, 'IDPROJET'>): Promise<Client | null> {
  const projet = rdv.IDPROJET === null ? null : await readRow(tx, { resource: 'projet', id: rdv.IDPROJET })
  if (!projet || projet.deleted) return null
  const client = await readRow(tx, { resource: 'client', id: String(projet.record.IDCLIENT) })
  return client && !client.deleted ? (client.record as unknown as Client) : null
}

/**
 * The appointment's messages with the one that is asked for: the last of the list, unless it is there already. It tells the time that the appointment has now,
 * whatever the device knew. The device's own time counts when it is past (it may have been offline for days).
 * @throws AppError VALIDATION_ERROR with the reason why this customer cannot be told that way, or that it is not true any more
 */
export async function withAnnonce(
  ctx: WriteContext,
  row: StoredRow,
  asked: readonly AskedAnnonce[],
): Promise<readonly Annonce[]> {
  const rdv = row.record as unknown as Rdv
  const one = asked.at(-1)
  if (!one || rdv.ANNONCES.some(({ id }) => id === one.id)) return rdv.ANNONCES
  const { id, GENRE, CANAL } = one
  const client = await clientOfRdv(ctx.tx, rdv)
  const stopped = await isRdvStopped(ctx.tx, rdv.IDRDV)
  const refusal = annonceRefusal(CANAL, { genre: GENRE, rdv, client, now: wallClock(ctx.now, ctx.zone), stopped })
  if (refusal !== null) throw validationError({ ANNONCES: [refusal] }, refusal)
  const LE = saidTime(ctx, one.LE)
  return [...rdv.ANNONCES, { id, LE, GENRE, CANAL, DEBUT: rdv.RDV_DEBUT, IDPERSONNEL: ctx.actor.staff.id }]
}

/** The customer receives the message that was added, and the journal of the project keeps it. */
export async function tellOfAnnonce(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  const rdv = row.record as unknown as Rdv
  const known = new Set((before.ANNONCES as Annonce[]).map(({ id }) => id))
  const added = rdv.ANNONCES.filter(({ id }) => !known.has(id))
  const client = added.length > 0 ? await clientOfRdv(ctx.tx, rdv) : null
  if (!client || rdv.IDPROJET === null) return
  const { companyId, account, staff } = ctx.actor
  const author = await authorName(ctx.tx, staff.id)
  for (const annonce of added) {
    if (annonce.CANAL === 'sms')
      await holdToSmsLimits(ctx.tx, { companyId, account, recipient: phoneDigits(client.PORTABLE ?? '') })
    await queueAnnonce(ctx.tx, { rdv: rdv.IDRDV, annonce, client, by: account, late: waited(annonce.LE, ctx.now) })
    const entry = journalEntry(annonce, { zone: ctx.zone, author })
    await noteInJournal(ctx, rdv.IDPROJET, { ...entry, IDPERSONNEL: staff.id })
  }
}

interface Queued {
  rdv: string
  annonce: Annonce
  client: Pick<Client, 'IDCLIENT' | 'MAIL' | 'PORTABLE'>
  /** Account that asked for it; the server's own without it. */
  by?: string
  /** It was asked for on a device long before. */
  late?: boolean
}

/** Queues the message of one announcement, once. Its words are written when it is sent (server/rdvs/write-message.ts). */
export async function queueAnnonce(tx: Tx, { rdv, annonce, client, by, late }: Queued): Promise<void> {
  const { id, CANAL, GENRE } = annonce
  const payload = {
    subject: '',
    text: '',
    rdv: { id: rdv, annonce: id, genre: GENRE, client: client.IDCLIENT },
    ...waitedMark(late),
  }
  await enqueueMessage(tx, {
    channel: CANAL,
    key: `${CANAL}:rdv:${id}`,
    recipient: CANAL === 'mail' ? (client.MAIL ?? '') : phoneDigits(client.PORTABLE ?? ''),
    payload,
    about: { resource: 'rdv', id: rdv },
    ...(by === undefined ? {} : { by }),
  })
}

const SAID = {
  confirmation: 'Rendez-vous annoncé au client',
  deplacement: 'Rendez-vous déplacé, annoncé au client',
  annulation: 'Annulation annoncée au client',
  rappel: 'Rendez-vous rappelé au client',
} as const

/** What the journal of the project says of it. */
export const journalEntry = (
  { id, LE, GENRE, CANAL, DEBUT }: Annonce,
  { zone, author }: { zone: string; author: string },
): JournalEntry => ({
  id,
  GENRE: 'message',
  LE: wallClock(new Date(LE), zone),
  AUTEUR: author,
  RESULTAT: `${SAID[GENRE]} par ${CANAL === 'sms' ? 'SMS' : 'mail'}`,
  TEXTE: `${annonceDay(DEBUT)} à ${DEBUT.slice(11)}`,
})
