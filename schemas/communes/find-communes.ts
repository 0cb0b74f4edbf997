import { type Commune, communeKey, type Gazetteer } from './gazetteer.ts'

/** How near the point is: to the door, somewhere in the street, or somewhere in the commune (some kilometres). */
export type Precision = 'housenumber' | 'street' | 'municipality'

/** A point that an address may be. */
export interface Place {
  /** One line, as an envelope has it. */
  label: string
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string
  /** Degrees, WGS 84. */
  LATITUDE: number
  LONGITUDE: number
  precision: Precision
  /** 0 to 1: how well it matches the text. */
  score: number
}

const LIMIT = 5
/** « Saint-Remy-en-Bouzemont-Saint-Genest-et-Isson » has eight words. */
const LONGEST_NAME = 10

interface Found {
  commune: Commune
  score: number
}

/** The communes that an address may be in, the likeliest first, without any network. Their precision is always « municipality ». */
export function findCommunes(communes: Gazetteer, address: string): Place[] {
  const text = communeKey(address)
  const postcode = text.match(/\b\d{5}\b/g)?.at(-1)
  const here = postcode === undefined ? [] : (communes.byPostcode.get(postcode) ?? [])
  const words = text.split(' ').filter((word) => !/\d/.test(word))
  const found = [
    ...named(communes, words, here),
    ...here.map((commune) => ({ commune, score: likeness(commune, words) })),
  ]
  const best = found.length > 0 ? found : misspelt(communes, words, postcode)
  const once = new Map<string, Found>()
  for (const one of best.sort((a, b) => b.score - a.score || b.commune.population - a.commune.population))
    if (!once.has(one.commune.code)) once.set(one.commune.code, one)
  return [...once.values()].slice(0, LIMIT).map((one) => placeOf(one, postcode))
}

/** Communes whose whole name is in the text: a longer name, a later place in it and the right postcode make one likelier. */
function named({ byName }: Gazetteer, words: readonly string[], here: readonly Commune[]): Found[] {
  const found: Found[] = []
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_NAME); to += 1) {
      const size = to - from
      for (const [rank, commune] of (byName.get(words.slice(from, to).join(' ')) ?? []).entries()) {
        if (here.includes(commune)) found.push({ commune, score: Math.min(0.99, 0.93 + 0.01 * size) })
        // « rue de Paris, Lyon »: the name at the end of the text is the commune. With another postcode it is unlikely.
        else if (here.length === 0)
          found.push({ commune, score: (to === words.length ? 0.7 : 0.35) + 0.02 * size - 0.03 * Math.min(rank, 5) })
      }
    }
  }
  return found
}

/** Communes of the given postcode whose name is not in the text: the nearest spelling first. */
function likeness({ key }: Commune, words: readonly string[]): number {
  const size = key.split(' ').length
  const tries = [words.slice(-size).join(' '), words.slice(0, size).join(' ')]
  const distance = Math.min(...tries.map((text) => editDistance(text, key, 3)))
  return distance <= 3 ? 0.9 - 0.08 * distance : 0.5
}

/** When no name and no postcode matches: names that differ by a letter or two from the end of the text. */
function misspelt({ all }: Gazetteer, words: readonly string[], postcode: string | undefined): Found[] {
  const ends = [4, 3, 2, 1].map((size) => words.slice(-size).join(' ')).filter((text) => text.length >= 4)
  const found: Found[] = []
  for (const commune of all) {
    if (postcode !== undefined && !commune.postcodes.some((code) => code.slice(0, 2) === postcode.slice(0, 2))) continue
    for (const text of new Set(ends)) {
      if (text[0] !== commune.key[0]) continue
      const allowed = text.length < 7 ? 1 : 2
      const distance = editDistance(text, commune.key, allowed)
      if (distance <= allowed) found.push({ commune, score: 0.5 - 0.1 * distance })
    }
  }
  return found
}

/** Levenshtein's distance; more than `most` is `most + 1`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swap))
    }
    if (Math.min(...row) > most) return most + 1
    before = row
  }
  return before[b.length] ?? most + 1
}

function placeOf({ commune, score }: Found, asked: string | undefined): Place {
  const postcode = asked !== undefined && commune.postcodes.includes(asked) ? asked : (commune.postcodes[0] ?? null)
  return {
    label: `${postcode ?? ''} ${commune.name}`.trim(),
    ADRESSE: null,
    CODE_POSTAL: postcode,
    VILLE: commune.name,
    LATITUDE: commune.latitude,
    LONGITUDE: commune.longitude,
    precision: 'municipality',
    score: Math.round(Math.max(0, score) * 100) / 100,
  }
}
