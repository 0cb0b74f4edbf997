import { sql } from 'kysely'
import { CHOSEN, CHOSEN_NAMES, type MergeOrder, mergedFields, proposedChoice } from '../../schemas/client-merge.ts'
import { AppError, notFound, validationError } from '../../schemas/errors.ts'
import { type Stamps, same, type Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { assertNoIssues, patchIssues, recordIssues } from '../../schemas/validate.ts'
import { endLinkSessions } from '../accounts/end-sessions.ts'
import { type ContactAuthor, contactEffects, tellChanges } from '../contacts/contact-effects.ts'
import { noteMergedContact } from '../contacts/merged-contacts.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows, type StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from '../writes/changes.ts'
import { demandeViewers } from '../writes/demande-scope.ts'
import { MERGED } from '../writes/lead.ts'
import { StaleRoot } from '../writes/locks.ts'
import type { ServiceWrite } from '../writes/service-write.ts'
import { nextVersion } from '../writes/write-types.ts'
import { moveBeside, moveLogins } from './beside.ts'
import { completeMerge, insertItems, insertMerge, kindOf } from './store.ts'

/** Unit of the stamp that says on the kept record that a merge was made: whoever deletes it without knowing that loses (MERGE-4). */
const MERGE_UNIT = '_merged'

/** Units of the sets of which a merge keeps the items of both. */
const OF_BOTH = /^(IDLABELS|JOURNAL)/

/** Two records of clients, tombstones excepted. @throws AppError VALIDATION_ERROR for one record twice, NOT_FOUND */
export async function readPair(
  tx: Tx,
  { kept, gone }: { kept: string; gone: string },
  { lock }: { lock: boolean },
): Promise<[StoredRow, StoredRow]> {
  if (kept === gone) throw validationError({ IDCLIENT: ['Choisissez une autre fiche que celle-ci.'] })
  const rows = await readRows(tx, { resource: 'client', ids: [kept, gone], lock: lock ? 'update' : 'none' })
  const of = (id: string) => rows.find((row) => row.id === id && !row.deleted)
  const [stays, goes] = [of(kept), of(gone)]
  if (!stays || !goes) throw notFound()
  return [stays, goes]
}

const MINE = sql`company_id = current_setting('app.company_id')`
/** Synced records that name a client, and by which fields, in the order in which writers lock them. */
export const NAMING = { projet: ['IDCLIENT'], devis: ['IDCLIENT'], demande: ['IDCLIENT', 'IDCLIENT_SUITE'] } as const
type Naming = keyof typeof NAMING
const NAMERS = Object.keys(NAMING) as Naming[]

/** Ids of the records, tombstones too, that name this client. */
export async function naming(tx: Tx, resource: Naming, client: string): Promise<string[]> {
  const { table, key } = entityOf(resource)
  const names = sql.join(
    NAMING[resource].map((field) => sql`${sql.ref(field)} = ${client}`),
    sql` or `,
  )
  const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
    where ${MINE} and (${names}) order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

/** Ids of the conflicts about a client's record. */
async function conflictsOf(tx: Tx, client: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from conflit where ${MINE} and not deleted
    and "RESSOURCE" = 'client' and "IDENREGISTREMENT" = ${client} order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

/** Signed quotes go along: the database lets nothing but their client change. */
export const mayMoveSigned = (tx: Tx) => sql`select set_config('app.merging', 'on', true)`.execute(tx)

/** Changes when one of them does. */
export const printOf = (kept: StoredRow, gone: StoredRow): string => `${kept.version}.${gone.version}`

/** Whose agency and commercial decide who sees a request. */
export type Owner = Parameters<typeof demandeViewers>[0]

interface Ordered extends MergeOrder {
  kept: string
  /** IDPERSONNEL of whoever merges. */
  by: string
  author: ContactAuthor
}

/**
 * Makes one of two records of a client (DAY-14): what hangs on the one that goes hangs on the kept one, whose fields are those that were chosen. The one that
 * goes stays as a tombstone, with what it said. @returns the id of the merge
 * @throws AppError CONFLICT when a record has changed since the preview, VALIDATION_ERROR, NOT_FOUND
 */
export async function mergeClients(write: ServiceWrite, order: Ordered): Promise<string> {
  const { tx } = write
  const { kept: into, IDCLIENT: from, by } = order
  const found = new Map<string, StoredRow[]>()
  for (const resource of NAMERS)
    found.set(resource, await readRows(tx, { resource, ids: await naming(tx, resource, from), lock: 'update' }))
  const [kept, gone] = await readPair(tx, { kept: into, gone: from }, { lock: true })
  if (printOf(kept, gone) !== order.EMPREINTE)
    throw new AppError('CONFLICT', 'Une des deux fiches a changé depuis l’aperçu : vérifiez-le à nouveau.')
  // Somebody has added one before the records were locked: it would be left behind.
  for (const resource of NAMERS)
    if ((await naming(tx, resource, from)).length !== found.get(resource)?.length) throw new StaleRoot(resource)

  const id = uuidv7()
  const before = { ...kept.record }
  const merged = mergedFields(kept.record, gone.record, order.CHOIX)
  const changed = Object.entries(merged).filter(([name, value]) => !same(value, before[name] ?? null))
  const entity = entityOf('client')
  assertNoIssues(patchIssues(entity, Object.fromEntries(changed.filter(([name]) => name !== 'FICHES_REUNIES'))))
  assertNoIssues(recordIssues(entity, { ...before, ...merged }))
  await mayMoveSigned(tx)
  await insertMerge(tx, { id, from, into, by, before, merged })
  for (const resource of NAMERS) {
    const rows = found.get(resource) ?? []
    for (const field of NAMING[resource]) {
      const naming = rows.filter((row) => row.record[field] === from)
      for (const row of naming) {
        // A request is seen by those of its customer, not of whoever they recommended.
        if (resource === 'demande' && field === 'IDCLIENT')
          row.viewers = demandeViewers({ ...before, ...merged } as Owner)
        write.set(resource, row, { [field]: into })
      }
      await insertItems(
        tx,
        id,
        kindOf(resource, field),
        naming.map((row) => row.id),
      )
    }
  }
  const conflicts = await readRows(tx, { resource: 'conflit', ids: await conflictsOf(tx, from), lock: 'update' })
  for (const row of conflicts) write.set('conflit', row, { IDENREGISTREMENT: into })
  await insertItems(
    tx,
    id,
    'conflit',
    conflicts.map((row) => row.id),
  )
  for (const [table, ids] of await moveBeside(tx, { from, into })) await insertItems(tx, id, table, ids)
  setKept(write, { kept, gone, merged, order, id })
  bury(write, gone, by)
  write.afterwards(async (changes) => {
    const contact = await noteMergedContact(tx, { from, into, account: order.author.account })
    await insertItems(tx, id, 'contact_change', contact)
    await completeMerge(tx, id)
    await contactEffects({ tx, changes, ...order.author })
    await tellChanges(tx, order.author, { client: into, ids: contact })
    // Links that went to the contact of the record that goes open nothing from now on, nor do their sessions. Who has logged in by a code stays so.
    if (contact.length > 0) await endLinkSessions(tx, from)
    // After a changed contact of the kept one has ended its sessions.
    for (const [table, ids] of await moveLogins(tx, { from, into })) await insertItems(tx, id, table, ids)
  })
  return id
}

interface Setting {
  kept: StoredRow
  gone: StoredRow
  merged: Values
  order: Ordered
  id: string
}

/**
 * A field that comes from the record that goes comes with its stamp: an edit that a device has made of either record meets it as it would have there. Joined
 * texts are a new edit.
 */
function setKept(write: ServiceWrite, { kept, gone, merged, order, id }: Setting): void {
  const version = nextVersion(Math.max(kept.version, gone.version), null)
  const stamps: Stamps = { ...kept.stamps, [MERGE_UNIT]: [version, id, order.by, version] }
  const take = (unit: string): void => {
    const stamp = gone.stamps[unit]
    if (stamp) stamps[unit] = [stamp[0], stamp[1], stamp[2], version]
    else delete stamps[unit]
  }
  for (const name of CHOSEN_NAMES) {
    const choice = order.CHOIX[name] ?? proposedChoice(kept.record, gone.record, name)
    for (const field of choice === 'autre' ? unitsOf(name, kept.record, merged) : []) take(field)
    if (choice === 'deux') stamps[name] = [version, id, order.by, version]
  }
  for (const unit of Object.keys(gone.stamps)) if (OF_BOTH.test(unit) && !(unit in stamps)) take(unit)
  kept.stamps = stamps
  kept.version = version - 1
  write.set('client', kept, merged)
}

/** Fields that the choice changes: one that both say alike keeps the stamp that it has. */
const unitsOf = (name: (typeof CHOSEN_NAMES)[number], before: Values, merged: Values): string[] =>
  CHOSEN[name].filter((field) => !same(before[field] ?? null, merged[field] ?? null))

function bury(write: ServiceWrite, gone: StoredRow, by: string): void {
  const version = nextVersion(gone.version, null)
  gone.deleted = true
  gone.stamps = { ...gone.stamps, [TOMBSTONE]: [version, MERGED, by, version] }
  write.set('client', gone, {})
}
