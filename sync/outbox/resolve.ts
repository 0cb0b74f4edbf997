import type { CommandName } from '../../schemas/commands.ts'
import type { Entity } from '../../schemas/entity.ts'
import { overlay, type Values } from '../../schemas/merge.ts'
import { entityOf, isSynced, type SyncedResource } from '../../schemas/resources.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { apply } from '../apply/apply.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { entityValues } from '../store/local-record.ts'
import { asOfNow, type OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries } from '../store/read.ts'
import type { Commands } from './command-list.ts'
import { foldSets, narrowSets } from './set-edits.ts'
import { ended, moveEntry } from './states.ts'
import { loadValidation } from './validation.ts'

/** What people do with refused entries and conflicts (MGR-21): correct, send again, abandon, restore, accept. */
export interface Resolver {
  /**
   * Sends a refused entry again, with other values when given. A new mutation id: the refused verdict stays what it was. The server gave none about an entry that
   * was set apart, and may have accepted it: unchanged, it keeps its id (PUSH-13).
   */
  correct: (entryId: string, patch?: Values, query?: Record<string, string>) => Promise<void>
  /** Abandons an entry; the record shows the server's state again. Answers the entries that depended on it, which will be refused visibly. */
  abandon: (entryId: string) => Promise<OutboxEntry[]>
  /** Takes out a record's deletions, or the last such command, that were not sent yet (OUT-7, OUT-12); false when one was. */
  withdraw: (resource: SyncedResource, recordId: string, action: CommandName | 'delete') => Promise<boolean>
  /** One tap: the value that lost becomes an ordinary edit, and the conflict is resolved. */
  restoreConflict: (conflict: {
    id: string
    RESSOURCE: string
    IDENREGISTREMENT: string
    PERDU: Values
    GARDE: Values
  }) => Promise<void>
  keepConflict: (id: string) => Promise<void>
}

export function createResolver(db: LocalDatabase, commands: Commands): Resolver {
  return {
    correct: async (entryId, patch, query) => {
      const before = await db.outbox.findOne(entryId).exec()
      const stored = before?.toJSON() as OutboxEntry | undefined
      if (stored?.state !== 'refused') return
      const isChanged = Object.keys(patch ?? {}).length + Object.keys(query ?? {}).length > 0
      if (stored.error?.status === 500 && !isChanged) {
        const again = { state: 'sent', error: null, failures: 0, attempts: 0 } as const
        await moveEntry(db, { id: entryId, from: ['refused'], change: () => again })
        await apply(db, stored.resource, { ids: [stored.recordId] })
        return
      }
      const entry = asOfNow(db.versions, stored)
      const entity = entityOf(entry.resource)
      const edit = patch ? await corrections(db, entry, patch) : entry
      const corrected = edit.patch
      const { assertNoIssues, createIssues, patchIssues } = await loadValidation()
      if (entry.action === 'create') assertNoIssues(createIssues(entity, corrected))
      if (entry.action === 'update') assertNoIssues(patchIssues(entity, corrected))
      const id = uuidv7()
      const dependents = (await openEntries(db)).filter((e) => e.after.includes(entryId))
      const again: OutboxEntry = {
        ...entry,
        id,
        patch: corrected,
        base: edit.base,
        query: { ...entry.query, ...query },
        state: 'pending',
        error: null,
        attempts: 0,
        failures: 0,
      }
      // The new entry is written before the old one ends: a crash in between leaves both, and the refused one is still shown.
      await db.outbox.insert(again)
      for (const e of dependents) {
        await moveEntry(db, {
          id: e.id,
          from: ['pending', 'refused'],
          change: (d) => ({ after: d.after.map((a) => (a === entryId ? id : a)) }),
        })
      }
      await moveEntry(db, { id: entryId, from: ['refused'], change: ended })
      await apply(db, entry.resource, { ids: [entry.recordId] })
    },
    abandon: async (entryId) => {
      const moved = await moveEntry(db, { id: entryId, from: ['refused', 'pending'], change: ended })
      if (!moved) return []
      await apply(db, moved.resource, { ids: [moved.recordId] })
      return (await openEntries(db)).filter((e) => e.after.includes(entryId))
    },
    withdraw: async (resource, recordId, action) => {
      const pending = (await openEntries(db)).filter(
        (e) => e.resource === resource && e.recordId === recordId && e.action === action && e.state === 'pending',
      )
      // A soft-deleted record is still shown, so it may have been deleted twice; one deletion that stays would hold.
      const entries = action === 'delete' ? pending : pending.slice(-1)
      let withdrawn = 0
      for (const { id } of entries) if (await moveEntry(db, { id, from: ['pending'], change: ended })) withdrawn += 1
      if (withdrawn === 0) return false
      await apply(db, resource, { ids: [recordId] })
      return withdrawn === entries.length
    },
    restoreConflict: async ({ id, RESSOURCE, IDENREGISTREMENT, PERDU, GARDE }) => {
      if (!isSynced(RESSOURCE)) return
      const entity = entityOf(RESSOURCE)
      const shown = await recordShown(db, RESSOURCE, IDENREGISTREMENT)
      // Of a set, only the items of the conflict; the others stay as they are now (OUT-10).
      const { patch, base } = narrowSets(entity, { patch: PERDU, base: GARDE })
      await commands.update(RESSOURCE, IDENREGISTREMENT, overlaid(entity, shown, { patch, base }) as never)
      await commands.update('conflit', id, { RESOLU: 1 })
    },
    keepConflict: (id) => commands.update('conflit', id, { RESOLU: 1 }),
  }
}

async function recordShown(db: LocalDatabase, resource: SyncedResource, id: string): Promise<Values> {
  const [doc] = await db.of(resource).storageInstance.findDocumentsById([id], false)
  return doc ? entityValues(entityOf(resource), doc as Values) : {}
}

/** The patched fields as they would be shown. */
function overlaid(entity: Entity, shown: Values, { patch, base }: Pick<OutboxEntry, 'patch' | 'base'>): Values {
  const record = overlay(entity, shown, patch, base ?? {})
  return Object.fromEntries(Object.keys(patch).map((name) => [name, record[name]]))
}

/** A refused entry with other values. The author gives a set as they see it, with the entry's own changes in it. */
async function corrections(
  db: LocalDatabase,
  entry: OutboxEntry,
  patch: Values,
): Promise<Pick<OutboxEntry, 'patch' | 'base'>> {
  const entity = entityOf(entry.resource)
  const values = { ...entry.patch, ...patch }
  if (entry.base === null) return { patch: values, base: null }
  const shown = await recordShown(db, entry.resource, entry.recordId)
  const sets = foldSets(entity, entry, { patch, base: shown })
  return { patch: { ...values, ...sets.patch }, base: { ...entry.base, ...sets.base } }
}
