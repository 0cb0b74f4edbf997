/** Which test files a change touches: those that import a changed file, the nearest first. */

/**
 * @param changed paths of the changed files
 * @param imports what each file imports, from the root (imports.ts)
 * @param isTest whether a file is a test that may be chosen
 * @returns test files by distance: first those that changed themselves, then those that import a changed file, then those one import farther away, and so on
 */
export function touchedTests(
  changed: Iterable<string>,
  imports: ReadonlyMap<string, readonly string[]>,
  isTest: (file: string) => boolean,
): string[][] {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  }
  const seen = new Set(changed)
  const rings: string[][] = []
  for (let ring = [...seen]; ring.length > 0; ) {
    rings.push(ring.filter(isTest).sort())
    ring = ring.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file) && seen.add(file))
  }
  return rings
}

export interface QuickChoice {
  chosen: string[]
  /** How many test files are touched as well, too many for a quick run. */
  left: number
}

/** Takes the nearest tests until their usual times fill the budget. The nearest ring's first file is always taken. */
export function withinBudget(
  rings: readonly (readonly string[])[],
  { secondsOf, budget }: { secondsOf: (file: string) => number; budget: number },
): QuickChoice {
  const touched = rings.flat()
  const chosen: string[] = []
  let seconds = 0
  for (const file of touched) {
    seconds += secondsOf(file)
    if (chosen.length > 0 && seconds > budget) break
    chosen.push(file)
  }
  return { chosen, left: touched.length - chosen.length }
}
