import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import { dueOf, type Received, soldeOf, worth } from '../../schemas/rules/encaissements.ts'
import { balanceOf } from '../../schemas/rules/payments.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { type Changes, type Staged, TOMBSTONE } from './changes.ts'
import { nextVersion } from './write-types.ts'

interface Written {
  tx: Tx
  changes: Changes
}

/** Payments of an order, cancelled ones too, as they will be at the end of this write. */
export async function paymentsOfOrder(tx: Tx, devis: string, changes?: Changes): Promise<Received[]> {
  const { rows } =
    await sql<Received>`select id, "DATE_PAIEMENT", "MONTANT", "MOYEN", "GENRE", "ANNULE_LE" from paiement
    where company_id = current_setting('app.company_id') and "IDDEVIS" = ${devis} and not deleted`.execute(tx)
  const staged = (changes?.all() ?? []).filter(({ resource }) => resource === 'paiement').map(({ row }) => row)
  const known = new Set(staged.map(({ id }) => id))
  return [
    ...rows.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, MONTANT: Number(row.MONTANT) })),
    ...staged
      .filter(({ deleted, record }) => !deleted && record.IDDEVIS === devis)
      .map(({ record }) => record as unknown as Received),
  ]
}

/** Cents that the company has of an order: what was paid, less refunds; what was cancelled counts nothing. */
export const receivedOf = async (tx: Tx, devis: string, changes?: Changes): Promise<number> =>
  (await paymentsOfOrder(tx, devis, changes)).reduce((all, one) => all + worth(one), 0)

/**
 * Sets SOLDE of the quotes, and SOLDE_DEVIS of the interventions, that this write concerns: a price, a signature, a withdrawal or a payment of a quote, an
 * intervention that is linked to one. Call it before the flush of any write of synced records.
 */
export async function updateBalances({ tx, changes }: Written): Promise<void> {
  const quotes = new Set<string>()
  for (const { resource, row, before, fields } of changes.all()) {
    const changed = (...names: string[]): boolean => before === null || names.some((name) => fields.has(name))
    if (resource === 'intervention' && changed('IDDEVIS', TOMBSTONE)) await setBalance({ tx, changes }, row)
    if (resource === 'devis' && changed('PRIX_TTC', 'DEVIS_SIGNE', 'REFUSE', 'MONTANT_CONSERVE', TOMBSTONE))
      quotes.add(row.id)
    if (resource === 'paiement') quotes.add(row.record.IDDEVIS as string)
  }
  for (const id of quotes) await updateQuoteBalances({ tx, changes }, id)
}

async function updateQuoteBalances({ tx, changes }: Written, devis: string): Promise<void> {
  await setSolde({ tx, changes }, devis)
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

async function setSolde({ tx, changes }: Written, devis: string): Promise<void> {
  const row = changes.get('devis', devis)?.row ?? (await readRow(tx, { resource: 'devis', id: devis, lock: 'update' }))
  if (!row || row.deleted) return
  const SOLDE = soldeOf(row.record as never, await receivedOf(tx, devis, changes))
  put({ tx, changes }, { resource: 'devis', row, values: { SOLDE } })
}

async function setBalance({ tx, changes }: Written, row: StoredRow): Promise<void> {
  const values = { ...(await balanceNow({ tx, changes }, row.record.IDDEVIS)) }
  put({ tx, changes }, { resource: 'intervention', row, values })
}

/** Stages what the server computed, when it changes something. */
function put(
  { changes }: Written,
  { resource, row, values }: { resource: 'devis' | 'intervention'; row: StoredRow; values: Values },
): void {
  const before = { ...row.record }
  if (Object.entries(values).every(([name, value]) => before[name] === value)) return
  Object.assign(row.record, values)
  const staged: Staged | undefined = changes.get(resource, row.id)
  // A row that this write changes anyway has its new VERSION already.
  if (!staged) row.version = nextVersion(row.version, null)
  changes.update({ resource, row, before, fields: Object.keys(values) })
}

const NO_ORDER = { SOLDE_DEVIS: null, SOLDE_DEVIS_POURCENTAGE: null }

async function balanceNow(
  { tx, changes }: Written,
  devis: unknown,
): Promise<typeof NO_ORDER | ReturnType<typeof balanceOf>> {
  if (typeof devis !== 'string') return NO_ORDER
  const quote = changes.get('devis', devis)?.row ?? (await readRow(tx, { resource: 'devis', id: devis }))
  // Nobody owes anything for a quote before it is signed (SOLDE is null too).
  if (!quote || quote.deleted || quote.record.DEVIS_SIGNE !== 1) return NO_ORDER
  return balanceOf(dueOf(quote.record as never), await receivedOf(tx, devis, changes))
}
