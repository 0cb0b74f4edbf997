import { sameJson as same } from './same-json.ts'

/** What identifies an item: the `id` of an object, else the value itself. */
export const itemKey = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item
    ? String((item as { id: unknown }).id)
    : JSON.stringify(item)

type Items = Map<string, unknown>
const byKey = (list: unknown): Items =>
  new Map((Array.isArray(list) ? list : []).map((item) => [itemKey(item), item] as const))

// A set has no order of its own: one order for all makes the result independent of the order of arrival.
const inOrder = (items: Items): unknown[] => [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item)

/** An item that both sides changed differently; an absent side removed it. */
export interface Clash {
  key: string
  mineWins: boolean
  /** The whole set as it would be, had the loser won. */
  lost: unknown[]
}

export interface SetMerge {
  items: unknown[]
  /** Keys of the items whose content I changed, as opposed to added or removed. */
  touched: string[]
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
 * Three-way set (MERGE-5): each item goes to the side that changed it. Where both did, a removal wins over a change, so that a removed person
 * does not come back (sync-rules 16), and of two changes the one that `mineWins` says. The answer is sorted by key.
 */
export function mergeSet({ base, mine, theirs, mineWins = () => true }: SetInput): SetMerge {
  const [was, my, their] = [byKey(base), byKey(mine), byKey(theirs)]
  const merged: Items = new Map()
  const touched: string[] = []
  const clashes: { key: string; mineWins: boolean; loser: unknown }[] = []
  for (const key of new Set([...was.keys(), ...their.keys(), ...my.keys()])) {
    const [old, m, t] = [was.get(key), my.get(key), their.get(key)]
    const [iChanged, theyChanged] = [!same(m, old), !same(t, old)]
    if (iChanged && m !== undefined && old !== undefined) touched.push(key)
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
