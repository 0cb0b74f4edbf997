import type { Database } from '../plugins/database/database.ts'
import { type BrokenLink, verifyChain } from './verify.ts'

export interface CompanyVerdict {
  key: string
  /** Records read. */
  count: number
  broken: BrokenLink | null
}

/** The chain of every company of the database. */
export async function verifyCompanies(db: Database): Promise<CompanyVerdict[]> {
  const companies = await db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select(['id', 'key']).orderBy('key').execute(),
  )
  const verdicts: CompanyVerdict[] = []
  for (const { id, key } of companies) verdicts.push({ key, ...(await db.inTenant(id, verifyChain)) })
  return verdicts
}
