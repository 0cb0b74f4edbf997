import { normalise } from './search.ts'

/** How a choice for a heading of an imported file is remembered, whatever its accents, case and signs. */
export const headingKey = (heading: string): string => normalise(heading).slice(0, 100)

/** What was chosen before, by `headingKey`; null: not to import the column. */
export type RememberedTargets<T extends string> = Readonly<Record<string, T | null>>

interface Proposing<T extends string> {
  remembered: RememberedTargets<T>
  /** What a heading says by itself, given its key. */
  saidBy: (key: string) => T | undefined
  /** Whether several columns may give this target. */
  isShared?: (target: T) => boolean
}

/**
 * A target for each heading of a file: what was chosen last time, else what the heading says. A target that takes one column goes to the first that asks for it.
 */
export function proposeTargets<T extends string>(
  headings: readonly string[],
  { remembered, saidBy, isShared = () => false }: Proposing<T>,
): (T | null)[] {
  const taken = new Set<T>()
  const proposed: (T | null)[] = headings.map(() => null)
  const give = (wanted: (key: string) => T | null | undefined): void => {
    for (const [i, heading] of headings.entries()) {
      const target = wanted(headingKey(heading))
      if (!target || proposed[i] !== null || (taken.has(target) && !isShared(target))) continue
      taken.add(target)
      proposed[i] = target
    }
  }
  give((key) => (Object.hasOwn(remembered, key) ? remembered[key] : null))
  give((key) => (Object.hasOwn(remembered, key) ? null : saidBy(key)))
  return proposed
}

/** A choice as it is remembered. Of two columns with one heading, the one that is imported says what the heading means. */
export function rememberedTargets<T extends string>(
  headings: readonly string[],
  targets: readonly (T | null)[],
): RememberedTargets<T> {
  const chosen: Record<string, T | null> = {}
  for (const [i, heading] of headings.entries()) chosen[headingKey(heading)] ??= targets[i] ?? null
  return chosen
}

/** A target that takes one column and was given to several; undefined when there is none. */
export const givenTwice = <T extends string>(
  targets: readonly (T | null)[],
  isShared: (target: T) => boolean = () => false,
): T | undefined =>
  targets.find((target, i): target is T => target !== null && targets.indexOf(target) !== i && !isShared(target))
