import { sql } from 'kysely'
import { wallClock } from '../../schemas/dates.ts'
import { demande as demandeEntity } from '../../schemas/entities/demande.ts'
import { notFound, validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { ResourceRecord } from '../../schemas/resources.ts'
import { type AskedReponse, type Reponse, reponseRefusal } from '../../schemas/rules/demandes.ts'
import { phoneDigits } from '../../schemas/search.ts'
import { enqueueMessage } from '../messages/enqueue.ts'
import { waited, waitedMark } from '../messages/night.ts'
import { holdToSmsLimits } from '../messages/sms-limits.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { noteInJournal } from './note-in-journal.ts'
import { saidTime } from './said-time.ts'
import type { WriteContext } from './write-types.ts'

type Demande = ResourceRecord<'demande'>

interface Reached {
  MAIL: string | null
  PORTABLE: string | null
  entreprise: string
  auteur: string | null
  mailAuteur: string | null
}

async function readReached(tx: Tx, clientId: string, author: string): Promise<Reached> {
  const { rows } = await sql<Reached>`select c."MAIL", c."PORTABLE", e."NOM" as entreprise, p."NOM_COMPLET" as auteur,
      p."MAIL" as "mailAuteur"
    from client c join company e on e.id = c.company_id
    left join personnel p on p.company_id = c.company_id and p."IDPERSONNEL" = ${author}
    where c.company_id = current_setting('app.company_id') and c."IDCLIENT" = ${clientId} and not c.deleted`.execute(tx)
  const [reached] = rows
  if (!reached) throw notFound()
  return reached
}

/**
 * The request's answers with the one that is asked for: the last of the list, unless it is there already. The device's own time counts when it is past (it may
 * have been offline for days).
 * @throws AppError VALIDATION_ERROR with the reason why this customer cannot be answered that way
 */
export async function withAnswer(
  ctx: WriteContext,
  row: StoredRow,
  asked: readonly AskedReponse[],
): Promise<readonly Reponse[]> {
  const demande = row.record as unknown as Demande
  const one = asked.at(-1)
  if (!one || demande.REPONSES.some(({ id }) => id === one.id)) return demande.REPONSES
  const client = await readReached(ctx.tx, demande.IDCLIENT, ctx.actor.staff.id)
  const refusal = reponseRefusal(one.CANAL, client, one.TEXTE)
  if (refusal !== null) throw validationError({ REPONSES: [refusal] }, refusal)
  const LE = saidTime(ctx, one.LE)
  const { id, CANAL, TEXTE } = one
  return [...demande.REPONSES, { id, LE, CANAL, TEXTE, IDPERSONNEL: ctx.actor.staff.id }]
}

/** The customer receives the answer that was added, and the journal of the project keeps it. */
export async function tellOfAnswer(ctx: WriteContext, row: StoredRow, before: Values): Promise<void> {
  const demande = row.record as unknown as Demande
  const known = new Set((before.REPONSES as Reponse[]).map(({ id }) => id))
  for (const one of demande.REPONSES.filter(({ id }) => !known.has(id))) {
    const client = await readReached(ctx.tx, demande.IDCLIENT, ctx.actor.staff.id)
    await send(ctx, demande, { client, one })
    await note(ctx, demande, { client, one })
  }
}

interface Telling {
  client: Reached
  one: Reponse
}

async function send(ctx: WriteContext, demande: Demande, { client, one }: Telling): Promise<void> {
  const { companyId, account } = ctx.actor
  const about = { resource: 'client', id: demande.IDCLIENT }
  const key = `${one.CANAL}:demande:${one.id}`
  const mark = waitedMark(waited(one.LE, ctx.now))
  if (one.CANAL === 'sms') {
    const recipient = phoneDigits(client.PORTABLE ?? '')
    await holdToSmsLimits(ctx.tx, { companyId, account, recipient })
    const text = `${one.TEXTE} ${client.entreprise}`
    const payload = { text, client: demande.IDCLIENT, ...mark }
    await enqueueMessage(ctx.tx, { channel: 'sms', key, recipient, payload, about, by: account })
    return
  }
  const payload = {
    subject: `Réponse à votre demande : ${demandeEntity.label(demande)}`,
    text: `${one.TEXTE}\n\n${[client.auteur, client.entreprise].filter(Boolean).join(', ')}`,
    ...(client.mailAuteur ? { replyTo: client.mailAuteur } : {}),
    client: demande.IDCLIENT,
    ...mark,
  }
  await enqueueMessage(ctx.tx, { channel: 'mail', key, recipient: client.MAIL ?? '', payload, about, by: account })
}

/** What the journal of the project says of it. */
async function note(ctx: WriteContext, { IDPROJET }: Demande, { client, one }: Telling): Promise<void> {
  if (IDPROJET === null) return
  await noteInJournal(ctx, IDPROJET, {
    id: one.id,
    GENRE: 'message',
    LE: wallClock(new Date(one.LE), ctx.zone),
    AUTEUR: client.auteur ?? '',
    IDPERSONNEL: one.IDPERSONNEL,
    RESULTAT: one.CANAL === 'sms' ? 'Réponse par SMS' : 'Réponse par mail',
    TEXTE: one.TEXTE,
  })
}
