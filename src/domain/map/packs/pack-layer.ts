import { addProtocol, type Map as MapLibre, type VectorSourceSpecification } from 'maplibre-gl'
import { FIRST_NAMES, type Palette } from '../canvas/base-style.ts'
import type { KeptPack } from './pack-files.ts'
import { PACK_SOURCE, packLayers } from './pack-style.ts'
import type { PackSet } from './pack-tiles.ts'

const PROTOCOL = 'lolapp-carte'
const TILE = new RegExp(`^${PROTOCOL}://(\\w+)/(\\d+)/(\\d+)/(\\d+)$`)

/** The tiles of the maps on screen, by the host of the tiles' addresses. */
const sets = new Map<string, PackSet>()
let made = 0

// The library calls this for tiles of such an address; the bytes are read from the file on the device.
addProtocol(PROTOCOL, async ({ url }) => {
  const [, key = '', z, x, y] = TILE.exec(url) ?? []
  const data = await sets.get(key)?.tile(Number(z), Number(x), Number(y))
  // An empty tile: the built-in map is visible below.
  return { data: data ?? new ArrayBuffer(0) }
})

export interface PackLayer {
  /** Draws these maps above the built-in one's ground, below its names and the app's layers. */
  set: (packs: readonly KeptPack[]) => Promise<void>
  remove: () => void
}

/** The detailed maps of this device on one map. `isBuiltIn` says whether the built-in map is shown: an online one has its own details. */
export function createPackLayer(map: MapLibre, color: Palette, isBuiltIn: () => boolean): PackLayer {
  let shown: { key: string; found: PackSet } | null = null
  let hasStyle = false
  /** Number of the last call: an earlier call whose files open later is ignored. */
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
      // A chunk of its own: only devices with detailed maps need it.
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
