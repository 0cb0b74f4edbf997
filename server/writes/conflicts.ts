import { createHash } from 'node:crypto'
import { PEOPLE_ALONE, type Staff } from '../../schemas/access.ts'
import { newRecord } from '../../schemas/entity.ts'
import { inOneHistory, knows, type Lost, type Stamp } from '../../schemas/merge.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import { conflictViewers } from '../policies/viewers.ts'
import { isScoped, type StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from './changes.ts'
import { knewDeletion, type Mutation, type WriteContext } from './write-types.ts'

export type Reason = 'concurrent' | 'supprime' | 'incoherent'

/** Who makes which mutation. */
interface Author {
  actor: { account: string; staff: Pick<Staff, 'id'> }
  mutation: Pick<Mutation, 'mutation' | 'resource' | 'id'>
}

/** What is needed to keep a lost value. */
export type ConflictContext = Author & Pick<WriteContext, 'changes' | 'now'>

/** Id of the n-th conflict that a mutation makes: a replay finds them again (PUSH-6). */
const conflictId = ({ actor, mutation }: Author, n: number): string =>
  createHash('sha256').update(`${actor.account}\n${mutation.mutation}\n${n}`).digest('hex').slice(0, 32)

/** More losses than one write can have. */
const MOST = 64
export const conflictIds = (author: Author): string[] => Array.from({ length: MOST }, (_, n) => conflictId(author, n))

/** Keeps a lost value for a person to resolve (I9): a row of `conflits` that the record's people receive. */
export function stageConflict(
  ctx: ConflictContext,
  { resource, row, lost, reason }: { resource: SyncedResource; row: StoredRow; lost: Lost; reason: Reason },
): void {
  const record = {
    ...newRecord(entityOf('conflit'), {}),
    id: conflictId(ctx, ctx.changes.all().filter((one) => one.resource === 'conflit').length),
    RESSOURCE: resource,
    IDENREGISTREMENT: row.id,
    PERDU: lost.lost,
    GARDE: lost.kept,
    PERDU_PAR: lost.lostBy,
    GARDE_PAR: lost.keptBy,
    RAISON: reason,
    DATE_CONFLIT: ctx.now.toISOString(),
  }
  ctx.changes.insert('conflit', {
    id: record.id,
    record,
    version: 1,
    seq: 0,
    deleted: false,
    stamps: {},
    createdBy: ctx.actor.staff.id,
    viewers: row.viewers,
  })
}

/** Gives each staged conflict the viewers that its record has at the end of the write. */
export function setConflictViewers(ctx: Pick<WriteContext, 'changes'>): void {
  for (const { resource, row } of ctx.changes.all()) {
    if (resource !== 'conflit') continue
    const about = ctx.changes.get(row.record.RESSOURCE as SyncedResource, row.record.IDENREGISTREMENT as string)
    if (!about) continue
    if (about.resource === 'absence') {
      // An assistant sees the agency's conflicts: what was lost here is for its people and authors alone.
      const authors = [row.record.PERDU_PAR, row.record.GARDE_PAR].filter((id) => typeof id === 'string')
      row.viewers = {
        agence: PEOPLE_ALONE,
        personnes: [...new Set([...about.row.viewers.personnes, ...authors])].sort(),
      }
      continue
    }
    if (isScoped(about.resource)) {
      row.viewers = about.row.viewers
      continue
    }
    const { IDPERSONNEL, IDAGENCE } = about.row.record as { IDPERSONNEL?: string | null; IDAGENCE?: string | null }
    row.viewers = conflictViewers({
      authors: [row.record.PERDU_PAR as string | null, row.record.GARDE_PAR as string | null],
      commercial: about.resource === 'client' ? (IDPERSONNEL ?? null) : null,
      agence: about.resource === 'client' ? (IDAGENCE ?? null) : null,
    })
  }
}

/** A deletion lost against an edit, or its author is told that an edit restored the record (MERGE-4). */
export const lostDelete = (input: {
  deleter: string | null
  editor: string | null
  kept: Record<string, unknown>
}): Lost => ({
  fields: Object.keys(input.kept),
  lost: {},
  kept: input.kept,
  lostBy: input.deleter,
  keptBy: input.editor,
})

/**
 * Edits that the author of a deletion could not know: made after the VERSION that they had seen, by somebody else, or by themselves on another device. A
 * deletion says which edits its own device had made. One of an older app does not: there a counter below the deletion's counts as known.
 */
export function unknownEdits(ctx: WriteContext, row: StoredRow, mine: Stamp): Stamp[] {
  const { seen, uses, resource } = ctx.mutation
  if (seen === null) return []
  const isSaid = uses?.known[resource]?.[row.id] !== undefined
  const isOwn = (stamp: Stamp): boolean => (isSaid ? uses.mine.includes(stamp[1]) : isBefore(stamp, mine))
  // Both were made before the restore, and the edit was made on the deleted record.
  const isAfter = ([, , , , former]: Stamp): boolean =>
    former !== undefined && !inOneHistory(seen, row.version) && knewDeletion(former.seen, { seen, counter: mine[0] })
  return Object.entries(row.stamps)
    .filter(([unit, stamp]) => unit !== TOMBSTONE && !knows(seen, stamp) && !isOwn(stamp) && !isAfter(stamp))
    .map(([, stamp]) => stamp)
}

/** `stamp` is of the same author and came before `mine` on their device. */
const isBefore = (stamp: Stamp, mine: Stamp): boolean => stamp[2] === mine[2] && stamp[0] < mine[0]
