import type { LayerSpecification } from 'maplibre-gl'
import { CLIENT_OWNERS } from '../../clients/client-owner.ts'
import { MAP_FONT } from './base-style.ts'

/** The layers of the app above the base map: the search circle, the clients, the chosen one. */
export const OVERLAYS = ['cercle', 'clients', 'choisi'] as const
export type Overlay = (typeof OVERLAYS)[number]

/** Radius of a mark; with the tolerance of a tap it makes a target of 44 px. */
export const TAP_PX = 14

const ownerColor = [
  'match',
  ['get', 'owner'],
  'mine',
  CLIENT_OWNERS.mine.color,
  'agency',
  CLIENT_OWNERS.agency.color,
  CLIENT_OWNERS.other.color,
]
const isGroup = ['>', ['get', 'count'], 1]
const groupRadius = ['step', ['get', 'count'], 15, 10, 18, 100, 22, 1000, 27, 10_000, 32]

/** Marker colours of GEO-02; a group has the colour of its nearest owner, me first. */
export const overlayLayers = ({ ring, accent }: { ring: string; accent: string }): LayerSpecification[] =>
  [
    { id: 'cercle-fond', type: 'fill', source: 'cercle', paint: { 'fill-color': accent, 'fill-opacity': 0.08 } },
    { id: 'cercle', type: 'line', source: 'cercle', paint: { 'line-color': accent, 'line-width': 1.5 } },
    {
      id: 'choisi',
      type: 'circle',
      source: 'choisi',
      paint: {
        'circle-radius': 14,
        'circle-color': accent,
        'circle-opacity': 0.25,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'groupes',
      type: 'circle',
      source: 'clients',
      filter: isGroup,
      paint: {
        'circle-radius': groupRadius,
        'circle-color': ownerColor,
        'circle-stroke-color': ring,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'nombres',
      type: 'symbol',
      source: 'clients',
      filter: isGroup,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': [MAP_FONT],
        'text-size': 12,
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': ['match', ['get', 'owner'], 'other', '#10243f', '#ffffff'] },
    },
    {
      id: 'clients',
      type: 'circle',
      source: 'clients',
      filter: ['!', isGroup],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 5, 5, 12, 8],
        'circle-color': ownerColor,
        'circle-stroke-color': ring,
        'circle-stroke-width': 1.5,
      },
    },
  ] as LayerSpecification[]
