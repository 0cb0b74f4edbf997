import 'maplibre-gl/dist/maplibre-gl.css'
import type { Feature, FeatureCollection } from 'geojson'
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import type { Box, Position } from '../../../../schemas/rules/distance.ts'
import { mapText } from '../../../text/map.ts'
import { formatCount } from '../../../ui/format/format.ts'
import type { KeptPack } from '../packs/pack-files.ts'
import { createPackLayer } from '../packs/pack-layer.ts'
import type { Mark } from '../places/client-places.ts'
import { baseStyle, DARK, LIGHT, MAP_FONT } from './base-style.ts'
import topologyUrl from './france.topo.json?url'
import { createMapPin } from './map-pin.ts'
import { circle } from './mercator.ts'
import { onlineStyle } from './online-style.ts'
import { OVERLAYS, type Overlay, overlayLayers, TAP_PX } from './overlay-style.ts'
import type { Topology } from './topology.ts'

// A file of the app itself: the policy allows only workers of the same origin, and it loads without a network.
setWorkerUrl(workerUrl)

export interface MapView extends Position {
  zoom: number
}

/** A person of the team, at their place. */
export interface TeamMark extends Position {
  id: string
  initials: string
  /** Name and current activity, for the pointer and for assistive technology. */
  label: string
}

export interface CanvasOptions {
  container: HTMLElement
  view: MapView
  dark: boolean
  /** Address of an online style; null keeps the built-in map. */
  styleUrl: string | null
  onMove: (view: MapView, box: Box) => void
  onClient: (id: string) => void
  /** A tap on a group that no zoom can split: clients of one place. */
  onPlace: (point: Position) => void
  /** Long press or right click. */
  onPoint: (point: Position) => void
  onTeam: (id: string) => void
  /** Set where a place is chosen: a tap puts the pin there, and the pin can be moved. */
  onPin?: ((point: Position) => void) | undefined
}

export interface MapCanvas {
  setMarks: (marks: readonly Mark[]) => void
  setCircle: (circle: { centre: Position; radiusKm: number } | null) => void
  setChosen: (point: Position | null) => void
  setTeam: (team: readonly TeamMark[]) => void
  setPin: (point: Position | null) => void
  /** Detailed maps of this device. */
  setPacks: (packs: readonly KeptPack[]) => Promise<void>
  show: (target: { centre: Position; zoom?: number } | { box: Box }) => void
  remove: () => void
}

const LOCALE = {
  'Map.Title': mapText.title,
  'NavigationControl.ZoomIn': mapText.zoomIn,
  'NavigationControl.ZoomOut': mapText.zoomOut,
  'AttributionControl.ToggleAttribution': mapText.attribution,
  'ScaleControl.Meters': 'm',
  'ScaleControl.Kilometers': 'km',
}

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] }
const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
const pointFeature = ({ LATITUDE, LONGITUDE }: Position, properties: Feature['properties'] = {}): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [LONGITUDE, LATITUDE] },
})

/** For a box smaller than this (about 30 m), no zoom shows the members of a group apart. */
const SAME_PLACE_DEGREES = 0.0003
const isOnePlace = ({ north, south, east, west }: Box): boolean =>
  north - south < SAME_PLACE_DEGREES && east - west < SAME_PLACE_DEGREES

const LONG_PRESS_MS = 550
const CLOSEST_ZOOM = 17
/** Pixels between the edges and a box that is shown whole. */
const FIT_PX = 36

const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

let topology: Promise<Topology> | undefined
function loadTopology(): Promise<Topology> {
  topology ??= fetch(topologyUrl).then((response) => response.json() as Promise<Topology>)
  topology.catch(() => {
    topology = undefined
  })
  return topology
}

