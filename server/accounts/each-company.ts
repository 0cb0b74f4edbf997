import { type Database, setScope, type Tx } from '../plugins/database/database.ts'

export interface CompanyName {
  id: string
  key: string
  NOM: string
}

export interface ReadCompany extends CompanyName {
  disabled: boolean
}

/**
 * Reads from every enabled company, for administrators: row level security shows one company at a time, so each is read in turn, in one transaction. `fn`
 * must only read.
 * @param only one company's id; an unknown one is no company
 * @param suspended reads from disabled ones too
 */
export function eachCompany<T>(
  db: Database,
  {
    only,
    suspended = false,
    fn,
  }: { only?: string | undefined; suspended?: boolean; fn: (tx: Tx, company: ReadCompany) => Promise<T[]> },
): Promise<T[]> {
  return db.transaction({ platform: true }, async (tx) => {
    const companies = await tx
      .selectFrom('company')
      .select(['id', 'key', 'NOM', 'disabled'])
      .$if(!suspended, (query) => query.where('disabled', '=', false))
      .$if(only !== undefined, (query) => query.where('id', '=', only as string))
      .orderBy('key')
      .execute()
    const found: T[] = []
    for (const company of companies) {
      await setScope(tx, { companyId: company.id })
      found.push(...(await fn(tx, company)))
    }
    return found
  })
}
