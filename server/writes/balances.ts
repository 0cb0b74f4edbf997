import { sql } from 'kysely'
import { balanceOf } from '../../schemas/rules/payments.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { type Changes, type Staged, TOMBSTONE } from './changes.ts'
import { nextVersion } from './write-types.ts'

/** Cents of an order that banks have confirmed. */
export async function confirmedOf(tx: Tx, devis: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(amount), 0)::bigint as sum from payment
    where company_id = current_setting('app.company_id') and devis_id = ${devis} and state = 'confirmed'`.execute(tx)
  return Number(rows[0]?.sum ?? 0)
}

interface Written {
  tx: Tx
  changes: Changes
}

/**
 * Sets SOLDE_DEVIS of the interventions that this write concerns: those that it links to a quote or to none, and those of a quote whose price it changes.
 * Call it before the flush of any write of synced records.
 */
export async function updateBalances({ tx, changes }: Written): Promise<void> {
  for (const { resource, row, before, fields } of changes.all()) {
    if (resource === 'intervention' && (before === null || fields.has('IDDEVIS') || fields.has(TOMBSTONE)))
      await setBalance({ tx, changes }, row)
    if (resource === 'devis' && (before === null || fields.has('PRIX_TTC') || fields.has(TOMBSTONE)))
      await updateQuoteBalances({ tx, changes }, row.id)
  }
}

/** Sets SOLDE_DEVIS of every intervention of a quote: its price or its payments changed. */
export async function updateQuoteBalances({ tx, changes }: Written, devis: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select "IDINTERVENTION" as id from intervention
    where company_id = current_setting('app.company_id') and "IDDEVIS" = ${devis} and not deleted`.execute(tx)
  const ids = rows.map((row) => row.id).filter((id) => !changes.get('intervention', id))
  for (const row of await readRows(tx, { resource: 'intervention', ids, lock: 'update' })) {
    await setBalance({ tx, changes }, row)
  }
  for (const { resource, row } of changes.all()) {
    if (resource === 'intervention' && row.record.IDDEVIS === devis) await setBalance({ tx, changes }, row)
  }
}

async function setBalance({ tx, changes }: Written, row: StoredRow): Promise<void> {
  const before = { ...row.record }
  const balance = await balanceNow({ tx, changes }, row.record.IDDEVIS)
  if (before.SOLDE_DEVIS === balance.SOLDE_DEVIS && before.SOLDE_DEVIS_POURCENTAGE === balance.SOLDE_DEVIS_POURCENTAGE)
    return
  Object.assign(row.record, balance)
  const staged: Staged | undefined = changes.get('intervention', row.id)
  // A row that this write changes anyway has its new VERSION already.
  if (!staged) row.version = nextVersion(row.version, null)
  changes.update({ resource: 'intervention', row, before, fields: Object.keys(balance) })
}

const NO_QUOTE = { SOLDE_DEVIS: null, SOLDE_DEVIS_POURCENTAGE: null }

async function balanceNow(
  { tx, changes }: Written,
  devis: unknown,
): Promise<typeof NO_QUOTE | ReturnType<typeof balanceOf>> {
  if (typeof devis !== 'string') return NO_QUOTE
  const quote = changes.get('devis', devis)?.row ?? (await readRow(tx, { resource: 'devis', id: devis }))
  if (!quote || quote.deleted) return NO_QUOTE
  return balanceOf(quote.record.PRIX_TTC as number, await confirmedOf(tx, devis))
}
