import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { canonicalJson, type Json, sha256 } from './canonical.ts'
import type { EvidenceKeys } from './keys.ts'

/** What a customer decided about a quote. */
type CustomersKind = 'signature' | 'refusal' | 'withdrawal'
/** How an order ended outside of the customer's space, as the staff recorded it: by a letter of withdrawal, by an agreement. */
export type RecordedEnd = 'withdrawal_letter' | 'cancellation'
export type QuoteKind = CustomersKind | RecordedEnd
/** A signed PV: of the reception of works, of its reserves lifted. */
export type PvKind = 'pv' | 'levee'
/** `cle`: from here on records are sealed with another key; this record proves the state of those before it at that moment. */
export type EvidenceKind = QuoteKind | PvKind | 'cle'

/** A row of `devis_evidence`. */
export interface Evidence {
  company_id: string
  /** Place in the company's chain, from 1. */
  number: number
  kind: EvidenceKind
  /** For a decision about a quote. */
  devis_id: string | null
  /** For a PV: its file. */
  fichier_id: string | null
  /** Canonical JSON, exactly as it was hashed. */
  record: string
  /** Canonical JSON of the quote before the decision, or of the PV's file. */
  document: string
  previous_hash: string
  /** SHA-256 of `record`, which holds `previous_hash`. */
  hash: string
  /** Name of the key of `mac`; null for a record older than the keys. */
  cle: string | null
  /** Keyed digest of company, number and hash. */
  mac: string | null
}

/** `previous_hash` of the first record of a company. */
export const FIRST_PREVIOUS = '0'.repeat(64)

interface Content {
  /** Canonical JSON of what the record is about; its SHA-256 goes into the record as `document.sha256_before`. */
  document: string
  /** Signing: SHA-256 of the document with its signature. */
  signedSha256?: string
  /** ISO 8601 UTC. */
  at: string
  /** Identity, code, request, consent: the proof of the decision. */
  facts: { readonly [name: string]: Json | undefined }
}

export type NewEvidence = Content &
  ({ kind: QuoteKind; devisId: string } | { kind: PvKind; fichierId: string } | { kind: 'cle' })

/** A row of the requested kind. */
type Made<E extends NewEvidence> = Evidence & { kind: E['kind'] }

/** Input of a record's keyed digest; the hash covers the rest. */
export const sealedText = ({ company_id, number, hash }: Pick<Evidence, 'company_id' | 'number' | 'hash'>): string =>
  `${company_id}\n${number}\n${hash}`

/**
 * Adds one record to the company's chain. The chain stays locked until the transaction ends, so that concurrent decisions follow each other; call it after
 * the locks of the records and before the counter's.
 */
export async function appendEvidence<E extends NewEvidence>(tx: Tx, keys: EvidenceKeys, added: E): Promise<Made<E>> {
  const end = await lockEnd(tx)
  const { last } = end
  // The key was changed since. A chain that was never sealed is sealed when the server starts (seal-heads.ts), never by a request.
  const isChanged = last !== null && last.cle !== null && last.cle !== keys.current
  const before = isChanged ? await insert(tx, keys, end, keyChange(last, added.at)) : last
  return insert(tx, keys, { ...end, last: before }, added)
}

/** Records that another key seals from here on; null when the chain is empty or sealed with the current key already. */
export async function changeKey(tx: Tx, keys: EvidenceKeys, at: string): Promise<Evidence | null> {
  const end = await lockEnd(tx)
  if (end.last === null || end.last.cle === keys.current) return null
  return insert(tx, keys, end, keyChange(end.last, at))
}

const keyChange = (last: Evidence, at: string): NewEvidence => ({
  kind: 'cle',
  document: '',
  at,
  facts: { format: 'lolapp-preuve-1', ancienne: last.cle },
})

interface End {
  company: string
  last: Evidence | null
}

async function lockEnd(tx: Tx): Promise<End> {
  const company = sql`current_setting('app.company_id')`
  const { rows: locked } = await sql<{ company: string }>`select ${company} as company,
    pg_advisory_xact_lock(hashtextextended('evidence ' || ${company}, 0))`.execute(tx)
  // A separate statement: it sees what was committed while the first one waited.
  const { rows } = await sql<Evidence>`select * from devis_evidence where company_id = ${company}
    order by number desc limit 1`.execute(tx)
  return { company: locked[0]?.company as string, last: rows[0] ?? null }
}

async function insert<E extends NewEvidence>(
  tx: Tx,
  keys: EvidenceKeys,
  { company, last }: End,
  added: E,
): Promise<Made<E>> {
  const { document, signedSha256, at, facts } = added
  const kind: E['kind'] = added.kind
  const about = {
    devis_id: 'devisId' in added ? added.devisId : null,
    fichier_id: 'fichierId' in added ? added.fichierId : null,
  }
  const number = (last?.number ?? 0) + 1
  const previous_hash = last?.hash ?? FIRST_PREVIOUS
  const record = canonicalJson({
    ...facts,
    company,
    number,
    devis: about.devis_id ?? undefined,
    fichier: about.fichier_id ?? undefined,
    kind,
    at,
    cle: keys.current,
    document: { sha256_before: sha256(document), sha256_after: signedSha256 },
    previous: previous_hash,
  })
  const made = { company_id: company, number, kind, ...about, record, document, previous_hash, hash: sha256(record) }
  const row = { ...made, cle: keys.current, mac: keys.seal('preuve', sealedText(made)) }
  await sql`insert into devis_evidence
      (company_id, number, kind, devis_id, fichier_id, record, document, previous_hash, hash, cle, mac)
    values (${company}, ${number}, ${kind}, ${row.devis_id}, ${row.fichier_id}, ${record}, ${document}, ${previous_hash},
      ${row.hash}, ${row.cle}, ${row.mac})`.execute(tx)
  return row
}

/** What was decided about one quote. */
export type QuoteEvidence = Evidence & { kind: QuoteKind }

/** The records of one quote, in order. */
export async function evidenceOf(tx: Tx, devisId: string): Promise<QuoteEvidence[]> {
  const { rows } = await sql<QuoteEvidence>`select * from devis_evidence
    where company_id = current_setting('app.company_id') and devis_id = ${devisId} order by number`.execute(tx)
  return rows
}
