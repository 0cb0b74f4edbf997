import { sql } from 'kysely'
import { MERGE_DAYS } from '../../schemas/client-merge.ts'
import { AppError } from '../../schemas/errors.ts'
import { same, type Values } from '../../schemas/merge.ts'
import { entityOf } from '../../schemas/resources.ts'
import { type ContactAuthor, contactEffects, tellChanges } from '../contacts/contact-effects.ts'
import { noteReturnedContact, removeMergedContact } from '../contacts/merged-contacts.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRows, type StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from '../writes/changes.ts'
import { demandeViewers } from '../writes/demande-scope.ts'
import { isMerged } from '../writes/lead.ts'
import { StaleRoot } from '../writes/locks.ts'
import type { ServiceWrite } from '../writes/service-write.ts'
import { moveBeside, moveLogins, movePushesOf } from './beside.ts'
import { mayMoveSigned, NAMING, naming, type Owner } from './merge.ts'
import { kindOf, lockMerge, type MergeRow, noteUndone, readItems } from './store.ts'

const MINE = sql`company_id = current_setting('app.company_id')`

/**
 * Undoes a merge: the record that went is there again, as it was and with what devices wrote about it since; what came with it, and still hangs on the kept
 * one, hangs on it again. The kept one has its former fields again, except those that somebody has changed since.
 * @param by IDPERSONNEL of whoever undoes it @returns both records @throws AppError CONFLICT when it is done already, too late, or not the last one
 */
export async function undoMerge(
  write: ServiceWrite,
  { id, by, author }: { id: string; by: string; author: ContactAuthor },
): Promise<{ kept: string; gone: string }> {
  const { tx } = write
  const merge = await lockMerge(tx, id)
  assertUndoable(merge)
  const { from_id: gone, into_id: kept } = merge
  const items = await readItems(tx, id)
  const projets = await readRows(tx, { resource: 'projet', ids: items.get('projet') ?? [], lock: 'update' })
  const back = projets.filter((row) => row.record.IDCLIENT === kept)
  const quotes = await readRows(tx, {
    resource: 'devis',
    ids: await quotesOf(tx, { kept, back, items }),
    lock: 'update',
  })
  const clients = await readRows(tx, { resource: 'client', ids: [kept, gone], lock: 'update' })
  const [stays, returns] = [kept, gone].map((one) => clients.find((row) => row.id === one))
  if (!stays || !returns || !isMerged(returns)) throw new AppError('CONFLICT', 'La fiche fusionnée n’existe plus.')
  // A quote that was made meanwhile would stay behind.
  if ((await quotesOf(tx, { kept, back, items })).length !== quotes.length) throw new StaleRoot('devis')

  await mayMoveSigned(tx)
  for (const row of back) write.set('projet', row, { IDCLIENT: gone })
  for (const row of quotes) write.set('devis', row, { IDCLIENT: gone })
  const came = new Map(NAMING.demande.map((field) => [field, items.get(kindOf('demande', field)) ?? []]))
  const asked = [...new Set([...came.values()].flat())].sort()
  for (const row of await readRows(tx, { resource: 'demande', ids: asked, lock: 'update' })) {
    const fields = NAMING.demande.filter((field) => came.get(field)?.includes(row.id) && row.record[field] === kept)
    if (fields.includes('IDCLIENT')) row.viewers = demandeViewers(returns.record as Owner)
    if (fields.length > 0) write.set('demande', row, Object.fromEntries(fields.map((field) => [field, gone])))
  }
  const conflicts = await readRows(tx, { resource: 'conflit', ids: items.get('conflit') ?? [], lock: 'update' })
  for (const row of conflicts)
    if (row.record.IDENREGISTREMENT === kept) write.set('conflit', row, { IDENREGISTREMENT: gone })
  await moveBeside(tx, { from: kept, into: gone }, items)
  // Before a changed contact of the kept one ends its sessions.
  await moveLogins(tx, { from: kept, into: gone }, items)
  await movePushesOf(tx, { from: kept, into: gone }, items.get('session') ?? [])
  const fields = formerFields({ now: stays.record, theirs: returns.record, merge })
  if (!stays.deleted) write.set('client', stays, fields)
  raise(write, returns)
  await removeMergedContact(tx, items.get('contact_change') ?? [])
  await noteUndone(tx, id, by)
  write.afterwards(async (changes) => {
    await removeMergedHome(tx, { id, kept, merge, theirs: returns.record })
    await contactEffects({ tx, changes, ...author })
    const contact = await noteReturnedContact(tx, { merge: id, account: author.account })
    await tellChanges(tx, author, { client: gone, ids: contact })
  })
  return { kept, gone }
}

