import { type Entity, type Field, withDerived } from './entity.ts'

/**
 * Lamport stamp of the last accepted edit of a unit (a field, or a group of fields): counter, mutation id, author, VERSION that it made.
 * Stored by the server beside the row; the greater stamp wins a conflict, whatever the order of arrival and the devices' clocks.
 */
export type Stamp = [counter: number, mutation: string, author: string | null, version: number]
export type Stamps = Record<string, Stamp>

export type Values = Record<string, unknown>

/** Values that a merge dropped, kept for review. */
export interface Lost {
  fields: string[]
  lost: Values
  kept: Values
  lostBy: string | null
  keptBy: string | null
}

export interface MergeInput {
  entity: Entity
  master: Values
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

/** Structural equality of JSON values (key order does not matter). */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return (a ?? null) === (b ?? null)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((k) => same((a as Values)[k], (b as Values)[k]))
}

// The head of a UUIDv7 is the device's clock, which must not decide: the random tail breaks ties.
const tail = (mutation: string): string => mutation.slice(-12)

/** True when stamp `a` beats stamp `b`. */
export const beats = (a: Stamp, b: Stamp): boolean => (a[0] !== b[0] ? a[0] > b[0] : tail(a[1]) > tail(b[1]))

const NEVER: Stamp = [0, '', null, 0]
export const unitOf = (field: Field, name: string): string => field.group ?? name

const itemKey = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item
    ? String((item as { id: unknown }).id)
    : JSON.stringify(item)

/**
 * Three-way set: theirs, plus what I added, minus what I removed; an item that I changed keeps my version. Removal wins over an
 * untouched presence, so a removed person does not come back (sync-rules 16). Theirs keeps its order, my additions follow.
 */
export function mergeSet(base: unknown, mine: unknown, theirs: unknown): unknown[] {
  const index = (list: unknown): Map<string, unknown> =>
    new Map((Array.isArray(list) ? list : []).map((item) => [itemKey(item), item]))
  const [was, my, their] = [index(base), index(mine), index(theirs)]
  const merged = new Map<string, unknown>()
  for (const [key, item] of their) {
    if (was.has(key) && !my.has(key)) continue
    const touched = my.has(key) && !same(my.get(key), was.get(key))
    merged.set(key, touched ? my.get(key) : item)
  }
  for (const [key, item] of my) if (!was.has(key)) merged.set(key, item)
  return [...merged.values()]
}

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

/**
 * The product's one merge (I9), run by the server inside the writing transaction. Disjoint units merge silently; a unit changed on
 * both sides goes to the greater stamp, and where words or a time lost, the loser is in `lost`.
 */
export function mergePatch({ entity, master, stamps, patch, base, stamp }: MergeInput): MergeResult {
  const record: Values = { ...master }
  const next: Stamps = { ...stamps }
  const lost: Lost[] = []
  for (const unit of unitsOf(entity, patch)) {
    const current = stamps[unit.name] ?? NEVER
    const [only] = unit.fields
    if (unit.fields.length === 1 && only !== undefined && entity.fields[only]?.merge === 'set') {
      record[only] = base === null ? patch[only] : mergeSet(base[only], patch[only], master[only])
      next[unit.name] = beats(stamp, current) ? stamp : current
      continue
    }
    const agreed = unit.fields.every((f) => same(master[f], patch[f]))
    const conflict = base !== null && !agreed && unit.fields.some((f) => !same(master[f], base[f]))
    const mineWins = !conflict || beats(stamp, current)
    if (mineWins) for (const f of unit.fields) record[f] = patch[f] ?? null
    if (conflict && unit.keepLoser) {
      const [mine, theirs] = [pick(patch, unit.fields), pick(master, unit.fields)]
      const [me, them] = [stamp[2], current[2]]
      lost.push(
        mineWins
          ? { fields: unit.fields, lost: theirs, kept: mine, lostBy: them, keptBy: me }
          : { fields: unit.fields, lost: mine, kept: theirs, lostBy: me, keptBy: them },
      )
    }
    if (beats(stamp, current)) next[unit.name] = stamp
    // A plain replacement from someone whose counter is not greater still succeeds what it replaces.
    else if (mineWins && !agreed) next[unit.name] = [current[0] + 1, stamp[1], stamp[2], stamp[3]]
  }
  const full = withDerived(entity, record)
  return { record: full, stamps: next, lost, changed: Object.keys(full).filter((f) => !same(full[f], master[f])) }
}

/** What a device shows of its own unsent edit over the master: mine, and three-way sets. One's own edit is never hidden. */
export function overlay(entity: Entity, master: Values, patch: Values, base: Values): Values {
  const record: Values = { ...master }
  for (const [name, value] of Object.entries(patch)) {
    record[name] = entity.fields[name]?.merge === 'set' ? mergeSet(base[name], value, master[name]) : value
  }
  return withDerived(entity, record)
}

/** The patch widened to whole groups with the record's present values, so that a group travels, wins and loses as one. */
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
