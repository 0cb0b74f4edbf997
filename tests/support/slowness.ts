/**
 * How slow this machine is at the moment. The product promises times (« within 10 s », I12) for a machine of its own; a test that holds it to
 * them on a machine with other things to do gives it as much longer as the machine is slower.
 */

/** What the work below takes, in milliseconds, on a plain machine of 2026 that does nothing else. */
const UNDISTURBED_MS = 120
const ROUNDS = 100_000_000

/**
 * Does a fixed piece of work and looks at the clock; blocks this process meanwhile.
 * @returns 1 on a machine that is free, 3 where the work took three times as long; never less than 1
 */
export function slowness(rounds = ROUNDS, now: () => number = () => performance.now()): number {
  const begun = now()
  let sum = 1
  for (let n = 0; n < rounds; n++) sum = Math.imul(sum ^ n, 0x01000193)
  // The sum is always whole: it is read so that the work is not left out as useless.
  const took = Number.isInteger(sum) ? now() - begun : 0
  return Math.max(1, took / ((UNDISTURBED_MS * rounds) / ROUNDS))
}

/**
 * A time that the product promises to keep, from now on. When it is up, the machine is measured, and what it is slower is given once more.
 * @returns whether the time has passed
 */
export function promisedTime(
  ms: number,
  { now = () => performance.now(), factor = slowness }: { now?: () => number; factor?: () => number } = {},
): () => boolean {
  const begun = now()
  let stretched: number | undefined
  return () => {
    if (now() - begun <= ms) return false
    stretched ??= ms * factor()
    return now() - begun > stretched
  }
}
