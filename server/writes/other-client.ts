import { sql } from 'kysely'
import { SIGNED_ORIGINES } from '../../schemas/entities/fichier.ts'
import type { Issue } from '../../schemas/entity.ts'
import type { JournalEntry } from '../../schemas/journal.ts'
import type { Values } from '../../schemas/merge.ts'
import { clientRefusal, type SignedOfProject } from '../../schemas/rules/kept-client.ts'
import { keptRecord } from '../merges/alias.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { isErased } from './erased.ts'
import { noteFormerClient } from './former-client.ts'
import { isFromDevice } from './revive.ts'
import { nextVersion, type ScopeContext, type WriteContext } from './write-types.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/** What a customer was told of an appointment, and what they answered. */
const THEIRS: Values = { ANNONCES: [], REPONSE_CLIENT: null }

/**
 * An appointment that this write makes another customer's begins anew (DAY-09): what the former one was told and answered would be taken for the new one's.
 * The journal of the project and the messages keep it. The quotes of a project whose client is corrected are the new client's (MERGE-10).
 */
export async function startAnewForOthers(ctx: ScopeContext): Promise<void> {
  for (const { resource, row, before, fields } of ctx.changes.all()) {
    if (before === null || row.deleted) continue
    if (resource === 'rdv' && fields.has('IDPROJET')) {
      const [was, is] = [await clientOf(ctx, before.IDPROJET), await clientOf(ctx, row.record.IDPROJET)]
      if (!(await areOne(ctx, was, is))) startAnew(ctx, row, before)
    }
    if (resource === 'projet' && fields.has('IDCLIENT')) {
      await moveQuotes(ctx, row)
      if (!(await areOne(ctx, before.IDCLIENT, row.record.IDCLIENT))) {
        const journal = row.record.JOURNAL as JournalEntry[]
        await noteFormerClient(ctx.tx, { projet: row.id, client: String(before.IDCLIENT), journal })
        await startAnewUnder(ctx, row.id)
      }
    }
  }
}

/** The client has signed: what the signature binds them to is not handed to somebody else (MERGE-10, I13). */
export async function signedIssues(tx: Tx, projet: string): Promise<Issue[]> {
  const { rows } = await sql<SignedOfProject>`select
    exists (select 1 from devis where ${MINE} and "IDPROJET" = ${projet} and "DEVIS_SIGNE" = 1) as devis,
    exists (select 1 from fichier where ${MINE} and "IDPROJET" = ${projet} and not deleted
      and "ORIGINE" = any(${[...SIGNED_ORIGINES]}::text[])) as pv`.execute(tx)
  const message = clientRefusal(rows[0] ?? { devis: false, pv: false })
  return message === null ? [] : [{ field: 'IDCLIENT', message }]
}

/**
 * A new quote belongs to its project's client (MERGE-10). A device may not know yet that this client was corrected: its quote is the new one's. Another
 * caller that names somebody else is refused. Changes `record`.
 */
export async function nameProjectsClient({ tx, mutation }: WriteContext, record: Values): Promise<void> {
  if (mutation.resource !== 'devis' || !isFromDevice(mutation)) return
  const projet = await readRow(tx, { resource: 'projet', id: record.IDPROJET as string })
  if (projet) record.IDCLIENT = projet.record.IDCLIENT
}

/** The quotes of a project go with it to its new client, deleted ones too: they may come to life again. What the former client had read is not said of the new one. */
async function moveQuotes({ tx, changes }: ScopeContext, projet: StoredRow): Promise<void> {
  const { IDCLIENT } = projet.record
  const { rows } = await sql<{ id: string }>`select "IDDEVIS" as id from devis
    where ${MINE} and "IDPROJET" = ${projet.id} and "IDCLIENT" <> ${IDCLIENT} order by 1`.execute(tx)
  for (const row of await readRows(tx, { resource: 'devis', ids: rows.map(({ id }) => id), lock: 'update' })) {
    if (isErased(row)) continue
    const staged = changes.get('devis', row.id)?.row
    const quote = staged ?? row
    const before = { ...quote.record }
    const values = { IDCLIENT, DATE_CONSULTATION: null }
    Object.assign(quote.record, values)
    if (!staged) quote.version = nextVersion(quote.version, null)
    changes.update({ resource: 'devis', row: quote, before, fields: Object.keys(values) })
  }
}

async function startAnewUnder(ctx: ScopeContext, projet: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select "IDRDV" as id from rdv
    where ${MINE} and "IDPROJET" = ${projet} and not deleted
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
