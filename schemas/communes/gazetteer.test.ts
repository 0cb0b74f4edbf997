import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { findCommunes } from './find-communes.ts'
import { nearestCommune, parseCommunes } from './gazetteer.ts'

const communes = parseCommunes(gunzipSync(readFileSync(new URL('communes.txt.gz', import.meta.url))).toString('utf8'))

describe('the communes of France on the device', () => {
  it('[GEO-04] are complete, and found by a typed address', () => {
    expect(communes.all.length).toBeGreaterThan(34_000)
    expect(findCommunes(communes, '12 quai de la Fosse, 44000 Nantes')[0]).toMatchObject({ VILLE: 'Nantes' })
  })

  it('[MGR-15] name the place of a point', () => {
    expect(nearestCommune(communes, { LATITUDE: 47.215, LONGITUDE: -1.55 })?.name).toBe('Nantes')
    expect(nearestCommune(communes, { LATITUDE: -20.88, LONGITUDE: 55.45 })?.name).toBe('Saint-Denis')
    // In the Atlantic.
    expect(nearestCommune(communes, { LATITUDE: 46, LONGITUDE: -20 })).toBeNull()
  })
})