/** Draws the map (MapLibre). Independent of React; the module and its library are loaded when a map is first shown. */
export async function createMapCanvas(options: CanvasOptions): Promise<MapCanvas> {
  const { container, dark, view } = options
  // Labels are drawn with this font: it must be loaded before the first one.
  const [shape] = await Promise.all([loadTopology(), document.fonts.load(`16px "${MAP_FONT}"`)])
  const palette = dark ? DARK : LIGHT
  const built = baseStyle(shape, palette)
  const map = new MapLibre({
    container,
    style: built,
    center: [view.LONGITUDE, view.LATITUDE],
    zoom: view.zoom,
    minZoom: 3,
    maxZoom: 18,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    renderWorldCopies: false,
    fadeDuration: 0,
    attributionControl: false,
    locale: LOCALE,
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right')

  const shown: Record<Overlay, FeatureCollection> = { cercle: EMPTY, clients: EMPTY, choisi: EMPTY }
  const draw = (overlay: Overlay, features: FeatureCollection): void => {
    shown[overlay] = features
    map.getSource<GeoJSONSource>(overlay)?.setData(features)
  }
  const addOverlays = (): void => {
    if (map.getSource('clients')) return
    for (const overlay of OVERLAYS) map.addSource(overlay, { type: 'geojson', data: shown[overlay] })
    const colors = dark ? { ring: '#dfe5ec', accent: '#6bbc7e' } : { ring: '#ffffff', accent: '#237032' }
    for (const layer of overlayLayers(colors)) map.addLayer(layer)
    tellMove()
  }
  map.once('idle', () => {
    container.dataset.mapDrawn = 'true'
  })
  // A later style (online) does not have these layers: they are added again.
  map.on('style.load', addOverlays)

  const tellMove = (): void => {
    const bounds = map.getBounds()
    const { lat, lng } = map.getCenter()
    options.onMove(
      { LATITUDE: lat, LONGITUDE: lng, zoom: map.getZoom() },
      { south: bounds.getSouth(), north: bounds.getNorth(), west: bounds.getWest(), east: bounds.getEast() },
    )
  }
  map.on('moveend', tellMove)

  const moveTo: MapCanvas['show'] = (target) => {
    const animate = !reducedMotion()
    if ('box' in target) {
      const { west, south, east, north } = target.box
      map.fitBounds([west, south, east, north], { padding: FIT_PX, maxZoom: CLOSEST_ZOOM, animate, duration: 400 })
      return
    }
    const { LONGITUDE, LATITUDE } = target.centre
    map.easeTo({ center: [LONGITUDE, LATITUDE], zoom: target.zoom ?? map.getZoom(), animate, duration: 400 })
  }

  let isOnline = false
  const packs = createPackLayer(map, palette, () => !isOnline)
  const pin = createMapPin(map, (point) => options.onPin?.(point))

  /** The marks of the last answer, by index: features hold only the index. */
  let marks: readonly Mark[] = []
  map.on('click', ({ point, lngLat, originalEvent }) => {
    if (options.onPin) {
      if (!pin.holds(originalEvent)) options.onPin({ LATITUDE: lngLat.lat, LONGITUDE: lngLat.lng })
      return
    }
    const { x, y } = point
    const box: [[number, number], [number, number]] = [
      [x - TAP_PX, y - TAP_PX],
      [x + TAP_PX, y + TAP_PX],
    ]
    const near = map
      .queryRenderedFeatures(box, { layers: ['clients', 'groupes'] })
      .map(({ properties }) => marks[Number(properties.rank)])
      .filter((mark) => mark !== undefined)
      .map((mark) => ({ mark, away: map.project([mark.LONGITUDE, mark.LATITUDE]).dist(point) }))
      .sort((a, b) => a.away - b.away)[0]?.mark
    if (!near) return
    if (near.client !== null) options.onClient(near.client)
    else if (isOnePlace(near.box)) options.onPlace(near)
    else moveTo({ box: near.box })
  })
  const isMark = (at: { x: number; y: number }): boolean =>
    map.queryRenderedFeatures([at.x, at.y], { layers: ['clients', 'groupes'] }).length > 0
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = map.getLayer('clients') && isMark(point) ? 'pointer' : ''
  })

  map.on('contextmenu', ({ lngLat }) => options.onPoint({ LATITUDE: lngLat.lat, LONGITUDE: lngLat.lng }))
  let pressing: ReturnType<typeof setTimeout> | undefined
  const release = () => clearTimeout(pressing)
  map.on('touchstart', ({ lngLat, points }) => {
    release()
    if (points.length === 1)
      pressing = setTimeout(() => options.onPoint({ LATITUDE: lngLat.lat, LONGITUDE: lngLat.lng }), LONG_PRESS_MS)
  })
  for (const end of ['touchend', 'touchcancel', 'touchmove', 'movestart'] as const) map.on(end, release)

  let people: Marker[] = []
  const setTeam = (team: readonly TeamMark[]): void => {
    for (const marker of people) marker.remove()
    people = team.map(({ id, initials, label, LATITUDE, LONGITUDE }) => {
      const element = document.createElement('button')
      element.type = 'button'
      element.className = 'lola-team-mark'
      element.textContent = initials
      element.title = label
      element.setAttribute('aria-label', label)
      element.addEventListener('click', (event) => {
        event.stopPropagation()
        options.onTeam(id)
      })
      return new Marker({ element }).setLngLat([LONGITUDE, LATITUDE]).addTo(map)
    })
  }

  let removed = false
  if (options.styleUrl !== null)
    void onlineStyle(options.styleUrl).then((online: StyleSpecification | null) => {
      if (!online || removed) return
      isOnline = true
      map.setStyle(online, { diff: false })
    })

  return {
    setMarks: (next) => {
      marks = next
      draw(
        'clients',
        collection(
          next.map((mark, rank) =>
            pointFeature(mark, { rank, count: mark.count, owner: mark.owner, label: formatCount(mark.count) }),
          ),
        ),
      )
    },
    setCircle: (round) =>
      draw(
        'cercle',
        round
          ? collection([
              {
                type: 'Feature',
                properties: {},
                geometry: { type: 'Polygon', coordinates: [circle(round.centre, round.radiusKm)] },
              },
            ])
          : EMPTY,
      ),
    setChosen: (point) => draw('choisi', point ? collection([pointFeature(point)]) : EMPTY),
    setTeam,
    setPin: pin.set,
    setPacks: packs.set,
    show: moveTo,
    remove: () => {
      removed = true
      packs.remove()
      delete container.dataset.mapDrawn
      release()
      map.remove()
    },
  }
}
