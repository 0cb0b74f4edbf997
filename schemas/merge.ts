import { type Entity, type Field, withDerived } from './entity.ts'
import { mergeSet } from './merge-set.ts'
import { sameJson } from './same-json.ts'

/**
 * Lamport stamp of the last accepted edit of a unit (a field, or a group of fields): counter, mutation id, author, VERSION that it made.
 * Stored by the server beside the row; the greater stamp wins a conflict, whatever the order of arrival and the devices' clocks.
 */
export type Stamp = [counter: number, mutation: string, author: string | null, version: number, former?: Former]

/** What a write that a restore had lost says of the history in which it was made (HEAL-8). */
export interface Former {
  /** VERSION that its author had seen. */
  seen: number
  /** VERSIONs that it had made. */
  made: readonly number[]
}

/** No device was told a VERSION of epoch n that is n million or more (SERVER-6). */
export const VERSION_LEAD = 1_000_000
/** Whether both VERSIONs were told in one history of the database. */
export const inOneHistory = (a: number, b: number): boolean =>
  Math.floor(a / VERSION_LEAD) === Math.floor(b / VERSION_LEAD)

/** Whether nobody has written between both VERSIONs of one row: a new epoch raises those of all rows. */
export const isSameWrite = (a: number, b: number): boolean => (a - b) % VERSION_LEAD === 0

/** Whether VERSION `seen` contained a write that had made one of these VERSIONs. */
export const contained = (made: readonly number[], seen: number): boolean =>
  made.some((version) => inOneHistory(version, seen) && version <= seen)

/** Whether somebody who had seen this VERSION knew the edit, here or before a restore. */
export const knows = (seen: number, [, , , version, former]: Stamp): boolean =>
  version <= seen || contained(former?.made ?? [], seen)
export type Stamps = Record<string, Stamp>

export type Values = Record<string, unknown>

/** Values that lost in a merge, kept as a conflict. */
export interface Lost {
  fields: string[]
  lost: Values
  kept: Values
  lostBy: string | null
  keptBy: string | null
}

export interface MergeInput {
  entity: Entity
  server: Values
  stamps: Stamps
  patch: Values
  /** What the device last knew of the patched fields; null for a plain replacement (no conflict possible). */
  base: Values | null
  stamp: Stamp
}

export interface MergeResult {
  record: Values
  stamps: Stamps
  lost: Lost[]
  /** Fields whose value changed. */
  changed: string[]
}

// The first part of a UUIDv7 is the device's clock, which must not decide: the random tail breaks ties.
const tail = (mutation: string): string => mutation.slice(-12)

/** True when stamp `a` beats stamp `b`: a total order of mutations. */
export function beats([counterA, a]: Stamp, [counterB, b]: Stamp): boolean {
  if (counterA !== counterB) return counterA > counterB
  return tail(a) !== tail(b) ? tail(a) > tail(b) : a > b
}

const NEVER: Stamp = [0, '', null, 0]
export const unitOf = (field: Field, name: string): string => field.group ?? name

/** The equality that every merge decision uses. */
export const same = sameJson

interface Unit {
  name: string
  fields: string[]
  keepLoser: boolean
}

function unitsOf(entity: Entity, patch: Values): Unit[] {
  const units = new Map<string, Unit>()
  for (const name of Object.keys(patch)) {
    const field = entity.fields[name]
    if (!field) continue
    const unit = units.get(unitOf(field, name)) ?? { name: unitOf(field, name), fields: [], keepLoser: false }
    unit.fields.push(name)
    unit.keepLoser ||= field.merge === 'words'
    units.set(unit.name, unit)
  }
  return [...units.values()]
}

const pick = (from: Values, fields: string[]): Values => Object.fromEntries(fields.map((f) => [f, from[f] ?? null]))

interface Decision {
  conflict: boolean
  /** Both sides hold the same value: nothing to decide. */
  agreed: boolean
  mine: Stamp
  theirs: Stamp
}

/** Who wins a unit, and the stamp that it has from then on. */
function decide({ conflict, agreed, mine, theirs }: Decision): { mineWins: boolean; stamp: Stamp } {
  const mineWins = !conflict || beats(mine, theirs)
  if (beats(mine, theirs)) return { mineWins, stamp: mine }
  // A replacement from someone whose counter is not greater still succeeds what it replaces.
  const [, ...rest] = mine
  return { mineWins, stamp: mineWins && !agreed ? [theirs[0] + 1, ...rest] : theirs }
}

/** Key of a single item's stamp among those of fields; no field name holds a « # ». */
const itemUnit = (field: string, key: string): string => `${field}#${key}`

interface SetStep {
  field: string
  input: MergeInput
  base: Values
  stamps: Stamps
}

