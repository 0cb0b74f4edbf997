import { itemKey } from '../../schemas/merge-set.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { OutboxEntry } from '../../sync/store/outbox-entry.ts'
import type { ItemChange } from './act-types.ts'
import type { Row } from './server.ts'

/**
 * Items of sets, as the people of a run added and removed them: an item is there at the end exactly when somebody added it and nobody who saw it
 * took it away (MERGE-5).
 */
export interface Items {
  /** @param entry mutation that carries the change; null for a change made on the server */
  note: (about: Noted, changes: readonly ItemChange[]) => void
  /** Notes that the author sent a refused change again under another id. */
  renamed: (from: string, to: string) => void
  /** Describes what is wrong with the final sets. @param took whether a mutation took effect */
  broken: (rows: ReadonlyMap<string, readonly Row[]>, took: (entry: string) => boolean) => string[]
}

export interface Noted {
  resource: SyncedResource
  id: string
  entry: string | null
}

interface History {
  resource: SyncedResource
  id: string
  field: string
  key: string
  added: (string | null)[]
  removed: (string | null)[]
}

export function createItems(): Items {
  const histories = new Map<string, History>()
  const names = new Map<string, string>()

  const historyOf = (resource: SyncedResource, id: string, field: string, key: string): History => {
    const name = [resource, id, field, key].join('/')
    const known = histories.get(name) ?? { resource, id, field, key, added: [], removed: [] }
    histories.set(name, known)
    return known
  }
  const lastName = (entry: string): string => {
    const next = names.get(entry)
    return next === undefined ? entry : lastName(next)
  }

  return {
    note: ({ resource, id, entry }, changes) => {
      for (const { field, added, removed } of changes) {
        for (const key of added) historyOf(resource, id, field, key).added.push(entry)
        for (const key of removed) historyOf(resource, id, field, key).removed.push(entry)
      }
    },
    renamed: (from, to) => names.set(from, to),
    broken: (rows, took) => {
      const inEffect = (entries: readonly (string | null)[]): number =>
        entries.filter((entry) => entry === null || took(lastName(entry))).length
      const wrong: string[] = []
      for (const { resource, id, field, key, added, removed } of histories.values()) {
        const row = rows.get(resource)?.find((one) => one.id === id)
        if (!row || row.deleted) continue
        const isThere = ((row.values[field] as unknown[] | null) ?? []).some((item) => itemKey(item) === key)
        const [additions, removals] = [inEffect(added), inEffect(removed)]
        // Of works that were given to a colleague, a late edit of the planning is kept as a conflict (PUSH-12).
        if (isInConflict(rows.get('conflit') ?? [], { id, field })) continue
        const where = `${resource}/${id} ${field}: ${key}`
        if (!isThere && additions > 0 && removals === 0)
          wrong.push(`I9: ${where} was added, nobody took it away, and it is gone`)
        // When an item was added more than once, the last addition may have come after the removal.
        if (isThere && removals > 0 && added.length === 1) wrong.push(`I9: ${where} was taken away and is still there`)
      }
      return wrong
    },
  }
}

const isInConflict = (conflicts: readonly Row[], { id, field }: Pick<History, 'id' | 'field'>): boolean =>
  conflicts.some(
    ({ values }) => values.IDENREGISTREMENT === id && field in ((values.PERDU as Record<string, unknown> | null) ?? {}),
  )

/** Sets of an entity that people change as sets. */
export const setsOf = (resource: SyncedResource): string[] =>
  Object.entries(entityOf(resource).fields).flatMap(([name, field]) => (field.merge === 'set' ? [name] : []))

const keysOf = (list: unknown): string[] => (Array.isArray(list) ? list.map(itemKey) : [])

type Edit = Pick<OutboxEntry, 'resource' | 'patch' | 'base'>

/** What an entry changes in the sets of its record (OUT-10), without what it already changed before an edit was folded into it. */
export function changesOf(entry: Edit, former: Edit | undefined): ItemChange[] {
  return setsOf(entry.resource).flatMap((field) => {
    const [now, before] = [editOf(entry, field), former ? editOf(former, field) : { added: [], removed: [] }]
    const added = now.added.filter((key) => !before.added.includes(key))
    const gone = former ? before.added.filter((key) => !keysOf(entry.patch[field]).includes(key)) : []
    const removed = [...new Set([...now.removed.filter((key) => !before.removed.includes(key)), ...gone])]
    return added.length + removed.length > 0 ? [{ field, added, removed }] : []
  })
}

/** Whether an entry makes all of these changes. */
export const holdsItems = (entry: Edit, items: readonly ItemChange[]): boolean =>
  items.every(({ field, added, removed }) => {
    const edit = editOf(entry, field)
    return added.every((key) => edit.added.includes(key)) && removed.every((key) => edit.removed.includes(key))
  })

function editOf({ patch, base }: Edit, field: string): Pick<ItemChange, 'added' | 'removed'> {
  // A deletion has a base too, but changes no set.
  if (!(field in patch)) return { added: [], removed: [] }
  const [was, is] = [keysOf(base?.[field]), keysOf(patch[field])]
  return { added: is.filter((key) => !was.includes(key)), removed: was.filter((key) => !is.includes(key)) }
}