function assertUndoable({ undone_at, later, open }: MergeRow): void {
  if (undone_at !== null) throw new AppError('CONFLICT', 'Cette fusion est déjà annulée.')
  if (later) throw new AppError('CONFLICT', 'Annulez d’abord la fusion la plus récente de ce client.')
  if (!open) throw new AppError('CONFLICT', `Une fusion s’annule dans les ${MERGE_DAYS} jours.`)
}

interface Back {
  kept: string
  back: readonly StoredRow[]
  items: ReadonlyMap<string, string[]>
}

/** Quotes that came with the record, and every quote of its projects: those that were made since are of the projects too. */
async function quotesOf(tx: Tx, { kept, back, items }: Back): Promise<string[]> {
  const named = await naming(tx, 'devis', kept)
  const projects = back.map((row) => row.id)
  const { rows } = await sql<{ id: string }>`select "IDDEVIS" as id from devis where ${MINE}
    and "IDDEVIS" = any(${named}::text[]) and ("IDDEVIS" = any(${items.get('devis') ?? []}::text[])
      or "IDPROJET" = any(${projects}::text[])) order by 1`.execute(tx)
  return rows.map((row) => row.id)
}

/** Fields of the kept record that go back to what they were: those that still say what the merge, or a device that meant the other record, wrote. Pure. */
export function formerFields({
  now,
  theirs,
  merge,
}: {
  now: Values
  theirs: Values
  merge: Pick<MergeRow, 'before' | 'merged'>
}): Values {
  const { before, merged } = merge
  if (!before || !merged) return {}
  const fields: Values = {}
  for (const name of Object.keys(merged)) {
    const was = before[name] ?? null
    if (entityOf('client').fields[name]?.merge === 'set') {
      const had = new Set(list(was).map(itemId))
      const came = new Set([...list(merged[name]), ...list(theirs[name])].map(itemId))
      const stay = list(now[name]).filter((one) => had.has(itemId(one)) || !came.has(itemId(one)))
      if (!same(stay, now[name])) fields[name] = stay
    } else if (!same(now[name] ?? null, was) && [merged[name], theirs[name]].some((one) => same(now[name], one)))
      fields[name] = was
  }
  return fields
}

/** What an item of a set is known by: labels are ids, entries of a journal have one. */
const itemId = (item: unknown): unknown => (typeof item === 'object' ? (item as { id?: unknown } | null)?.id : item)

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

interface Homes {
  id: string
  kept: string
  merge: Pick<MergeRow, 'before' | 'merged'>
  /** The record that is there again. */
  theirs: Values
}

/**
 * Nobody has moved by a merge and its undoing, which change the kept record's address: it never lived where the other one does, and lives where it did. Without
 * this its erasure, or the other one's, would take that home for the other one's too.
 */
async function removeMergedHome(tx: Tx, { id, kept, merge, theirs }: Homes): Promise<void> {
  const own = merge.before?.IDADRESSE ?? null
  const others = [merge.merged?.IDADRESSE, theirs.IDADRESSE].filter((home) => typeof home === 'string' && home !== own)
  await sql`delete from former_home h using client_merge m, client c
    where h.company_id = current_setting('app.company_id') and h.client_id = ${kept}
      and m.company_id = h.company_id and m.id = ${id} and c.company_id = h.company_id and c."IDCLIENT" = h.client_id
      and ((h.adresse_id = any(${others}::text[]) and h.until >= m.at) or h.adresse_id = c."IDADRESSE")`.execute(tx)
}

function raise(write: ServiceWrite, row: StoredRow): void {
  const { [TOMBSTONE]: _, ...stamps } = row.stamps
  row.stamps = stamps
  row.deleted = false
  write.set('client', row, {})
}
