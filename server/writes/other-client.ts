import { sql } from 'kysely'
import type { Values } from '../../schemas/merge.ts'
import { keptRecord } from '../merges/alias.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { nextVersion, type ScopeContext } from './write-types.ts'

/** What a customer was told of an appointment, and what they answered. */
const THEIRS: Values = { ANNONCES: [], REPONSE_CLIENT: null }

/**
 * An appointment that this write makes another customer's begins anew (DAY-09): what the former one was told and answered would be taken for the new one's.
 * The journal of the project and the messages keep it.
 */
export async function startAnewForOthers(ctx: ScopeContext): Promise<void> {
  for (const { resource, row, before, fields } of ctx.changes.all()) {
    if (before === null || row.deleted) continue
    if (resource === 'rdv' && fields.has('IDPROJET')) {
      const [was, is] = [await clientOf(ctx, before.IDPROJET), await clientOf(ctx, row.record.IDPROJET)]
      if (!(await areOne(ctx, was, is))) startAnew(ctx, row, before)
    }
    if (resource === 'projet' && fields.has('IDCLIENT') && !(await areOne(ctx, before.IDCLIENT, row.record.IDCLIENT)))
      await startAnewUnder(ctx, row.id)
  }
}

async function startAnewUnder(ctx: ScopeContext, projet: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select "IDRDV" as id from rdv
    where company_id = current_setting('app.company_id') and "IDPROJET" = ${projet} and not deleted
      and ("ANNONCES" <> '[]' or "REPONSE_CLIENT" is not null) order by 1`.execute(ctx.tx)
  const ids = rows.map(({ id }) => id)
  for (const row of await readRows(ctx.tx, { resource: 'rdv', ids, lock: 'update' })) {
    const before = { ...row.record }
    row.version = nextVersion(row.version, null)
    startAnew(ctx, row, before)
  }
}

function startAnew({ changes }: ScopeContext, row: StoredRow, before: Values): void {
  Object.assign(row.record, THEIRS)
  changes.update({ resource: 'rdv', row, before, fields: Object.keys(THEIRS) })
}

/** The client of a project as it will be at the end of this write. */
async function clientOf({ tx, changes }: ScopeContext, projet: unknown): Promise<unknown> {
  if (typeof projet !== 'string') return null
  const row = changes.get('projet', projet)?.row ?? (await readRow(tx, { resource: 'projet', id: projet }))
  return row?.record.IDCLIENT ?? null
}

/** Whether both are records of one client. */
async function areOne({ tx }: ScopeContext, one: unknown, other: unknown): Promise<boolean> {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other
  return one === other || (await keptRecord(tx, one)) === (await keptRecord(tx, other))
}
