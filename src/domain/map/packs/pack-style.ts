import type { LayerSpecification } from 'maplibre-gl'
import { BASE_ENDS_ZOOM, MAP_FONT, type Palette } from '../canvas/base-style.ts'

/** Source of the detailed maps' tiles. */
export const PACK_SOURCE = 'carte-detaillee'

/** Wider at greater zooms, as on paper maps of a larger scale. */
const width = (far: number, near: number): unknown => ['interpolate', ['exponential', 1.6], ['zoom'], 10, far, 18, near]
const kindIn = (...kinds: string[]): unknown => ['in', ['get', 'kind'], ['literal', kinds]]

const GREEN = ['forest', 'wood', 'park', 'garden', 'grass', 'grassland', 'meadow', 'scrub', 'cemetery', 'golf_course']
const AREA = ['==', ['geometry-type'], 'Polygon']
const LINE = ['==', ['geometry-type'], 'LineString']
const HOUSE_NUMBER_ZOOM = 16.5

interface Road {
  kinds: string[]
  from: number
  far: number
  near: number
  color: keyof Palette
}

/** From the smallest to the greatest, so that the greatest is drawn on top. */
const ROADS: readonly Road[] = [
  { kinds: ['path', 'other'], from: 14, far: 0.4, near: 5, color: 'road' },
  { kinds: ['minor_road'], from: 12, far: 0.6, near: 14, color: 'road' },
  { kinds: ['major_road'], from: BASE_ENDS_ZOOM, far: 1, near: 18, color: 'mainRoad' },
  { kinds: ['highway'], from: BASE_ENDS_ZOOM, far: 1.6, near: 22, color: 'mainRoad' },
]

type Part = Record<string, unknown>

function ground(color: Palette): Part[] {
  return [
    { id: 'terre', type: 'fill', 'source-layer': 'earth', filter: AREA, paint: { 'fill-color': color.land } },
    {
      id: 'vert',
      type: 'fill',
      'source-layer': 'landuse',
      filter: ['all', AREA, kindIn(...GREEN)],
      paint: { 'fill-color': color.green },
    },
    { id: 'eau', type: 'fill', 'source-layer': 'water', filter: AREA, paint: { 'fill-color': color.water } },
    {
      id: 'cours-d-eau',
      type: 'line',
      'source-layer': 'water',
      filter: LINE,
      paint: { 'line-color': color.water, 'line-width': width(0.8, 6) },
    },
    {
      id: 'batiments',
      type: 'fill',
      'source-layer': 'buildings',
      minzoom: 13.5,
      filter: AREA,
      paint: { 'fill-color': color.building },
    },
  ]
}

const road = (color: Palette, { kinds, from, far, near, color: fill }: Road): Part[] => {
  const line = (id: string, paint: Part): Part => ({
    id: `${id}-${kinds[0]}`,
    type: 'line',
    'source-layer': 'roads',
    minzoom: from,
    filter: kindIn(...kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint,
  })
  return [
    line('bord', { 'line-color': color.roadEdge, 'line-width': width(far + 0.8, near + 2) }),
    line('route', { 'line-color': color[fill], 'line-width': width(far, near) }),
  ]
}

const RAIL_DASH = [3, 2]

function names(color: Palette): Part[] {
  const text = (id: string, layout: Part, more: Part): Part => ({
    id,
    type: 'symbol',
    layout: { 'text-font': [MAP_FONT], ...layout },
    paint: { 'text-color': color.town, 'text-halo-color': color.halo, 'text-halo-width': 1.4 },
    ...more,
  })
  return [
    text(
      'noms-rues',
      { 'symbol-placement': 'line', 'text-field': ['get', 'name'], 'text-size': 12 },
      { 'source-layer': 'roads', minzoom: 13.5, filter: ['has', 'name'] },
    ),
    text(
      'numeros',
      { 'text-field': ['get', 'addr_housenumber'], 'text-size': 11 },
      { 'source-layer': 'buildings', minzoom: HOUSE_NUMBER_ZOOM, filter: ['has', 'addr_housenumber'] },
    ),
    // The built-in map shows the names of the towns.
    text(
      'lieux-dits',
      { 'text-field': ['get', 'name'], 'text-size': 12, 'text-max-width': 8 },
      {
        'source-layer': 'places',
        minzoom: 11.5,
        filter: [
          'any',
          kindIn('neighbourhood'),
          ['in', ['get', 'kind_detail'], ['literal', ['village', 'hamlet', 'locality', 'isolated_dwelling']]],
        ],
      },
    ),
  ]
}

/** Streets, water, woods, buildings and their names out of tiles with the layers of the Protomaps basemap, version 4 (docs/operations.md). */
export const packLayers = (color: Palette): LayerSpecification[] =>
  [
    ...ground(color),
    {
      id: 'rail',
      type: 'line',
      'source-layer': 'roads',
      minzoom: 12,
      filter: kindIn('rail'),
      paint: { 'line-color': color.dot, 'line-width': width(0.5, 3), 'line-dasharray': RAIL_DASH },
    },
    ...ROADS.flatMap((one) => road(color, one)),
    ...names(color),
  ].map((part) => ({
    minzoom: BASE_ENDS_ZOOM,
    ...part,
    source: PACK_SOURCE,
    id: `${PACK_SOURCE}-${String((part as Part).id)}`,
  })) as unknown as LayerSpecification[]