/**
 * Merges one set field. Items that are added or changed take a stamp of their own: of the whole set's one stamp, a later edit of the set leaves nothing,
 * and a deletion must find every addition that its author had not seen (MERGE-4).
 */
function mergeSetField({ field, input, base, stamps }: SetStep): { items: unknown[]; stamps: Stamps; lost: Lost[] } {
  const { server, patch, stamp } = input
  const current = (key: string): Stamp => stamps[itemUnit(field, key)] ?? NEVER
  const { items, touched, clashes } = mergeSet({
    base: base[field],
    mine: patch[field],
    theirs: server[field],
    mineWins: (key) => beats(stamp, current(key)),
  })
  const next: Stamps = {}
  for (const { key, agreed } of touched) {
    const conflict = clashes.some((clash) => clash.key === key)
    next[itemUnit(field, key)] = decide({ conflict, agreed, mine: stamp, theirs: current(key) }).stamp
  }
  const whole = stamps[field] ?? NEVER
  next[field] = beats(stamp, whole) ? stamp : whole
  const lost = clashes.map(({ key, mineWins, lost: list }): Lost => {
    // Who removed an item is known only as the set's last author.
    const [me, them] = [stamp[2], (stamps[itemUnit(field, key)] ?? whole)[2]]
    const values = { fields: [field], lost: { [field]: list }, kept: { [field]: items } }
    return { ...values, lostBy: mineWins ? them : me, keptBy: mineWins ? me : them }
  })
  return { items, stamps: next, lost }
}

/**
 * The product's one merge (I9), run by the server inside the writing transaction. Disjoint units merge silently; a unit changed on
 * both sides goes to the greater stamp, and where words or a time lost, the loser is in `lost`.
 */
export function mergePatch(input: MergeInput): MergeResult {
  const { entity, server, stamps, patch, base, stamp } = input
  const record: Values = { ...server }
  const next: Stamps = { ...stamps }
  const lost: Lost[] = []
  for (const unit of unitsOf(entity, patch)) {
    // A value that its author did not change is no edit: it must neither win over an earlier edit nor lose to it.
    if (base !== null && unit.fields.every((f) => same(patch[f], base[f]))) continue
    const [only] = unit.fields
    const set = unit.fields.length === 1 && only && entity.fields[only]?.merge === 'set' ? only : null
    if (base !== null && set !== null) {
      const merged = mergeSetField({ field: set, input, base, stamps: next })
      record[set] = merged.items
      Object.assign(next, merged.stamps)
      lost.push(...merged.lost)
      continue
    }
    const current = stamps[unit.name] ?? NEVER
    const agreed = unit.fields.every((f) => same(server[f], patch[f]))
    // A counter at or above mine: its author did not know my edit, nor I theirs, even if that edit restored the old value.
    const unseen = current[0] >= stamp[0] || unit.fields.some((f) => !same(server[f], base?.[f]))
    const conflict = base !== null && !agreed && unseen
    const { mineWins, stamp: decided } = decide({ conflict, agreed, mine: stamp, theirs: current })
    // A plain replacement adds items too.
    if (set !== null) Object.assign(next, mergeSetField({ field: set, input, base: server, stamps: next }).stamps)
    next[unit.name] = decided
    if (mineWins) for (const f of unit.fields) record[f] = patch[f] ?? null
    if (conflict && unit.keepLoser) {
      const [mine, theirs] = [pick(patch, unit.fields), pick(server, unit.fields)]
      const [me, them] = [stamp[2], current[2]]
      lost.push(
        mineWins
          ? { fields: unit.fields, lost: theirs, kept: mine, lostBy: them, keptBy: me }
          : { fields: unit.fields, lost: mine, kept: theirs, lostBy: me, keptBy: them },
      )
    }
  }
  const full = withDerived(entity, record)
  return { record: full, stamps: next, lost, changed: Object.keys(full).filter((f) => !same(full[f], server[f])) }
}

/** What a device shows of its own unsent edit over the server state: my values, and sets merged three ways. One's own edit is never hidden. */
export function overlay(entity: Entity, server: Values, patch: Values, base: Values): Values {
  const record: Values = { ...server }
  for (const [name, value] of Object.entries(patch)) {
    const set = entity.fields[name]?.merge === 'set'
    record[name] = set ? mergeSet({ base: base[name], mine: value, theirs: server[name] }).items : value
  }
  return withDerived(entity, record)
}

/** The patch widened to whole groups with the record's present values, so that a group is sent, wins and loses as one. */
export function wholeGroups(entity: Entity, record: Values, patch: Values): Values {
  const groups = new Set(Object.keys(patch).map((name) => entity.fields[name]?.group))
  groups.delete(undefined)
  const whole: Values = { ...patch }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.group !== undefined && groups.has(field.group) && !(name in whole) && field.merge !== 'server') {
      whole[name] = record[name] ?? null
    }
  }
  return whole
}
