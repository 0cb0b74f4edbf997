import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { normalise } from '../../../schemas/search.ts'

export interface Commune {
  code: string
  name: string
  /** What a search compares. */
  key: string
  postcodes: readonly string[]
  latitude: number
  longitude: number
  population: number
}

export interface Gazetteer {
  all: readonly Commune[]
  byName: ReadonlyMap<string, readonly Commune[]>
  byPostcode: ReadonlyMap<string, readonly Commune[]>
}

let loaded: Gazetteer | undefined

/** « St-Étienne », « Saint Etienne » and « SAINT ETIENNE CEDEX 2 » are the same commune. */
export const communeKey = (text: string): string =>
  normalise(text)
    .replace(/\bste\b/g, 'sainte')
    .replace(/\bst\b/g, 'saint')
    .replace(/\b(cedex( \d{1,2})?|france)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

/** The communes of France, read at the first search (communes.txt.br, see build-communes.mjs). The most populated of a name first. */
export function gazetteer(): Gazetteer {
  loaded ??= load()
  return loaded
}

function load(): Gazetteer {
  const packed = readFileSync(new URL('communes.txt.br', import.meta.url))
  const byName = new Map<string, Commune[]>()
  const byPostcode = new Map<string, Commune[]>()
  const all = brotliDecompressSync(packed)
    .toString('utf8')
    .split('\n')
    .map((line): Commune => {
      const [code = '', name = '', postcodes = '', latitude, longitude, population] = line.split('|')
      return {
        code,
        name,
        key: communeKey(name),
        postcodes: postcodes.split(' '),
        latitude: Number(latitude),
        longitude: Number(longitude),
        population: Number(population),
      }
    })
    .sort((a, b) => b.population - a.population)
  const add = (map: Map<string, Commune[]>, key: string, commune: Commune): void => {
    const list = map.get(key)
    if (list) list.push(commune)
    else map.set(key, [commune])
  }
  for (const commune of all) {
    add(byName, commune.key, commune)
    for (const postcode of commune.postcodes) add(byPostcode, postcode, commune)
  }
  return { all, byName, byPostcode }
}
