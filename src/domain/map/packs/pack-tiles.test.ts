import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type MapPackOptions, makeMapPack } from '../../../../tests/support/map-pack.ts'
import { worldX, worldY } from '../canvas/mercator.ts'
import { openPacks, plainText } from './pack-tiles.ts'

const files = new Map<string, Uint8Array>()
vi.mock('./pack-files.ts', () => ({
  openPackFile: async ({ name }: { name: string }) => {
    const bytes = files.get(name)
    if (!bytes) throw new Error(`no ${name}`)
    return new File([bytes as Uint8Array<ArrayBuffer>], name)
  },
}))

const NANTES = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }
const RENNES = { LATITUDE: 48.1173, LONGITUDE: -1.6778 }
const tileAt = ({ LATITUDE, LONGITUDE }: typeof NANTES, z: number) =>
  [z, Math.floor(worldX(LONGITUDE) * 2 ** z), Math.floor(worldY(LATITUDE) * 2 ** z)] as const
const keep = (name: string, options: MapPackOptions) => {
  files.set(name, makeMapPack(options))
  return { name, size: 1, version: 'v', kept: 1 }
}
const words = (bytes: ArrayBuffer | null | undefined): string => new TextDecoder('latin1').decode(bytes ?? undefined)

describe('tiles of the detailed maps on the device', () => {
  beforeEach(() => files.clear())

  it('[GEO-06] come from the file that has them, and are empty elsewhere', async () => {
    const set = await openPacks([
      keep('44', { middle: NANTES, street: 'Rue Crébillon' }),
      keep('35', { middle: RENNES, street: 'Rue Le Bastard', maxZoom: 13, minZoom: 11, attribution: '© Autre' }),
    ])
    expect(words(await set?.tile(...tileAt(NANTES, 14)))).toContain('water')
    expect(words(await set?.tile(...tileAt(RENNES, 13)))).toContain('Rue Le Bastard')
    expect(await set?.tile(...tileAt(RENNES, 14))).toBeNull()
    expect(await set?.tile(...tileAt({ LATITUDE: 43.6, LONGITUDE: 1.44 }, 14))).toBeNull()
    // Up to the zoom that all archives have: beyond it the map enlarges tiles.
    expect(set).toMatchObject({ minzoom: 10, maxzoom: 13, attribution: 'Carte d’essai · © Autre' })
    const [west, south, east, north] = set?.bounds ?? []
    expect([west, south, east, north].map((edge) => edge?.toFixed(4))).toEqual([
      '-1.6878',
      '47.2134',
      '-1.5436',
      '48.1223',
    ])
  })

  it('[GEO-06] ignore a file that cannot be read', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    files.set('29', new Uint8Array(200))
    const broken = { name: '29', size: 200, version: 'v', kept: 200 }
    const set = await openPacks([broken, keep('44', { middle: NANTES })])
    expect(words(await set?.tile(...tileAt(NANTES, 12)))).toContain('earth')
    expect(await openPacks([broken])).toBeNull()
    expect(said).toHaveBeenCalledTimes(2)
    said.mockRestore()
  })

  it('[SEC] show an attribution as plain text, whatever an archive holds', () => {
    expect(plainText('<a href="javascript:alert(1)">© OpenStreetMap</a> &copy; IGN')).toBe('© OpenStreetMap © IGN')
    expect(plainText('<img src=x onerror=alert(1)')).not.toMatch(/[<>]/)
    expect(plainText(undefined)).toBe('')
  })
})
