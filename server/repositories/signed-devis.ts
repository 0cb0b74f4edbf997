import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** `isSuperseded` (schemas/rules/devis.ts) of a row of `devis`. `sent`: when it is being sent, where that is not stored yet. */
export const otherSigned = (sent: string | null = null) =>
  sql<boolean>`("DEVIS_SIGNE" <> 1 and "REFUSE" <> 1 and exists (select 1 from devis signed
    where signed.company_id = devis.company_id and signed."IDPROJET" = devis."IDPROJET" and not signed.deleted
      and signed."DEVIS_SIGNE" = 1 and signed."REFUSE" <> 1
      and (signed."DATE_SIGNATURE" >= coalesce(${sent}::text, devis."DATE_TRANSMISSION") or ${sameGroup})))`

/** `isVariantSigned` (schemas/rules/variants.ts) compares these. */
const sameGroup = sql<boolean>`coalesce(signed."GROUPE_VARIANTES", signed."IDDEVIS")
  = coalesce(devis."GROUPE_VARIANTES", devis."IDDEVIS")`

/** Whether another variant of this quote is signed. */
export async function isVariantSigned(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from devis join devis signed on signed.company_id = devis.company_id
      and signed."IDPROJET" = devis."IDPROJET" and signed."IDDEVIS" <> devis."IDDEVIS" and ${sameGroup}
    where devis.company_id = current_setting('app.company_id') and devis."IDDEVIS" = ${id}
      and not signed.deleted and signed."DEVIS_SIGNE" = 1 and signed."REFUSE" <> 1`.execute(tx)
  return rows.length > 0
}

/** Whether another quote of its project was signed since this one was sent. */
export async function isOtherSigned(tx: Tx, id: string, sent: string | null = null): Promise<boolean> {
  const row = await tx
    .selectFrom('devis')
    .select(otherSigned(sent).as('signed'))
    .where('IDDEVIS', '=', id)
    .executeTakeFirst()
  return row?.signed === true
}
