import { sameJson as same } from './same-json.ts'

/** The key of an item: the `id` of an object, otherwise the value itself. */
export const itemKey = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item
    ? String((item as { id: unknown }).id)
    : JSON.stringify(item)

type Items = Map<string, unknown>
const byKey = (list: unknown): Items =>
  new Map((Array.isArray(list) ? list : []).map((item) => [itemKey(item), item] as const))

// A set has no order of its own: one fixed order makes the result independent of the order of arrival.
const inOrder = (items: Items): unknown[] => [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)

/** An item that both sides changed differently; an absent side removed it. */
export interface Clash {
  key: string
  mineWins: boolean
  /** The whole set as it would be if the loser had won. */
  lost: unknown[]
}

export interface SetMerge {
  items: unknown[]
  /** The items that I added or whose content I changed; `agreed` where the other side has the very same. */
  touched: { key: string; agreed: boolean }[]
  clashes: Clash[]
}

interface SetInput {
  base: unknown
  mine: unknown
  theirs: unknown
  /** Decides an item that both changed; mine by default. */
  mineWins?: (key: string) => boolean
}

/**
 * Three-way set (MERGE-5): each item goes to the side that changed it. Where both did, a removal wins over a change, so that a removed person does not
 * come back, and of two changes the one that `mineWins` chooses. The answer is sorted by key.
 */
export function mergeSet({ base, mine, theirs, mineWins = () => true }: SetInput): SetMerge {
  const [was, my, their] = [byKey(base), byKey(mine), byKey(theirs)]
  const merged: Items = new Map()
  const touched: SetMerge['touched'] = []
  const clashes: { key: string; mineWins: boolean; loser: unknown }[] = []
  for (const key of new Set([...was.keys(), ...their.keys(), ...my.keys()])) {
    const [old, m, t] = [was.get(key), my.get(key), their.get(key)]
    const [iChanged, theyChanged] = [!same(m, old), !same(t, old)]
    if (iChanged && m !== undefined) touched.push({ key, agreed: same(m, t) })
    const clash = iChanged && theyChanged && !same(m, t)
    const mineIsKept = !clash ? iChanged : m === undefined || (t !== undefined && mineWins(key))
    const kept = mineIsKept ? m : t
    if (kept !== undefined) merged.set(key, kept)
    if (clash) clashes.push({ key, mineWins: mineIsKept, loser: mineIsKept ? t : m })
  }
  return {
    items: inOrder(merged),
    touched,
    clashes: clashes.map((clash) => ({
      key: clash.key,
      mineWins: clash.mineWins,
      lost: inOrder(new Map(merged).set(clash.key, clash.loser)),
    })),
  }
}

/** What one writer changed of a set: the items as they were before (removed or replaced), and as they are after (added or replacing). */
export interface SetEdit {
  before: unknown[]
  after: unknown[]
}

const editOf = (keys: Iterable<string>, before: Items, after: Items): SetEdit => {
  const pick = (items: Items): unknown[] =>
    inOrder(new Map([...keys].flatMap((key) => (items.has(key) ? [[key, items.get(key)]] : []))))
  return { before: pick(before), after: pick(after) }
}

/** The items that differ between two states of a set. `mergeSet` takes them as `base` and `mine`: an item in neither is not changed. */
export function setEdit(before: unknown, after: unknown): SetEdit {
  const [was, is] = [byKey(before), byKey(after)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((key) => !same(was.get(key), is.get(key)))
  return editOf(changed, was, is)
}

/**
 * Two edits of one writer as one. An item that the second removed stays named as removed even where the first had added it: somebody else may have
 * added it too, and the writer wanted it removed. One that was removed and added again is named as added, for the same reason.
 */
export function foldSetEdits(first: SetEdit, second: SetEdit): SetEdit {
  const [was1, is1, was2, is2] = [byKey(first.before), byKey(first.after), byKey(second.before), byKey(second.after)]
  const before: Items = new Map(was1)
  const after: Items = new Map(is1)
  for (const key of new Set([...was2.keys(), ...is2.keys()])) {
    const known = was1.has(key) || is1.has(key)
    const [old, next] = [known ? was1.get(key) : was2.get(key), is2.get(key)]
    before.delete(key)
    after.delete(key)
    if (next === undefined) before.set(key, old ?? was2.get(key))
    else if (!known || !same(old, next)) {
      if (old !== undefined) before.set(key, old)
      after.set(key, next)
    } else if (!is1.has(key)) after.set(key, next)
  }
  return { before: inOrder(before), after: inOrder(after) }
}

/** A set after an edit that nobody else knows: for a creation that was not sent yet. */
export const applySetEdit = (items: unknown, { before, after }: SetEdit): unknown[] =>
  mergeSet({ base: before, mine: after, theirs: items }).items

/**
 * Rebases an edit on an earlier one of the same writer, which the server has stored: a known item in the form that was sent becomes the item that the
 * server stored. Items of others are not changed: the edit does not name them.
 */
export function rebaseSetEdit(
  { before, after }: SetEdit,
  { sent, stored }: { sent: SetEdit; stored: unknown },
): SetEdit {
  const [mine, there] = [byKey(sent.after), byKey(stored)]
  const known = (item: unknown): unknown => {
    const key = itemKey(item)
    return same(mine.get(key), item) && there.has(key) ? there.get(key) : item
  }
  return { before: before.map(known), after }
}
