import type { Entity } from '../../schemas/entity.ts'
import { same, unitOf } from '../../schemas/merge.ts'
import { itemKey } from '../../schemas/merge-set.ts'
import type { FormValues } from './payload.ts'

/** The content of a form: its values, and the snapshot that they are edits of. */
export interface Held<V extends FormValues = FormValues> {
  values: V
  snapshot: V
}

/** A field, or a group of fields that change together, that the form's user and somebody else have both changed. */
export interface Behind {
  /** Name of the field or of the group. */
  unit: string
  fields: string[]
  /** The record's values of these fields. */
  theirs: FormValues
}

export interface Followed extends Held {
  behind: Behind[]
}

const blank = (value: unknown): unknown => (value === undefined || value === '' ? null : value)
const alike = (a: unknown, b: unknown): boolean => same(blank(a), blank(b))
const all = (names: readonly string[], a: FormValues, b: FormValues): boolean =>
  names.every((name) => alike(a[name], b[name]))
const pick = (from: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

function unitsOf(entity: Entity, names: readonly string[]): [string, string[]][] {
  const units = new Map<string, string[]>()
  for (const name of names) {
    const field = entity.fields[name]
    if (!field) continue
    const unit = unitOf(field, name)
    units.set(unit, [...(units.get(unit) ?? []), name])
  }
  return [...units]
}

const isSet = (entity: Entity, names: readonly string[]): boolean =>
  names.length === 1 && entity.fields[names[0] ?? '']?.merge === 'set'

/**
 * Updates an open form after its record has changed (OUT-11): fields that its user has not touched take the new value, in the form and in the
 * snapshot; fields that both have changed stay and are named. `theirs` is the record as a form shows it.
 */
export function follow(entity: Entity, held: Held, theirs: FormValues): Followed {
  const values = { ...held.values }
  const snapshot = { ...held.snapshot }
  const behind: Behind[] = []
  for (const [unit, fields] of unitsOf(entity, Object.keys(theirs))) {
    if (all(fields, snapshot, theirs)) continue
    if (all(fields, values, snapshot) || all(fields, values, theirs)) {
      Object.assign(values, pick(theirs, fields))
      Object.assign(snapshot, pick(theirs, fields))
    } else if (isSet(entity, fields)) {
      const [name = ''] = fields
      const set = followSet({ mine: values[name], known: snapshot[name], theirs: theirs[name] })
      values[name] = set.mine
      snapshot[name] = set.known
      if (set.clashes) behind.push({ unit, fields, theirs: pick(theirs, fields) })
    } else {
      behind.push({ unit, fields, theirs: pick(theirs, fields) })
    }
  }
  return { values, snapshot, behind }
}

/** « Keep mine »: the user has seen theirs, so saving mine over it is a choice and no conflict. */
export const keepMine = (held: Held, { fields, theirs }: Behind): Held => ({
  values: held.values,
  snapshot: { ...held.snapshot, ...pick(theirs, fields) },
})

/** « Take theirs ». Of a set, only the items that both have changed: other edits of mine stay. */
export function takeTheirs(entity: Entity, held: Held, { fields, theirs }: Behind): Held {
  const snapshot = { ...held.snapshot, ...pick(theirs, fields) }
  if (!isSet(entity, fields)) return { values: { ...held.values, ...pick(theirs, fields) }, snapshot }
  const [name = ''] = fields
  const [mine, known, other] = [held.values[name], held.snapshot[name], theirs[name]].map(byKey) as [
    Items,
    Items,
    Items,
  ]
  for (const key of new Set([...known.keys(), ...other.keys()])) {
    if (same(known.get(key), other.get(key))) continue
    const item = other.get(key)
    if (item === undefined) mine.delete(key)
    else mine.set(key, item)
  }
  return { values: { ...held.values, [name]: [...mine.values()] }, snapshot }
}

type Items = Map<string, unknown>
const byKey = (list: unknown): Items =>
  new Map((Array.isArray(list) ? list : []).map((item) => [itemKey(item), item] as const))

/** The same for each item of a set: additions and removals of both sides are kept. */
function followSet(lists: { mine: unknown; known: unknown; theirs: unknown }): {
  mine: unknown[]
  known: unknown[]
  clashes: boolean
} {
  const [mine, known, theirs] = [byKey(lists.mine), byKey(lists.known), byKey(lists.theirs)]
  let clashes = false
  for (const key of new Set([...known.keys(), ...theirs.keys()])) {
    const [m, k, t] = [mine.get(key), known.get(key), theirs.get(key)]
    if (same(k, t)) continue
    if (!same(m, k) && !same(m, t)) {
      clashes = true
      continue
    }
    for (const list of [mine, known]) {
      if (t === undefined) list.delete(key)
      else list.set(key, t)
    }
  }
  // In the order of the form, so that an edit that was undone leaves no difference.
  const order = [...mine.keys()].filter((key) => known.has(key))
  const rest = [...known.keys()].filter((key) => !mine.has(key))
  return { mine: [...mine.values()], known: [...order, ...rest].map((key) => known.get(key)), clashes }
}

/** The draft of an older build: values without the snapshot that they are edits of. */
export function heldWithoutSnapshot(entity: Entity, values: FormValues, theirs: FormValues): Held {
  const snapshot: FormValues = { ...theirs }
  for (const [, fields] of unitsOf(entity, Object.keys(theirs))) {
    if (all(fields, values, theirs)) continue
    // The values that they replace are unknown: with an empty snapshot, the record's value counts as a conflict and is never overwritten unseen.
    for (const name of fields) snapshot[name] = Array.isArray(theirs[name]) ? [] : ''
  }
  return { values, snapshot }
}
