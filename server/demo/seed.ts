import { sql } from 'kysely'
import { DEFAULT_ZONE, today as todayIn } from '../../schemas/dates.ts'
import { type Database, setScope, type Tx } from '../plugins/database/database.ts'
import { hashPassword } from '../plugins/session/passwords.ts'
import { type DemoCompany, makeDemo } from './demo-data.ts'
import { takeQuoteNumbers } from './devis-numbers.ts'
import { AUTRE_MAISON, DEMO_PASSWORD, HABITAT_DEMO } from './plans.ts'
import { writeBatch } from './write-batch.ts'

export interface SeedOptions {
  /** Clients of the company « demo » (150). */
  clients?: number
  /** Clients of the company « autre » (20). */
  otherClients?: number
  /** Day that everything is dated around, `yyyy-MM-dd`; today in Paris by default. */
  today?: string
  seed?: string
}

export interface SeedResult {
  /** Host labels of the companies that were made now; those that exist already are left as they are. */
  created: string[]
  rows: number
}

/**
 * Creates the companies « demo » and « autre » with their accounts, in one transaction: a crash leaves all or nothing.
 * Does nothing for a company that exists, nor for an administrator who exists.
 */
export async function seedDemo(db: Database, options: SeedOptions = {}): Promise<SeedResult> {
  const missing: string[] = []
  for (const { key } of [HABITAT_DEMO, AUTRE_MAISON]) if (!(await exists(db, key))) missing.push(key)
  const result: SeedResult = { created: [], rows: 0 }
  if (missing.length === 0) return result
  const demo = makeDemo({ ...options, today: options.today ?? todayIn(DEFAULT_ZONE) })
  // One hash for every account: they share one public password, and hashing is slow on purpose.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction({ platform: true }, async (tx) => {
    result.created = []
    result.rows = 0
    for (const { record } of demo.admins) {
      await sql`insert into admin_user (id, email, name, password_hash)
        values (${record.id}, ${record.email}, ${record.name}, ${passwordHash}) on conflict do nothing`.execute(tx)
    }
    for (const company of demo.companies) {
      if (!missing.includes(company.entreprise.key)) continue
      const rows = await writeCompany(tx, company, passwordHash)
      if (rows === null) continue
      result.created.push(company.entreprise.key)
      result.rows += rows
    }
  })
  await db.maintain()
  return result
}

const exists = (db: Database, key: string): Promise<boolean> =>
  db.transaction({ companyKey: key }, async (tx) => {
    const { rows } = await sql`select 1 from company where key = ${key}`.execute(tx)
    return rows.length > 0
  })

/** null when another process made the company in the meantime. */
async function writeCompany(tx: Tx, company: DemoCompany, passwordHash: string): Promise<number | null> {
  const { id, key, NOM, COLOR, FUSEAU, ...own } = company.entreprise
  await setScope(tx, { companyId: id })
  // Seqs taken for the company before are not this company's.
  await sql`select set_config('app.seq_from', '', true), set_config('app.seq_to', '', true)`.execute(tx)
  const { rows } = await sql`insert into company (id, key, "NOM", "COLOR", "FUSEAU", "SIRET", "ADRESSE", "CODE_POSTAL",
      "VILLE", "TELEPHONE", "MAIL", "MENTIONS_LEGALES", "MEDIATEUR", "ASSURANCE")
    values (${id}, ${key}, ${NOM}, ${COLOR}, ${FUSEAU}, ${own.SIRET}, ${own.ADRESSE}, ${own.CODE_POSTAL}, ${own.VILLE},
      ${own.TELEPHONE}, ${own.MAIL}, ${own.MENTIONS_LEGALES}, ${own.MEDIATEUR}, ${own.ASSURANCE})
    on conflict do nothing returning id`.execute(tx)
  if (rows.length === 0) return null
  for (const { IDPERSONNEL, MAIL } of company.credentials) {
    await sql`insert into credential (company_id, personnel_id, mail, password_hash)
      values (${id}, ${IDPERSONNEL}, ${MAIL}, ${passwordHash})`.execute(tx)
  }
  for (const role of company.roles) {
    await sql`insert into role (company_id, id, name, common_name, color)
      values (${id}, ${role.id}, ${role.name}, ${role.common_name}, ${role.color})`.execute(tx)
  }
  await takeQuoteNumbers(tx, company.quoteNumbers)
  return writeBatch(tx, { batch: company, foundation: company, staff: company.personnels })
}
