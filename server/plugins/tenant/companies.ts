import { type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { PUBLIC_COMPANY, type PublicCompany } from '../../../schemas/public-company.ts'
import type { CanalReponse } from '../../../schemas/rules/demandes.ts'
import type { Database } from '../database/database.ts'
import type { CompanyTable } from '../database/tables.ts'
import { assetValues, dressed } from './dress.ts'

/** The public part of a company, and what answers need of it. */
export interface Company extends PublicCompany {
  /** IANA zone of its wall clock. */
  FUSEAU: string
  epoch: string
}

/** Theme and epoch change rarely: a change is seen by other processes within this time, by this one at once. */
const CACHE_MS = 5000
const CACHE_SIZE = 2000

export interface Companies {
  /** By id or host label; a disabled one is none. */
  find(idOrKey: string): Promise<Company | null>
  /** Id of the company that this id or host label names, disabled or not: for administrators, who still work on a disabled one. */
  known(idOrKey: string): Promise<string | null>
  /** Epoch of the company that this id or host label names, disabled or not: a device of a disabled one takes the end of its session as ours. */
  epochOf(idOrKey: string): Promise<string | null>
  /** Id of the company that this id or host label names or once named, disabled or not: for what must reach it all the same, and never for a login. */
  reached(idOrKey: string): Promise<string | null>
  /** Demo mode only. */
  list(): Promise<Pick<Company, 'key' | 'NOM'>[]>
  /** Call it after a write to the company's row (its services too) or to assets. */
  forget(): void
}

const COLUMNS = [...PUBLIC_COMPANY, 'epoch', 'SMTP', 'SMS_CLE'] as const

/** The ways by which a company's messages leave, by its services. */
type CanauxOf = (services: Pick<Selectable<CompanyTable>, 'SMTP' | 'SMS_CLE'>) => CanalReponse[]

export function createCompanies(db: Database, canauxOf: CanauxOf): Companies {
  const cache = new LRUCache<string, Promise<Company | null>>({ max: CACHE_SIZE, ttl: CACHE_MS })

  const load = async (companyKey: string): Promise<Company | null> => {
    const read = db.transaction({ companyKey }, (trx) =>
      trx.selectFrom('company').select(COLUMNS).where('disabled', '=', false).executeTakeFirst(),
    )
    const found = await read
    if (!found) return null
    // What the services are set to stays here: anybody may read the answer.
    const { SMTP, SMS_CLE, ...company } = found
    const CANAUX = canauxOf({ SMTP, SMS_CLE })
    return { ...dressed(company, await db.inTenant(company.id, assetValues)), CANAUX }
  }

  return {
    find(idOrKey) {
      const known = cache.get(idOrKey)
      if (known) return known
      const company = load(idOrKey)
      cache.set(idOrKey, company)
      company.catch(() => cache.delete(idOrKey))
      return company
    },
    known: (companyKey) =>
      db.transaction({ companyKey }, async (trx) => {
        const company = await trx.selectFrom('company').select('id').executeTakeFirst()
        return company?.id ?? null
      }),
    epochOf: (companyKey) =>
      db.transaction({ companyKey }, async (trx) => {
        const company = await trx.selectFrom('company').select('epoch').executeTakeFirst()
        return company?.epoch ?? null
      }),
    reached: (companyKey) =>
      db.transaction({ companyKey }, async (trx) => {
        const { rows } = await sql<{ id: string }>`select id from company
          union select company_id from company_subdomain limit 1`.execute(trx)
        return rows[0]?.id ?? null
      }),
    list: () =>
      db.transaction({ platform: true }, (trx) =>
        trx
          .selectFrom('company')
          .select(['key', 'NOM'])
          .where('disabled', '=', false)
          .orderBy('key')
          .limit(20)
          .execute(),
      ),
    forget: () => cache.clear(),
  }
}

/** First label of a Host header: `demo.localhost:3000` → `demo`; a bare name or an IP address names no company. */
export function hostLabel(host: string): string | null {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  if (/^[\d.]+$/.test(name) || name.startsWith('[')) return null
  const labels = name.split('.')
  return labels.length > 1 ? (labels[0] ?? null) : null
}
