import { sql } from 'kysely'
import type { devis } from '../../schemas/entities/devis.ts'
import type { RecordOf } from '../../schemas/entity.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import { canonicalJson, type Json, sha256 } from './canonical.ts'
import { type Evidence, FIRST_PREVIOUS } from './chain.ts'
import { quoteSays } from './document.ts'

/** The first record that does not hold. */
export interface BrokenLink {
  number: number
  /** French, for whoever runs the check. */
  reason: string
}

interface Said {
  company: string
  number: number
  devis: string
  kind: string
  previous: string
  document: { sha256_before: string }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Why this record does not follow the one before it; null when it does. Pure. */
export function brokenLink(row: Evidence, before: Evidence | null): string | null {
  if (row.number !== (before?.number ?? 0) + 1) return `il manque l'enregistrement ${(before?.number ?? 0) + 1}`
  if (row.previous_hash !== (before?.hash ?? FIRST_PREVIOUS)) return "il ne suit pas l'enregistrement précédent"
  if (sha256(row.record) !== row.hash) return "son contenu n'est pas celui qui a été scellé"
  const said = parse(row.record) as Said | null
  const columns = [row.company_id, row.number, row.devis_id, row.kind, row.previous_hash]
  if (said === null || String([said.company, said.number, said.devis, said.kind, said.previous]) !== String(columns))
    return 'ses colonnes ne disent pas ce que dit son contenu'
  if (sha256(row.document) !== said.document?.sha256_before) return "le document n'est pas celui qui a été scellé"
  return null
}

/** The quote as it stands today says what its sealed document says. */
async function quoteStands(tx: Tx, row: Evidence): Promise<boolean> {
  const quote = await readRow(tx, { resource: 'devis', id: row.devis_id })
  if (!quote) return false
  const document = parse(row.document) as { devis?: Json } | null
  return (
    canonicalJson(document?.devis ?? null) ===
    canonicalJson(quoteSays(quote.record as unknown as RecordOf<typeof devis>))
  )
}

const PAGE = 500

/** Walks the whole chain of the transaction's company. A refused quote is no contract: what became of it is not held to its document. */
export async function verifyChain(tx: Tx): Promise<{ count: number; broken: BrokenLink | null }> {
  let before: Evidence | null = null
  for (;;) {
    const from: number = before?.number ?? 0
    const { rows } =
      await sql<Evidence>`select * from devis_evidence where company_id = current_setting('app.company_id')
      and number > ${from} order by number limit ${PAGE}`.execute(tx)
    if (rows.length === 0) return { count: before?.number ?? 0, broken: null }
    for (const row of rows) {
      const reason = brokenLink(row, before) ?? (await driftOf(tx, row))
      if (reason !== null) return { count: row.number, broken: { number: row.number, reason } }
      before = row
    }
  }
}

const driftOf = async (tx: Tx, row: Evidence): Promise<string | null> =>
  row.kind === 'refusal' || (await quoteStands(tx, row)) ? null : "le devis n'est plus celui qui a été signé"

/** Whether these records of one quote hold, each against the one before it in the company's chain, and against the quote. */
export async function verifyQuote(tx: Tx, records: readonly Evidence[]): Promise<boolean> {
  for (const row of records) {
    const { rows } =
      await sql<Evidence>`select * from devis_evidence where company_id = current_setting('app.company_id')
      and number = ${row.number - 1}`.execute(tx)
    const before = rows[0] ?? null
    if (before && sha256(before.record) !== before.hash) return false
    if (brokenLink(row, before) !== null || (await driftOf(tx, row)) !== null) return false
  }
  return true
}
