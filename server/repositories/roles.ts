import { sql } from 'kysely'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import type { Tx } from '../plugins/database/database.ts'
import { type Page, type Paging, pageClause } from './paging.ts'

/** How a company names and colours one of its roles. */
export interface RoleRow {
  id: string
  name: RoleName
  common_name: string
  color: string | null
}

export const ROLE_COLUMNS = ['id', 'name', 'common_name', 'color'] as const

/** Roles of the transaction's company. */
export async function rolePage(tx: Tx, paging: Paging): Promise<Page<unknown>> {
  const clause = pageClause(paging, { by: 'name', key: 'id' })
  const { rows } = await sql`select id, name, common_name, color from role ${clause}`.execute(tx)
  const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total from role`.execute(tx)
  return { data: rows, total: all[0]?.total ?? 0 }
}

/** @param lock for an update */
export const readRole = (tx: Tx, id: string, lock = false): Promise<RoleRow | undefined> =>
  tx
    .selectFrom('role')
    .select(ROLE_COLUMNS)
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()

export async function roleNamed(tx: Tx, name: RoleName): Promise<boolean> {
  const same = await tx.selectFrom('role').select('id').where('name', '=', name).executeTakeFirst()
  return same !== undefined
}

export async function insertRole(tx: Tx, companyId: string, row: RoleRow): Promise<void> {
  await tx
    .insertInto('role')
    .values({ company_id: companyId, ...row })
    .execute()
}

/** The name is fixed: code compares it. */
export async function updateRole(tx: Tx, { id, common_name, color }: RoleRow): Promise<void> {
  await tx.updateTable('role').set({ common_name, color }).where('id', '=', id).execute()
}

/** @returns false for an unknown role */
export async function deleteRole(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('role').where('id', '=', id).executeTakeFirst()
  return gone.numDeletedRows !== 0n
}
