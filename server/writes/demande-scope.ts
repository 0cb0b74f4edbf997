import { sql } from 'kysely'
import { conflictViewers } from '../policies/viewers.ts'
import type { ScopeContext } from './write-types.ts'

/** Who sees the requests of a customer: the office of their agency, and their own commercial. */
export const demandeViewers = ({ IDAGENCE, IDPERSONNEL }: { IDAGENCE: string | null; IDPERSONNEL: string | null }) =>
  conflictViewers({ authors: [], commercial: IDPERSONNEL, agence: IDAGENCE })

/** Gives the requests of the customers that this write changes to their new agency and commercial (SERVER-4). */
export async function followClients(ctx: ScopeContext): Promise<void> {
  for (const { resource, row, before, fields } of ctx.changes.all()) {
    if (resource !== 'client' || before === null || row.deleted) continue
    if (!fields.has('IDAGENCE') && !fields.has('IDPERSONNEL')) continue
    const viewers = demandeViewers(row.record as Parameters<typeof demandeViewers>[0])
    const { rows } = await sql<{ id: string }>`select id from demande
      where company_id = current_setting('app.company_id') and "IDCLIENT" = ${row.id} and not deleted`.execute(ctx.tx)
    for (const { id } of rows) ctx.changes.touch({ resource: 'demande', id, viewers })
  }
}
