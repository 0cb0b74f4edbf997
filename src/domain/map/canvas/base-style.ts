import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import { featuresOf, type Topology } from './topology.ts'

/** Labels are drawn by the browser from the app's own font: no glyph server. */
export const MAP_FONT = 'Inter Variable'

/** The sources of the built-in base map (build-base-map.mjs), credited on it. */
export const BASE_ATTRIBUTION = 'Natural Earth · GeoNames (CC BY 4.0) · INSEE, La Poste'

export interface Palette {
  sea: string
  land: string
  abroad: string
  water: string
  line: string
  strongLine: string
  region: string
  departement: string
  town: string
  dot: string
  halo: string
  /** Of detailed maps only. */
  green: string
  building: string
  road: string
  mainRoad: string
  roadEdge: string
}

export const LIGHT: Palette = {
  sea: '#d5e4ee',
  land: '#f7f6f2',
  abroad: '#ecebe6',
  water: '#a9cbe0',
  line: '#cdc9c0',
  strongLine: '#a39d91',
  region: '#6d675c',
  departement: '#7b7568',
  town: '#30353b',
  dot: '#5c636b',
  halo: '#ffffff',
  green: '#dde9d3',
  building: '#e0dbd1',
  road: '#ffffff',
  mainRoad: '#fbe4ab',
  roadEdge: '#c9c3b7',
}

export const DARK: Palette = {
  sea: '#10171d',
  land: '#20262c',
  abroad: '#191e23',
  water: '#16384d',
  line: '#343c44',
  strongLine: '#515c67',
  region: '#98a3ae',
  departement: '#87929d',
  town: '#d3d9df',
  dot: '#98a3ae',
  halo: '#14181c',
  green: '#22312a',
  building: '#2d343b',
  road: '#46505a',
  mainRoad: '#6a5f3c',
  roadEdge: '#161b20',
}

const SOURCES = [
  'pays',
  'departements',
  'limites-departements',
  'limites-regions',
  'lakes',
  'rivers',
  'noms-regions',
  'noms-departements',
  'villes',
] as const
type BaseSource = (typeof SOURCES)[number]

/** From this zoom on the built-in map is not precise enough, and a detailed map is drawn where this device has one. */
export const BASE_ENDS_ZOOM = 10.5
/** First layer of the names: the layers below it are the ground. */
export const FIRST_NAMES = 'noms-regions'

/** How many of the greatest towns are shown at each zoom; all of them from the last step on. */
const townsUntil = (steps: readonly [zoom: number, towns: number][], first: number): unknown => [
  '<',
  ['get', 'rang'],
  ['step', ['zoom'], first, ...steps.flat()],
]

const name = (id: string, source: BaseSource, text: { color: string; halo: string; size: unknown }) => ({
  id,
  type: 'symbol' as const,
  source,
  layout: {
    'text-field': ['get', 'nom'],
    'text-font': [MAP_FONT],
    'text-size': text.size,
    'text-max-width': 8,
  },
  paint: { 'text-color': text.color, 'text-halo-color': text.halo, 'text-halo-width': 1.4 },
})

function layers(color: Palette): unknown[] {
  const line = (id: string, source: BaseSource, paint: Record<string, unknown>) => ({ id, type: 'line', source, paint })
  const fill = (id: string, source: BaseSource, paint: Record<string, unknown>) => ({ id, type: 'fill', source, paint })
  const { halo } = color
  const regions = name(FIRST_NAMES, 'noms-regions', { color: color.region, halo, size: 12 })
  const departements = name('noms-departements', 'noms-departements', { color: color.departement, halo, size: 12 })
  const towns = name('villes', 'villes', {
    color: color.town,
    halo,
    size: ['interpolate', ['linear'], ['zoom'], 4, 11, 10, 14],
  })
  return [
    { id: 'mer', type: 'background', paint: { 'background-color': color.sea } },
    fill('pays', 'pays', { 'fill-color': color.abroad, 'fill-outline-color': color.line }),
    fill('terre', 'departements', { 'fill-color': color.land }),
    fill('lacs', 'lakes', { 'fill-color': color.water }),
    // Drawn for a whole region: at greater zooms they would cross streets.
    {
      ...line('rivieres', 'rivers', {
        'line-color': color.water,
        'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 10, 2.2],
      }),
      maxzoom: BASE_ENDS_ZOOM,
    },
    line('limites-departements', 'limites-departements', {
      'line-color': color.line,
      'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.4, 10, 1.4],
    }),
    line('limites-regions', 'limites-regions', {
      'line-color': color.strongLine,
      'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 10, 1.8],
    }),
    { ...regions, maxzoom: 6.3 },
    { ...departements, minzoom: 6.3, maxzoom: 9.5 },
    {
      id: 'villes-points',
      type: 'circle',
      source: 'villes',
      minzoom: 5,
      filter: townsUntil(
        [
          [6, 50],
          [7, 150],
          [8, 500],
          [9, 9999],
        ],
        20,
      ),
      paint: { 'circle-radius': 2.2, 'circle-color': color.dot, 'circle-stroke-color': halo, 'circle-stroke-width': 1 },
    },
    {
      ...towns,
      filter: townsUntil(
        [
          [5, 20],
          [6, 50],
          [7, 150],
          [8, 500],
          [9, 9999],
        ],
        8,
      ),
      layout: {
        ...towns.layout,
        'text-anchor': 'bottom',
        'text-offset': [0, -0.3],
        'symbol-sort-key': ['get', 'rang'],
      },
    },
  ]
}

/** The built-in map of France as a style of the map library: nothing in it is fetched (GEO-06). */
export const baseStyle = (topology: Topology, color: Palette): StyleSpecification => ({
  version: 8,
  name: 'france',
  sources: Object.fromEntries(
    SOURCES.map((source): [string, SourceSpecification] => [
      source,
      {
        type: 'geojson',
        data: featuresOf(topology, source),
        ...(source === 'departements' ? { attribution: BASE_ATTRIBUTION } : {}),
      },
    ]),
  ),
  // Expressions are plain data: the specification's types would require each of them as nested tuples.
  layers: layers(color) as LayerSpecification[],
})
