import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { canonicalJson, type Json, sha256 } from './canonical.ts'

export type EvidenceKind = 'signature' | 'refusal' | 'withdrawal'

/** A row of `devis_evidence`. */
export interface Evidence {
  company_id: string
  /** Place in the company's chain, from 1. */
  number: number
  devis_id: string
  kind: EvidenceKind
  /** Canonical JSON, exactly as it was hashed. */
  record: string
  /** Canonical JSON of the quote as it stood before. */
  document: string
  previous_hash: string
  /** SHA-256 of `record`, which holds `previous_hash`. */
  hash: string
}

/** What the first record of a company calls the one before it. */
export const FIRST_PREVIOUS = '0'.repeat(64)

export interface NewEvidence {
  devisId: string
  kind: EvidenceKind
  /** Canonical JSON of the quote; its SHA-256 goes into the record as `document.sha256_before`. */
  document: string
  /** Signing: SHA-256 of the document with its signature. */
  signedSha256?: string
  /** ISO 8601 UTC. */
  at: string
  /** Identity, code, request, consent: whatever the decision is proved by. */
  facts: { readonly [name: string]: Json | undefined }
}

/**
 * Adds one record to the company's chain. The chain stays locked until the transaction ends, so that two decisions at once follow each
 * other; call it after the locks of the records and before the counter's.
 */
export async function appendEvidence(tx: Tx, added: NewEvidence): Promise<Evidence> {
  const company = sql`current_setting('app.company_id')`
  await sql`select pg_advisory_xact_lock(hashtextextended('evidence ' || ${company}, 0))`.execute(tx)
  // A statement of its own: it sees what was committed while this one waited.
  const { rows } = await sql<{ company: string; number: number | null; hash: string | null }>`
    select ${company} as company, last.number, last.hash from (select 1) as one
    left join (select number, hash from devis_evidence where company_id = ${company} order by number desc limit 1) as last
    on true`.execute(tx)
  const [last] = rows
  const company_id = last?.company as string
  const number = (last?.number ?? 0) + 1
  const previous_hash = last?.hash ?? FIRST_PREVIOUS
  const { devisId: devis_id, kind, document, signedSha256, at, facts } = added
  const record = canonicalJson({
    ...facts,
    company: company_id,
    number,
    devis: devis_id,
    kind,
    at,
    document: { sha256_before: sha256(document), sha256_after: signedSha256 },
    previous: previous_hash,
  })
  const row: Evidence = { company_id, number, devis_id, kind, record, document, previous_hash, hash: sha256(record) }
  await sql`insert into devis_evidence (company_id, number, devis_id, kind, record, document, previous_hash, hash)
    values (${company_id}, ${number}, ${devis_id}, ${kind}, ${record}, ${document}, ${previous_hash}, ${row.hash})`.execute(
    tx,
  )
  return row
}

/** The records of one quote, in order. */
export async function evidenceOf(tx: Tx, devisId: string): Promise<Evidence[]> {
  const { rows } = await sql<Evidence>`select * from devis_evidence
    where company_id = current_setting('app.company_id') and devis_id = ${devisId} order by number`.execute(tx)
  return rows
}
