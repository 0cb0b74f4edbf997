import { sql } from 'kysely'
import { keyOfFile, sha256Of } from '../files/bytes/stored-bytes.ts'
import type { Database } from '../plugins/database/database.ts'
import type { Files } from '../ports/files/files.ts'
import { companiesOf, expectedOf, type HeadLine } from './heads.ts'
import type { EvidenceKeys } from './keys.ts'
import { type BrokenLink, verifyChain } from './verify.ts'

export interface CompanyVerdict {
  key: string
  /** Records read. */
  count: number
  broken: BrokenLink | null
}

export interface VerifyDeps {
  db: Database
  keys: EvidenceKeys
  /** The store of the PVs' bytes. */
  files: Pick<Files, 'get'>
  /** The heads that were reported outside of the database. */
  heads: readonly HeadLine[]
}

/** Checks the chain of every company of the database, the bytes of its PVs, and companies that disappeared with their chain. */
export async function verifyCompanies({ db, keys, files, heads }: VerifyDeps): Promise<CompanyVerdict[]> {
  const companies = await db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select(['id', 'key']).orderBy('key').execute(),
  )
  const verdicts: CompanyVerdict[] = []
  for (const { id, key } of companies) {
    const verdict = await db.inTenant(id, (tx) => verifyChain(tx, keys, expectedOf(heads, id)))
    const broken = verdict.broken ?? (await brokenPv({ db, files }, id))
    verdicts.push({ key, ...verdict, broken })
  }
  for (const [id, key] of companiesOf(heads)) {
    const { heads: expected, shorter } = expectedOf(heads, id)
    const last = expected.at(-1)
    if (companies.some((one) => one.id === id) || shorter || !last?.numero) continue
    const reason = `l'entreprise n'est plus dans la base, dont l'enregistrement ${last.numero} a été scellé au dehors`
    verdicts.push({ key, count: 0, broken: { number: 1, reason } })
  }
  return verdicts
}

/** The first PV whose stored bytes differ from those that were signed. */
async function brokenPv({ db, files }: Pick<VerifyDeps, 'db' | 'files'>, company: string): Promise<BrokenLink | null> {
  const pvs = await db.inTenant(company, async (tx) => {
    const { rows } = await sql<{ number: number; id: string; sha256: string }>`
      select e.number, f."IDFICHIER" as id, f."SHA256" as sha256 from devis_evidence e
      join fichier f on f.company_id = e.company_id and f."IDFICHIER" = e.fichier_id
      where e.company_id = current_setting('app.company_id') order by e.number`.execute(tx)
    return rows
  })
  for (const { number, id, sha256 } of pvs) {
    const stands = await db
      .inTenant(company, (tx) => keyOfFile(tx, id))
      .then((key) => files.get(key))
      .then((bytes) => sha256Of(bytes) === sha256)
      .catch(() => false)
    if (!stands) return { number, reason: "le fichier du PV n'est plus celui qui a été signé, ou manque" }
  }
  return null
}
