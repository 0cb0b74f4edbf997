import { type RawBuilder, sql } from 'kysely'
import { type CanalReponse, reponseRefusal } from '../../schemas/rules/demandes.ts'
import { phoneDigits } from '../../schemas/search.ts'
import { keptRecord } from '../merges/alias.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { Claimed } from './claim.ts'

type Asked = Pick<Claimed, 'id' | 'channel' | 'resource' | 'recordId' | 'recipient' | 'payload'>

/** A customer by what reaches them. */
export interface Contact {
  MAIL: string | null
  PORTABLE: string | null
}

/** Where a message leaves for, with its words where they are others for that recipient; or why it reaches nobody, in French. */
export type Reached = { recipient: string; payload?: Record<string, unknown> } | { refused: string }

interface Relinked extends Pick<Claimed, 'payload'> {
  companyId: string
  channel: CanalReponse
  /** The quote whose link the words hold. */
  devis: string
  /** The recipient for whom they were written, and the present one. */
  from: string
  to: string
}

/** The words of a message about a quote with the link that its present recipient opens (server/space/public-link.ts). */
export type Relink = (tx: Tx, message: Relinked) => Promise<Record<string, unknown>>

const OTHERS: Readonly<Record<string, string>> = {
  devis: 'Ce devis est maintenant celui d’un autre client.',
  intervention: 'Cette intervention est maintenant celle d’un autre client.',
}
const GONE = 'Ce client a été supprimé.'

/** The address or the number that a customer has now. Pure. */
export function addressOf(channel: CanalReponse, { MAIL, PORTABLE }: Contact): Reached {
  const refused = reponseRefusal(channel, { MAIL, PORTABLE })
  if (refused !== null) return { refused }
  return { recipient: channel === 'mail' ? (MAIL ?? '') : phoneDigits(PORTABLE ?? '') }
}

/**
 * Where a message to a client leaves for, at the moment at which it is sent. It may have waited for days for a mail server: their address may have been corrected
 * since, which is then where it goes, or its quote may be another client's, who is not to read it and whose it would be. Null: of a message that names no
 * client (to somebody else, or queued by an older server) the recipient stays.
 */
export async function presentRecipient(
  { db, relink }: { db: Database; relink?: Relink | undefined },
  companyId: string,
  asked: Asked,
): Promise<Reached | null> {
  const { channel, payload } = asked
  if (channel === 'push' || typeof payload.client !== 'string') return null
  const named = payload.client
  return db.inTenant(companyId, async (tx) => {
    const client = await keptRecord(tx, named)
    const owner = await ownerOf(tx, asked)
    if (owner !== null && (await keptRecord(tx, owner)) !== client)
      return { refused: OTHERS[asked.resource ?? ''] ?? GONE }
    const { rows } = await sql<Contact>`select "MAIL", "PORTABLE" from client
      where company_id = current_setting('app.company_id') and "IDCLIENT" = ${client} and not deleted`.execute(tx)
    const reached = rows[0] ? addressOf(channel, rows[0]) : { refused: GONE }
    if ('refused' in reached || reached.recipient === asked.recipient) return reached
    const present = { ...reached, payload }
    const devis = devisOf(asked)
    if (relink && devis !== null) {
      const { recipient: to } = reached
      present.payload = await relink(tx, { companyId, channel, devis, from: asked.recipient, to, payload })
    }
    await noteRecipient(tx, asked, present)
    return present
  })
}

/** The quote whose link the words may hold; a message of a former version says only the record that it is about. */
const devisOf = ({ resource, recordId, payload }: Asked): string | null => {
  if (typeof payload.devis === 'string') return payload.devis
  return resource === 'devis' ? recordId : null
}

/** The client whose record the message is about; null for a record of no project. */
async function ownerOf(tx: Tx, { resource, recordId }: Asked): Promise<string | null> {
  const projet: RawBuilder<unknown> | undefined = {
    devis: sql`select "IDPROJET" from devis where company_id = p.company_id and "IDDEVIS" = ${recordId}`,
    intervention: sql`select "IDPROJET" from intervention where company_id = p.company_id and "IDINTERVENTION" = ${recordId}`,
  }[resource ?? '']
  if (!projet) return null
  const { rows } = await sql<{ client: string }>`select p."IDCLIENT" as client from projet p
    where p.company_id = current_setting('app.company_id') and p."IDPROJET" = (${projet})`.execute(tx)
  return rows[0]?.client ?? null
}

/** « Envoyés » and the administrators' outbox show where it went. A later try finds the words of the recipient that it finds. */
async function noteRecipient(
  tx: Tx,
  { id }: Asked,
  { recipient, payload }: { recipient: string; payload: Record<string, unknown> },
): Promise<void> {
  await sql`update message set recipient = ${recipient}, payload = ${JSON.stringify(payload)}::jsonb
    where company_id = current_setting('app.company_id') and id = ${id}`.execute(tx)
}
