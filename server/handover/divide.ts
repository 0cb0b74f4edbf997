import type { Division } from '../../schemas/handover.ts'
import { distanceKm, type Position } from '../../schemas/rules/distance.ts'

/** Everything about one client: it goes to one colleague, so that nobody asks two people about one house. */
export interface Group {
  id: string
  agence: string | null
  place: Position | null
  /** Number of records. */
  weight: number
}

export interface Colleague {
  id: string
  agences: readonly string[]
  /** The middle of their clients; null when none of them has a known place. */
  place: Position | null
}

/**
 * Who gets which group. The same input gives the same answer, so that a preview says what will happen. Where the rule does not decide (no colleague of that
 * agency, no known place), the colleague who has received least gets the group. Pure.
 * @param colleagues at least one; with 'un' the first gets all
 */
export function divide(
  groups: readonly Group[],
  { colleagues, how }: { colleagues: readonly Colleague[]; how: Division },
): Map<string, string> {
  const load = new Map(colleagues.map(({ id }) => [id, 0]))
  const least = (among: readonly Colleague[]): Colleague =>
    among.reduce((best, one) => ((load.get(one.id) ?? 0) < (load.get(best.id) ?? 0) ? one : best))
  const choose = ({ agence, place }: Group): Colleague => {
    if (how === 'un') return colleagues[0] as Colleague
    if (how === 'agence') {
      const there = colleagues.filter(({ agences }) => agence !== null && agences.includes(agence))
      return least(there.length > 0 ? there : colleagues)
    }
    const placed = colleagues.filter((one) => one.place !== null)
    if (how === 'egal' || place === null || placed.length === 0) return least(colleagues)
    const far = (one: Colleague): number => distanceKm(place, one.place as Position)
    return placed.reduce((best, one) => (far(one) < far(best) ? one : best))
  }
  const chosen = new Map<string, string>()
  // The heaviest first: the light ones then even out what is left.
  for (const group of groups.toSorted((a, b) => b.weight - a.weight || (a.id < b.id ? -1 : 1))) {
    const { id } = choose(group)
    load.set(id, (load.get(id) ?? 0) + group.weight)
    chosen.set(group.id, id)
  }
  return chosen
}
