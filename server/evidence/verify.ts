import { sql } from 'kysely'
import type { devis } from '../../schemas/entities/devis.ts'
import type { RecordOf } from '../../schemas/entity.ts'
import { wereJoined } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import { isKeptUnderLaw } from '../writes/erased.ts'
import { canonicalJson, type Json, sha256 } from './canonical.ts'
import { type Evidence, FIRST_PREVIOUS, sealedText } from './chain.ts'
import { quoteSaysAs } from './document.ts'
import type { Expected } from './heads.ts'
import type { EvidenceKeys } from './keys.ts'
import { pvDocument } from './pv.ts'

/** The first invalid record. */
export interface BrokenLink {
  number: number
  /** French, for whoever runs the check. */
  reason: string
}

interface Said {
  company: string
  number: number
  devis?: string
  fichier?: string
  kind: string
  previous: string
  cle?: string
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
export function brokenLink(keys: EvidenceKeys, row: Evidence, before: Evidence | null): string | null {
  if (row.number !== (before?.number ?? 0) + 1) return `il manque l'enregistrement ${(before?.number ?? 0) + 1}`
  if (row.previous_hash !== (before?.hash ?? FIRST_PREVIOUS)) return "il ne suit pas l'enregistrement précédent"
  if (sha256(row.record) !== row.hash) return "son contenu n'est pas celui qui a été scellé"
  const said = parse(row.record) as Said | null
  const { company_id, number, devis_id, fichier_id, kind, previous_hash, cle } = row
  const columns = [company_id, number, devis_id, fichier_id, kind, previous_hash, cle]
  if (
    said === null ||
    String([said.company, said.number, said.devis, said.fichier, said.kind, said.previous, said.cle]) !==
      String(columns)
  )
    return 'ses colonnes ne disent pas ce que dit son contenu'
  if (sha256(row.document) !== said.document?.sha256_before) return "le document n'est pas celui qui a été scellé"
  return brokenSeal(keys, row, before)
}

/**
 * Keys only change to newer ones: nobody who has an old key may add to what a newer one has sealed, and records older than the keys have no sealed one before
 * them. A change of the key is a record of its own, which proves everything before it.
 */
function brokenSeal(keys: EvidenceKeys, row: Evidence, before: Evidence | null): string | null {
  if (row.cle === null || row.mac === null) {
    if (row.cle !== row.mac) return 'son sceau est incomplet'
    return before !== null && before.cle !== null ? "il n'est scellé par aucune clé" : null
  }
  const age = keys.age(row.cle)
  if (age === null) return `sa clé ${row.cle} n'est pas connue (SECRET_KEY_FORMER)`
  if (!keys.holds('preuve', sealedText(row), { cle: row.cle, mac: row.mac })) return "son sceau n'est pas de notre clé"
  if (before === null || before.cle === row.cle) return null
  if (row.kind !== 'cle') return 'la clé change sans que rien ne le dise'
  const earlier = before.cle === null ? null : keys.age(before.cle)
  return earlier !== null && earlier < age ? 'une ancienne clé suit une clé plus récente' : null
}

/** Whether the quote as it is today says what its sealed document says. */
async function quoteStands(tx: Tx, row: Evidence): Promise<boolean> {
  const quote = await readRow(tx, { resource: 'devis', id: row.devis_id ?? '' })
  if (!quote) return false
  const document = parse(row.document) as { devis?: { IDCLIENT?: string } & Record<string, Json> } | null
  const today = quote.record as unknown as RecordOf<typeof devis>
  const IDCLIENT = document?.devis?.IDCLIENT ?? ''
  // A merge moves the quote to the other record of its client, which the sealed document does not know.
  const sealed = { ...today, IDCLIENT }
  return (
    canonicalJson((document?.devis ?? null) as Json) === canonicalJson(quoteSaysAs(document?.devis ?? {}, sealed)) &&
    (await wereJoined(tx, IDCLIENT, today.IDCLIENT))
  )
}

/** Whether the PV's row says what was sealed, and the PV is still there. Nobody may delete it (I13), except by locking it away with an erased person. */
async function pvStands(tx: Tx, row: Evidence): Promise<boolean> {
  const file = await readRow(tx, { resource: 'fichier', id: row.fichier_id ?? '' })
  if (file === null || (file.deleted && !isKeptUnderLaw(file))) return false
  return pvDocument(file.record) === row.document
}

const PAGE = 500
const NOTHING_EXPECTED: Expected = { heads: [], shorter: false }

/**
 * Walks the whole chain of the transaction's company and compares it with the heads from outside of the database. A refused quote is no contract: its later
 * changes are not compared with its document.
 */
export async function verifyChain(
  tx: Tx,
  keys: EvidenceKeys,
  { heads, shorter }: Expected = NOTHING_EXPECTED,
): Promise<{ count: number; broken: BrokenLink | null }> {
  const outside = new Map(heads.map((head) => [head.numero, head]))
  let before: Evidence | null = null
  for (;;) {
    const from: number = before?.number ?? 0
    const { rows } =
      await sql<Evidence>`select * from devis_evidence where company_id = current_setting('app.company_id')
      and number > ${from} order by number limit ${PAGE}`.execute(tx)
    if (rows.length === 0) break
    for (const row of rows) {
      const head = outside.get(row.number)
      const reason =
        brokenLink(keys, row, before) ??
        (head && head.empreinte !== row.hash ? `ce n'est pas celui qui a été scellé au dehors le ${head.at}` : null) ??
        (await driftOf(tx, row))
      if (reason !== null) return { count: row.number, broken: { number: row.number, reason } }
      before = row
    }
  }
  const count: number = before?.number ?? 0
  if (before && before.cle === null) {
    return { count, broken: { number: count, reason: 'aucune clé ne le scelle (le démarrage du serveur le fait)' } }
  }
  const last = heads.at(-1)
  if (last && last.numero > count && !shorter) {
    const reason = `il manque les enregistrements jusqu'au ${last.numero}, scellé au dehors le ${last.at}`
    return { count, broken: { number: count + 1, reason } }
  }
  return { count, broken: null }
}

async function driftOf(tx: Tx, row: Evidence): Promise<string | null> {
  switch (row.kind) {
    case 'refusal':
    case 'cle':
      return null
    case 'pv':
    case 'levee':
      return (await pvStands(tx, row)) ? null : "le PV n'est plus celui qui a été signé"
    default:
      return (await quoteStands(tx, row)) ? null : "le devis n'est plus celui qui a été signé"
  }
}

/** Whether these records of one quote are valid, each compared with the one before it in the company's chain, and with the quote. */
export async function verifyQuote(tx: Tx, keys: EvidenceKeys, records: readonly Evidence[]): Promise<boolean> {
  for (const row of records) {
    const { rows } =
      await sql<Evidence>`select * from devis_evidence where company_id = current_setting('app.company_id')
      and number = ${row.number - 1}`.execute(tx)
    const before = rows[0] ?? null
    if (before && sha256(before.record) !== before.hash) return false
    if (brokenLink(keys, row, before) !== null || (await driftOf(tx, row)) !== null) return false
  }
  return true
}
