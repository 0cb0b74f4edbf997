/** A seeded source of random numbers: the same seed gives the same demo company on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Integer in [min, max]. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  /** Throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** Standard normal. */
  gauss(): number
  /** An independent source: drawing more from one never shifts the other. */
  derive(label: string): Random
}

/** FNV-1a: 32 bits of any text. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}

export function makeRandom(seed: string): Random {
  let [a, b, c, d] = [hash(seed), hash(`${seed}:b`), hash(`${seed}:c`), 1]
  // sfc32: small, fast and far better than a linear congruence; the first draws are thrown away to mix the seed in.
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(list) {
      if (list.length === 0) throw new RangeError('pick: empty list')
      return list[int(0, list.length - 1)] as (typeof list)[number]
    },
    shuffle(list) {
      const copy = [...list]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(0, i)
        const [x, y] = [copy[i], copy[j]] as [(typeof copy)[number], (typeof copy)[number]]
        copy[i] = y
        copy[j] = x
      }
      return copy
    },
    gauss: () => Math.sqrt(-2 * Math.log(1 - next() * 0.999_999)) * Math.cos(2 * Math.PI * next()),
    derive: (label) => makeRandom(`${seed}/${label}`),
  }
}

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0')

/** A UUIDv7 whose clock reads `ms` and whose random part comes from `random`. */
export function uuidV7(ms: number, random: Random): string {
  const time = hex(ms, 12)
  const rand = (): string => hex(random.int(0, 0xffff), 4)
  const variant = hex(0x8000 | random.int(0, 0x3fff), 4)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random.int(0, 0xfff), 3)}-${variant}-${rand()}${rand()}${rand()}`
}

/** Clock of the ids that must not move with today: references, roles, the staff. */
const FOUNDED = Date.parse('2026-01-05T08:00:00Z')

/** The same id for the same name, whatever today and the number of clients are. */
export const stableId = (name: string): string => uuidV7(FOUNDED, makeRandom(`id/${name}`))
