/**
 * Finds the fewest steps that still break a promise: removes halves, then quarters, down to single steps, within the given time. Steps of a run
 * depend on each other by their order only, so any of them may be left out.
 * @param breaks plays these steps; null when nothing is broken
 * @param within milliseconds
 */
export async function shorten<Step>(
  steps: readonly Step[],
  breaks: (steps: Step[]) => Promise<string | null>,
  within: number,
): Promise<{ steps: Step[]; broken: string | null }> {
  const until = performance.now() + within
  let left = [...steps]
  let broken: string | null = null
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = left.length - size; from > -size && performance.now() < until; from -= size) {
      const fewer = left.filter((_, index) => index < from || index >= from + size)
      const still = await breaks(fewer)
      if (still === null) continue
      left = fewer
      broken = still
    }
  }
  return { steps: left, broken }
}
