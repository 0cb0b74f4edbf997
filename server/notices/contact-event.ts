import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { type NoticeEvent, nearestOffice } from './events.ts'

/** What there is to look at in a changed contact. It names nobody. */
const DETAILS = {
  denied: 'Contesté : signature par code suspendue',
  restored: 'Contesté ; les coordonnées d’avant sont déjà remises',
  untold: 'Ancien numéro non prévenu : signature par code suspendue',
} as const

/**
 * The notice that a former contact of this client denied a change, or could not be told of one (SPA-04): to the office of its agency and the client's salesperson,
 * and to those who wait for a signature that is blocked now. Null where the client is deleted. Give it to `ServiceWrite.tell`.
 */
export async function contactEvent(tx: Tx, IDCLIENT: string, what: keyof typeof DETAILS): Promise<NoticeEvent | null> {
  const isBlocked = what !== 'restored'
  const { rows } = await sql<{ IDPERSONNEL: string | null; IDAGENCE: string | null; waiting: string[] }>`
    select "IDPERSONNEL", "IDAGENCE", array(select distinct p."IDRESPONSABLEPROJET" from projet p
        join devis d on d.company_id = p.company_id and d."IDPROJET" = p."IDPROJET" and not d.deleted
          and d."DATE_TRANSMISSION" is not null and d."DEVIS_SIGNE" = 0 and d."REFUSE" = 0
        where p.company_id = client.company_id and p."IDCLIENT" = client."IDCLIENT" and not p.deleted
          and p."IDRESPONSABLEPROJET" is not null) as waiting
    from client where company_id = current_setting('app.company_id') and "IDCLIENT" = ${IDCLIENT} and not deleted`.execute(
    tx,
  )
  const [client] = rows
  if (!client) return null
  const { office } = await nearestOffice(tx, client)
  const rep = client.IDPERSONNEL === null ? [] : [client.IDPERSONNEL]
  return {
    kind: 'contact_conteste',
    people: [...new Set([...office, ...rep, ...(isBlocked ? client.waiting : [])])],
    resource: 'client',
    id: IDCLIENT,
    detail: DETAILS[what],
    client: { IDCLIENT, IDPROJET: null },
    viewers: null,
  }
}
