import { addProtocol, type Map as MapLibre, type VectorSourceSpecification } from 'maplibre-gl'
import { FIRST_NAMES, type Palette } from './base-style.ts'
import type { KeptPack } from './pack-files.ts'
import { PACK_SOURCE, packLayers } from './pack-style.ts'
import type { PackSet } from './pack-tiles.ts'

const PROTOCOL = 'lolapp-carte'
const TILE = new RegExp(`^${PROTOCOL}://(\\w+)/(\\d+)/(\\d+)/(\\d+)$`)

/** What the maps on screen draw from, by the host of their tiles' addresses. */
const sets = new Map<string, PackSet>()
let made = 0

// The library asks here for the tiles of such an address; the bytes come out of the file on the device.
addProtocol(PROTOCOL, async ({ url }) => {
  const [, key = '', z, x, y] = TILE.exec(url) ?? []
  const data = await sets.get(key)?.tile(Number(z), Number(x), Number(y))
  // Nothing there: the built-in map shows through.
  return { data: data ?? new ArrayBuffer(0) }
})

export interface PackLayer {
  /** Draws these maps above the built-in one's ground, beneath its names and what the app draws. */
  set: (packs: readonly KeptPack[]) => Promise<void>
  remove: () => void
}

/** The detailed maps of this device on one map. `isBuiltIn` says whether the built-in map is shown: an online one has its own details. */
export function createPackLayer(map: MapLibre, color: Palette, isBuiltIn: () => boolean): PackLayer {
  let shown: { key: string; found: PackSet } | null = null
  let hasStyle = false
  /** The last call wins, whenever its files are open. */
  let asked = 0

  const clear = (): void => {
    if (shown) sets.delete(shown.key)
    shown = null
    if (!hasStyle) return
    for (const { id } of packLayers(color)) if (map.getLayer(id)) map.removeLayer(id)
    if (map.getSource(PACK_SOURCE)) map.removeSource(PACK_SOURCE)
  }
  const draw = (): void => {
    if (!shown || !hasStyle || !isBuiltIn()) return
    const { minzoom, maxzoom, bounds, attribution } = shown.found
    const source: VectorSourceSpecification = {
      type: 'vector',
      tiles: [`${PROTOCOL}://${shown.key}/{z}/{x}/{y}`],
      minzoom,
      maxzoom,
      bounds,
      ...(attribution === '' ? {} : { attribution }),
    }
    map.addSource(PACK_SOURCE, source)
    for (const layer of packLayers(color)) map.addLayer(layer, FIRST_NAMES)
  }
  map.on('style.load', () => {
    hasStyle = true
    draw()
  })
  return {
    set: async (packs) => {
      asked += 1
      const mine = asked
      // A part of the app that only who keeps maps needs.
      const found = packs.length === 0 ? null : await (await import('./pack-tiles.ts')).openPacks(packs)
      if (mine !== asked) return
      clear()
      if (!found) return
      made += 1
      shown = { key: `c${made}`, found }
      sets.set(shown.key, found)
      draw()
    },
    remove: () => {
      asked += 1
      if (shown) sets.delete(shown.key)
    },
  }
}
