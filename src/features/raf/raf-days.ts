import type { RafItem } from '../../../schemas/rules/raf.ts'

export interface RafDay<I> {
  /** `yyyy-MM-dd` on which they ended. */
  day: string
  items: I[]
}

/** Items grouped by day, in the order given. */
export function byDay<I extends Pick<RafItem, 'end'>>(items: readonly I[]): RafDay<I>[] {
  const days = new Map<string, I[]>()
  for (const item of items) {
    const day = item.end.slice(0, 10)
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  return [...days].map(([day, list]) => ({ day, items: list }))
}
