import { distanceKm, type Position } from '../rules/distance.ts'
import { normalise } from '../search.ts'

export interface Commune {
  code: string
  name: string
  /** The form of a name that a search compares. */
  key: string
  postcodes: readonly string[]
  latitude: number
  longitude: number
  population: number
}

/** The communes of France; the most populated of a name first. */
export interface Gazetteer {
  all: readonly Commune[]
  byName: ReadonlyMap<string, readonly Commune[]>
  byPostcode: ReadonlyMap<string, readonly Commune[]>
}

/** « St-Étienne », « Saint Etienne » and « SAINT ETIENNE CEDEX 2 » are the same commune. */
export const communeKey = (text: string): string =>
  normalise(text)
    .replace(/\bste\b/g, 'sainte')
    .replace(/\bst\b/g, 'saint')
    .replace(/\b(cedex( \d{1,2})?|france)\b/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

/** Reads the text of communes.txt.gz (see build-communes.mjs), a commune a line. */
export function parseCommunes(text: string): Gazetteer {
  const byName = new Map<string, Commune[]>()
  const byPostcode = new Map<string, Commune[]>()
  const all = text
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

/** The commune whose centre is nearest to a point; null when none is within `mostKm`. */
export function nearestCommune({ all }: Gazetteer, point: Position, mostKm = 30): Commune | null {
  let nearest: Commune | null = null
  let km = mostKm
  for (const commune of all) {
    // A degree of latitude is 111 km: this excludes most communes without trigonometry.
    if (Math.abs(commune.latitude - point.LATITUDE) * 111 > km) continue
    const away = distanceKm(point, { LATITUDE: commune.latitude, LONGITUDE: commune.longitude })
    if (away > km) continue
    nearest = commune
    km = away
  }
  return nearest
}
