import { sql } from 'kysely'
import { seesAgencies } from '../../schemas/access.ts'
import { isSignedFile, SIGNED_ORIGINES } from '../../schemas/entities/fichier.ts'
import { AppError, unauthorized } from '../../schemas/errors.ts'
import { type Stamp, same, type Values } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { readRow, readRows, type StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from './changes.ts'
import { isBefore, lostDelete, stageConflict } from './conflicts.ts'
import { nextVersion, stampOf, type WriteContext } from './write-types.ts'

/** Stamp of this record's deletion, when the edit was made without knowing it (MERGE-4); null when it is alive, or known to be deleted. */
export function unknownDeletion(ctx: WriteContext, row: StoredRow): Stamp | null {
  const { seen, base, resource, patch } = ctx.mutation
  const hidden = resource === 'rdv' && row.record.SUPPRIME === 1 && !('SUPPRIME' in patch)
  const stamp = row.deleted ? row.stamps[TOMBSTONE] : hidden ? row.stamps.SUPPRIME : undefined
  if (!stamp || base === null || seen === null || seen >= stamp[3]) return null
  return isBefore(stampOf(ctx, row.version), stamp) ? null : stamp
}

/**
 * Brings a record back because of an edit that came without knowing its deletion, whatever the stamps say; the deleter is told. Changes
 * `row` and `fields`.
 */
export async function revive(
  ctx: WriteContext,
  { row, deletion, patch, fields }: { row: StoredRow; deletion: Stamp; patch: Values; fields: Set<string> },
): Promise<void> {
  const { resource, mutation } = ctx.mutation
  const me = ctx.actor.staff.id
  const lost = lostDelete({ deleter: deletion[2], editor: me, kept: { ...patch } })
  stageConflict(ctx, { resource, row, lost, reason: 'supprime' })
  if (!row.deleted) {
    const version = nextVersion(row.version, ctx.mutation.counter)
    row.record = { ...row.record, SUPPRIME: 0 }
    row.stamps = { ...row.stamps, SUPPRIME: [deletion[0] + 1, mutation, me, version] }
    fields.add('SUPPRIME')
    return
  }
  undelete(row)
  fields.add(TOMBSTONE)
  const projet = resource === 'projet' ? row.id : (row.record.IDPROJET as string | null | undefined)
  if (projet) await reviveProject(ctx, projet, deletion)
}

function undelete(row: StoredRow): void {
  row.deleted = false
  delete row.stamps[TOMBSTONE]
}

/** A project and all that went with it in the same deletion. */
async function reviveProject(ctx: WriteContext, projet: string, stamp: Stamp): Promise<void> {
  const { mutation } = ctx
  for (const { resource, ids } of await contentsOf(ctx, projet, true)) {
    for (const row of await readRows(ctx.tx, { resource, ids, lock: 'update' })) {
      const mine = resource === mutation.resource && row.id === mutation.id
      if (mine || !row.deleted || !same(row.stamps[TOMBSTONE]?.[1], stamp[1])) continue
      undelete(row)
      row.version = nextVersion(row.version, null)
      ctx.changes.update({ resource, row, before: row.record, fields: [TOMBSTONE] })
    }
  }
}

const CONTENTS: readonly SyncedResource[] = ['projet', 'rdv', 'devis', 'intervention', 'soumission', 'fichier']

async function contentsOf(
  ctx: WriteContext,
  projet: string,
  deleted: boolean,
): Promise<{ resource: SyncedResource; ids: string[] }[]> {
  const found = []
  for (const resource of CONTENTS) {
    const { table, key } = entityOf(resource)
    const { rows } = await sql<{ id: string }>`select ${sql.ref(key)} as id from ${sql.table(table)}
      where company_id = current_setting('app.company_id') and "IDPROJET" = ${projet} and deleted = ${deleted}`.execute(
      ctx.tx,
    )
    found.push({ resource, ids: rows.map((row) => row.id) })
  }
  return found
}

/** Makes a tombstone of a locked row; with a project goes what hangs on it. */
export async function bury(ctx: WriteContext, row: StoredRow): Promise<void> {
  const { resource } = ctx.mutation
  buryRow(ctx, resource, row)
  if (resource !== 'projet') return
  for (const { resource: kind, ids } of await contentsOf(ctx, row.id, false)) {
    if (kind === 'projet') continue
    for (const dependent of await readRows(ctx.tx, { resource: kind, ids, lock: 'update' })) {
      buryRow(ctx, kind, dependent)
    }
  }
}

function buryRow(ctx: WriteContext, resource: SyncedResource, row: StoredRow): void {
  const mine = resource === ctx.mutation.resource && row.id === ctx.mutation.id
  row.stamps = { ...row.stamps, [TOMBSTONE]: stampOf(ctx, row.version) }
  row.deleted = true
  row.version = nextVersion(row.version, mine ? ctx.mutation.counter : null)
  // The stamp tells which VERSION the deletion made.
  const [counter, mutation, author] = row.stamps[TOMBSTONE] as Stamp
  row.stamps[TOMBSTONE] = [counter, mutation, author, row.version]
  ctx.changes.update({ resource, row, before: row.record, fields: [TOMBSTONE] })
}

async function exists(ctx: WriteContext, table: string, where: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where company_id = current_setting('app.company_id') and not deleted and ${where} limit 1`.execute(ctx.tx)
  return rows.length > 0
}

const refuse = (message: string): AppError => new AppError('VALIDATION_ERROR', message, { errors: { _: [message] } })

const isSigned = sql`"ORIGINE" = any(${[...SIGNED_ORIGINES]}::text[])`

/** Throws 422 for a client with projects and for anything under a signed quote or PV (decisions: deletion). */
export async function assertDeletable(ctx: WriteContext, row: StoredRow): Promise<void> {
  const signed = (projet: unknown) => sql`"IDPROJET" = ${projet} and "DEVIS_SIGNE" = 1`
  switch (ctx.mutation.resource) {
    case 'client':
      if (await exists(ctx, 'projet', sql`"IDCLIENT" = ${row.id}`)) throw refuse('Ce client a des projets.')
      return
    case 'projet':
      if (await exists(ctx, 'devis', signed(row.id))) throw refuse('Ce projet a un devis signé.')
      if (await exists(ctx, 'fichier', sql`"IDPROJET" = ${row.id} and ${isSigned}`)) {
        throw refuse('Ce projet a un PV signé.')
      }
      return
    case 'fichier':
      if (isSignedFile(row.record.ORIGINE)) {
        throw new AppError('IMMUTABLE', 'Ce document est signé : il ne peut être ni remplacé ni supprimé.')
      }
      if (row.createdBy !== ctx.actor.staff.id && !seesAgencies(ctx.actor.staff)) throw unauthorized()
      return
    case 'intervention': {
      const pv = sql`"RESSOURCE" = 'intervention' and "IDENREGISTREMENT" = ${row.id} and ${isSigned}`
      if (await exists(ctx, 'fichier', pv)) throw refuse('Cette intervention a un PV signé.')
      const devis = row.record.IDDEVIS as string | null
      const quote = devis ? await readRow(ctx.tx, { resource: 'devis', id: devis }) : null
      if (quote?.record.DEVIS_SIGNE === 1) throw refuse("Cette intervention dépend d'un devis signé.")
      return
    }
    case 'soumission': {
      const projet = row.record.IDPROJET as string | null
      if (projet && (await exists(ctx, 'devis', signed(projet)))) throw refuse('Ce projet a un devis signé.')
      return
    }
    case 'adresse': {
      const chantier = sql`"DEVIS_SIGNE" = 1 and "IDPROJET" in (select p."IDPROJET" from projet p
        where p.company_id = devis.company_id and p."ADRESSE_CHANTIER" = ${row.id} and not p.deleted)`
      if (await exists(ctx, 'devis', chantier)) throw refuse("C'est l'adresse d'un chantier dont le devis est signé.")
    }
  }
}
