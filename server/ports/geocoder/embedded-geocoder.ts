import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { findCommunes } from '../../../schemas/communes/find-communes.ts'
import { type Gazetteer, parseCommunes } from '../../../schemas/communes/gazetteer.ts'
import type { Geocoder } from './geocoder.ts'

const FILE = new URL('../../../schemas/communes/communes.txt.gz', import.meta.url)

let loaded: Gazetteer | undefined

/** The communes of France, read at the first search. */
function gazetteer(): Gazetteer {
  loaded ??= parseCommunes(gunzipSync(readFileSync(FILE)).toString('utf8'))
  return loaded
}

/** No provider: the commune of an address, found offline. */
export const embeddedGeocoder = (): Geocoder => ({
  search: async (address) => findCommunes(gazetteer(), address),
})
