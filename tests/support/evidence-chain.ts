import { sql } from 'kysely'
import { canonicalJson, sha256 } from '../../server/evidence/canonical.ts'
import { appendEvidence, FIRST_PREVIOUS } from '../../server/evidence/chain.ts'
import { quoteSays } from '../../server/evidence/document.ts'
import { createEvidenceKeys, type EvidenceKeys } from '../../server/evidence/keys.ts'
import { sealPv } from '../../server/evidence/pv.ts'
import { sealHeads } from '../../server/evidence/seal-heads.ts'
import type { Database, Tx } from '../../server/plugins/database/database.ts'
import { memoryHeads } from '../../server/ports/heads/file-heads.ts'
import { addCompany } from './engines.ts'
import { plant } from './staffed-company.ts'

const FIRST_ROOT = Buffer.alloc(32, 1)
const NOW_ROOT = Buffer.alloc(32, 2)
export const FIRST_KEYS = createEvidenceKeys([FIRST_ROOT])
export const KEYS = createEvidenceKeys([NOW_ROOT, FIRST_ROOT])
/** Keys of an attacker who owns the database but not the real keys. */
export const THIEF = createEvidenceKeys([Buffer.alloc(32, 9)])
const at = (day: number): string => new Date(Date.UTC(2026, 2, day, 10)).toISOString()

const quote = (id: string) => ({ IDDEVIS: id, IDPROJET: 'p1', IDCLIENT: 'c1', OBJET: 'Fenêtres', LIGNES: [] })

export async function sign(tx: Tx, keys: EvidenceKeys, id: string): Promise<void> {
  const said = await plantedQuote(tx, id)
  await appendEvidence(tx, keys, {
    kind: 'signature',
    devisId: id,
    document: said,
    at: at(2),
    facts: { signataire: 'Marie' },
  })
}

async function plantedQuote(tx: Tx, id: string): Promise<string> {
  await plant(tx, 'devis', quote(id))
  const { rows } = await sql<never>`select * from devis where "IDDEVIS" = ${id}`.execute(tx)
  return canonicalJson({ devis: quoteSays(rows[0] as never) })
}

/** A record as versions without keys wrote it. */
async function signFormerly(tx: Tx, company: string, number: number): Promise<void> {
  const id = `ancien${number}`
  const document = await plantedQuote(tx, id)
  const { rows } = await sql<{ hash: string }>`select hash from devis_evidence where company_id = ${company}
    order by number desc limit 1`.execute(tx)
  const previous = rows[0]?.hash ?? FIRST_PREVIOUS
  const said = { company, number, devis: id, kind: 'signature', at: at(1), previous }
  const record = canonicalJson({ ...said, document: { sha256_before: sha256(document) } })
  await sql`insert into devis_evidence (company_id, number, kind, devis_id, record, document, previous_hash, hash)
    values (${company}, ${number}, 'signature', ${id}, ${record}, ${document}, ${previous}, ${sha256(record)})`.execute(
    tx,
  )
}

/** Runs statements as the database's owner, to whom no trigger and no rule of the table applies. */
export async function asOwner(tx: Tx): Promise<void> {
  await sql`reset role`.execute(tx)
  await sql`set local session_replication_role = replica`.execute(tx)
}

/** `found`: the PV was signed before PVs were sealed. */
export async function signPv(tx: Tx, keys: EvidenceKeys, id: string, found?: 'found'): Promise<void> {
  const record = {
    IDFICHIER: id,
    IDPROJET: 'p1',
    RESSOURCE: 'intervention',
    IDENREGISTREMENT: `i-${id}`,
    NOM: 'PV de réception.pdf',
    TYPE_MIME: 'application/pdf',
    TAILLE: 3,
    SHA256: sha256(id),
    ORIGINE: 'intervention_sign_pv',
  }
  await plant(tx, 'fichier', record)
  if (!found) await sealPv(tx, keys, { record: { ...record, IDPERSONNEL: null }, at: new Date(at(2)) })
}

/** Signatures as versions without keys left them. Embedded database only: elsewhere the role may not insert them. */
export const formerChain = (db: Database, company: string, count: number): Promise<void> =>
  db.inTenant(company, async (tx) => {
    await asOwner(tx)
    for (let number = 1; number <= count; number += 1) await signFormerly(tx, company, number)
  })

/** A chain with all cases: records from before the keys, signatures, PVs, and a changed key. */
export async function longChain(db: Database): Promise<string> {
  const company = await addCompany(db)
  await formerChain(db, company, 3)
  await sealHeads({ db, keys: FIRST_KEYS, memory: memoryHeads(), others: [] })
  await db.inTenant(company, async (tx) => {
    for (const id of ['d1', 'd2', 'd3']) await sign(tx, FIRST_KEYS, id)
    await signPv(tx, FIRST_KEYS, 'pv1')
    for (const id of ['d4', 'd5']) await sign(tx, KEYS, id)
    await signPv(tx, KEYS, 'pv2')
  })
  return company
}
