/**
 * How slow this machine is at the moment. The product promises times (« within 10 s », I12) for an idle machine. A test of such a promise
 * on a busy machine extends the time in proportion to the machine's slowness.
 */

/** Duration of the work below on an ordinary idle machine of 2026, in milliseconds. */
const UNDISTURBED_MS = 120
const ROUNDS = 100_000_000

/**
 * Measures the time of a fixed piece of work; blocks this process meanwhile.
 * @returns 1 on an idle machine, 3 when the work took three times as long; never less than 1
 */
export function slowness(rounds = ROUNDS, now: () => number = () => performance.now()): number {
  const begun = now()
  let sum = 1
  for (let n = 0; n < rounds; n++) sum = Math.imul(sum ^ n, 0x01000193)
  // Always true: the sum is read so that the engine cannot skip the work as unused.
  const took = Number.isInteger(sum) ? now() - begun : 0
  return Math.max(1, took / ((UNDISTURBED_MS * rounds) / ROUNDS))
}

/**
 * Processor time of this process for some work, as an ordinary idle machine of 2026 would take it: the least of three times, because other programs and the
 * collection of garbage only add to it, over the machine's slowness.
 * @returns milliseconds
 */
export function processorTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const begun = process.cpuUsage()
    work()
    return process.cpuUsage(begun).user / 1000
  })
  return Math.min(...times) / slowness()
}

/**
 * A time limit that the product promises, starting now. When it is over, the machine is measured, and the limit is extended by its slowness. Other programs
 * work in bursts: when the extended time is over, too, the machine is measured again, and only one that is no slower than it was has passed the limit.
 * TEST_PATIENCE=6 extends every such limit at least six times.
 * @returns whether the time has passed
 */
export function promisedTime(
  ms: number,
  { now = () => performance.now(), factor = slowness }: { now?: () => number; factor?: () => number } = {},
): () => boolean {
  const begun = now()
  let longest = ms
  let hasPassed = false
  return () => {
    if (hasPassed || now() - begun <= longest) return hasPassed
    const stretched = ms * Math.max(factor(), Number(process.env.TEST_PATIENCE ?? 1))
    hasPassed = stretched <= longest || now() - begun > stretched
    longest = Math.max(longest, stretched)
    return hasPassed
  }
}
