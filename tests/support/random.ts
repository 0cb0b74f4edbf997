/** A small seeded generator (mulberry32): the seed alone reproduces a run. */
export interface Random {
  seed: number
  next: () => number
  /** Integer in [0, n). */
  below: (n: number) => number
  chance: (p: number) => boolean
  pick: <T>(list: readonly T[]) => T | undefined
}

export function createRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return { seed, next, below, chance: (p) => next() < p, pick: (list) => list[below(list.length)] }
}
