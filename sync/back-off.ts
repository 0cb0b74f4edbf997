/**
 * Full-jitter back-off: attempt 0 waits up to 0.5 s, doubling to 8 s. Jitter prevents that all devices call a recovered server at the same time; the
 * cap lets the queue empty within 10 s of a recovery that no browser event announces (I12).
 */
export const backOff = (attempt: number, random: () => number = Math.random): number =>
  Math.round(random() * Math.min(8_000, 500 * 2 ** Math.min(attempt, 10)))
