import { same, unitOf, type Values } from '../../schemas/merge.ts'
import { itemKey } from '../../schemas/merge-set.ts'
import { entityOf, type SyncedResource } from '../../schemas/resources.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { inOrder, type OutboxEntry } from '../store/outbox-entry.ts'
import { readStored } from '../store/read.ts'

/**
 * A record as a form showed it, with its VERSION. Fields that it leaves out are taken as the record shows them now. Values are those of the
 * record (null where it has nothing), not those of inputs.
 */
export type Snapshot = Values & { VERSION: number }

interface Basis {
  resource: SyncedResource
  id: string
  /** What the device shows of the record now. */
  shown: Values
  snapshot: Snapshot
  patch: Values
}

/**
 * What an edit is relative to (OUT-11): the snapshot, with what this device's own user has written since. A field that somebody else has changed
 * since keeps the value that the form showed, so that the server meets the conflict; one's own edit in another form is no conflict.
 */
export async function basisOf(db: LocalDatabase, basis: Basis): Promise<Values> {
  const { resource, id, shown, snapshot, patch } = basis
  const start: Values = { ...shown }
  for (const name of Object.keys(shown)) if (snapshot[name] !== undefined) start[name] = snapshot[name]
  if (same(start, shown)) return start
  const own = await ownEntries(db, { resource, id })
  return own.reduce((at, entry) => afterOwn(entry, { resource, at, patch }), start)
}

/** This device's entries of one record, in order; the acknowledged ones too, as long as they are kept (OUT-3). */
async function ownEntries(
  db: LocalDatabase,
  { resource, id }: { resource: SyncedResource; id: string },
): Promise<OutboxEntry[]> {
  const all = await readStored(db.outbox, { selector: { recordId: id } })
  return all.filter((entry) => entry.resource === resource && entry.state !== 'abandoned').sort(inOrder)
}

interface Step {
  resource: SyncedResource
  at: Values
  patch: Values
}

function afterOwn(entry: OutboxEntry, { resource, at, patch }: Step): Values {
  const { base } = entry
  if (base === null) return at
  const next: Values = { ...at }
  for (const names of unitsOf(resource, entry.patch)) {
    if (names.every((name) => !(name in patch) || same(patch[name], at[name]))) continue
    const [only] = names
    if (only !== undefined && entityOf(resource).fields[only]?.merge === 'set') {
      next[only] = setAfterOwn({ known: at[only], asked: patch[only] }, { was: base[only], made: entry.patch[only] })
    } else if (names.every((name) => same(at[name], base[name]))) {
      for (const name of names) next[name] = entry.patch[name] ?? null
    }
    // The server stores my edit under this counter; my entries arrive in the order in which I made them.
    if (names.some((name) => !same(next[name], at[name]))) next.VERSION = Math.max(Number(next.VERSION), entry.counter)
  }
  return next
}

/** Names of the patched fields, those of a group together. */
function unitsOf(resource: SyncedResource, patch: Values): string[][] {
  const units = new Map<string, string[]>()
  for (const name of Object.keys(patch)) {
    const field = entityOf(resource).fields[name]
    if (field) units.set(unitOf(field, name), [...(units.get(unitOf(field, name)) ?? []), name])
  }
  return [...units.values()]
}

const items = (list: unknown): Map<string, unknown> =>
  new Map((Array.isArray(list) ? list : []).map((item) => [itemKey(item), item]))

/** Moves only items that the new edit changes: all others stay as the form showed them, on both sides of the edit. */
function setAfterOwn(form: { known: unknown; asked: unknown }, own: { was: unknown; made: unknown }): unknown {
  const [known, asked, was, made] = [items(form.known), items(form.asked), items(own.was), items(own.made)]
  const moved = [...new Set([...was.keys(), ...made.keys()])].filter(
    (key) =>
      !same(was.get(key), made.get(key)) && same(known.get(key), was.get(key)) && !same(known.get(key), asked.get(key)),
  )
  for (const key of moved) {
    if (made.has(key)) known.set(key, made.get(key))
    else known.delete(key)
  }
  return moved.length === 0 ? form.known : [...known.values()]
}
