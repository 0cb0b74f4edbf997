import { sql } from 'kysely'
import type { Database, Tx } from '../plugins/database/database.ts'
import type { HeadsMemory, HeadsPort } from '../ports/heads/heads.ts'
import { readRow } from '../repositories/rows.ts'
import { changeKey, type Evidence, FIRST_PREVIOUS } from './chain.ts'
import { type Expected, expectedOf, type Head, readHeadLines, sealedLine } from './heads.ts'
import type { EvidenceKeys } from './keys.ts'
import { sealPv } from './pv.ts'

const DAY = 24 * 60 * 60_000

export interface SealDeps {
  db: Database
  keys: EvidenceKeys
  /** The store that is read again: a chain that is shorter than it says is reported, and never sealed again. */
  memory: HeadsMemory
  /** Stores that are only written. */
  others: readonly HeadsPort[]
}

/**
 * Reports the end of each company's chain outside of the database. A chain that no head names and that no key has sealed yet (one older than the keys) is
 * sealed as it is, with the PVs that are there.
 * @returns French: what is wrong, chains that were changed and stores that could not be reached
 */
export async function sealHeads({ db, keys, memory, others }: SealDeps, now = new Date()): Promise<string[]> {
  const at = now.toISOString()
  const { lines } = readHeadLines(keys, await memory.read())
  const companies = await db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select(['id', 'key']).orderBy('key').execute(),
  )
  const wrong: string[] = []
  const all: string[] = []
  const changed: string[] = []
  for (const { id, key } of companies) {
    const expected = expectedOf(lines, id)
    let end: Awaited<ReturnType<typeof endOf>>
    try {
      end = await db.inTenant(id, (tx) => endOf(tx, { keys, expected, now }))
    } catch (error) {
      // The next day looks again. A start, which waits for it, and the other companies do not depend on one whose rows are locked now.
      wrong.push(`Les preuves de l'entreprise « ${key} » n'ont pas été scellées : ${(error as Error).message}`)
      continue
    }
    if (end === 'shorter') {
      wrong.push(
        `Les preuves de l'entreprise « ${key} » ne sont plus celles qui ont été scellées : npm run verify-evidence`,
      )
      continue
    }
    const known = expected.heads.at(-1)
    if (end === null && !known) continue
    const head = { at, company: id, entreprise: key, numero: end?.number ?? 0, empreinte: end?.hash ?? FIRST_PREVIOUS }
    const line = sealedLine(keys, head)
    all.push(line)
    if (expected.shorter || known?.numero !== head.numero) changed.push(line)
  }
  for (const port of [memory, ...others]) {
    await port.keep({ at, all, changed }).catch((error: unknown) => {
      wrong.push(`Les preuves n'ont pas été scellées (${port.name}) : ${(error as Error).message}`)
    })
  }
  return wrong
}

/** The last record; null when there is none; 'shorter' when the chain lacks what a head says. */
async function endOf(
  tx: Tx,
  { keys, expected, now }: { keys: EvidenceKeys; expected: Expected; now: Date },
): Promise<Evidence | 'shorter' | null> {
  const { heads, shorter } = expected
  const isNew = heads.length === 0 || shorter
  const last = await lastRecord(tx)
  if (!(await stillThere(tx, heads, shorter ? (last?.number ?? 0) : null))) return 'shorter'
  // Never for a chain that was sealed already: an attacker who removed its seals would get forged records sealed.
  if (last?.cle !== null || isNew) await changeKey(tx, keys, now.toISOString())
  else return 'shorter'
  if (isNew) await adoptPvs(tx, keys, now)
  return lastRecord(tx)
}

/** Whether the chain still holds the last record that the heads name, among those that it must still have. */
async function stillThere(tx: Tx, heads: readonly Head[], upTo: number | null): Promise<boolean> {
  const head = heads.findLast(({ numero }) => numero > 0 && (upTo === null || numero <= upTo))
  if (!head) return true
  const { rows } = await sql<{ hash: string }>`select hash from devis_evidence
    where company_id = current_setting('app.company_id') and number = ${head.numero}`.execute(tx)
  return rows[0]?.hash === head.empreinte
}

async function lastRecord(tx: Tx): Promise<Evidence | null> {
  const { rows } = await sql<Evidence>`select * from devis_evidence
    where company_id = current_setting('app.company_id') order by number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** PVs that were signed before PVs were sealed, or that a device sent to a server of an older version. */
async function adoptPvs(tx: Tx, keys: EvidenceKeys, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier f
    where company_id = current_setting('app.company_id') and not deleted
      and "ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves')
      and not exists (select 1 from devis_evidence e where e.company_id = f.company_id and e.fichier_id = f."IDFICHIER")
    order by "IDFICHIER"`.execute(tx)
  for (const { id } of rows) {
    const file = await readRow(tx, { resource: 'fichier', id })
    if (file) await sealPv(tx, keys, { record: file.record, at: now, found: true })
  }
}

interface Told {
  onWrong: (wrong: string) => void
  /** Every chain is as it was, and every store has its head. */
  onDone: () => void
}

/** Seals now; at a start, which waits for it, and then each day. */
export async function sealAndTell(deps: SealDeps, { onWrong, onDone }: Told): Promise<void> {
  const all = await sealHeads(deps)
  for (const wrong of all) onWrong(wrong)
  if (all.length === 0) onDone()
}

/** Seals once a day from now on. */
export function sealHeadsDaily(deps: SealDeps, told: Told): void {
  setInterval(() => void sealAndTell(deps, told).catch((error: Error) => told.onWrong(error.message)), DAY).unref()
}
