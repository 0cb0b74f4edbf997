import { DEFAULT_POSITION, DEFAULT_RADIUS_KM, type Position } from '../../../schemas/rules/distance.ts'
import { CLIENT_OWNERS, type ClientOwner } from '../clients/client-owner.ts'
import type { MapView } from './canvas/map-canvas.ts'
import { POINT_DIGITS } from './point-text.ts'

/** Radii offered, in kilometres. */
export const RADII = [0.5, 1, 2, 5, 10, 20, 50] as const
const FRANCE_ZOOM = 4.9
const FRANCE_ON_PHONE = 4.1
/** A kilometre around a point, on a phone too. */
const AROUND_ZOOM = 12.9

/** What the address of a map holds: the view, the point, the owner and the label of the clients, and the open client. */
export interface MapAddress {
  view: MapView
  centre: Position | null
  radiusKm: number
  owner: ClientOwner | undefined
  label: string | undefined
  client: string | null
}

const degrees = (text: string | undefined, most: number): number | null => {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= most ? value : null
}

function point(text: string | undefined): (Position & { rest: string[] }) | null {
  const [lat, lon, ...rest] = (text ?? '').split(',')
  const [LATITUDE, LONGITUDE] = [degrees(lat, 90), degrees(lon, 180)]
  return LATITUDE === null || LONGITUDE === null ? null : { LATITUDE, LONGITUDE, rest }
}

const zoomOf = (text: string | undefined, byDefault: number): number => {
  const zoom = Number(text)
  return text !== undefined && zoom >= 3 && zoom <= 18 ? zoom : byDefault
}

/** The zoom at which so many kilometres around the middle are seen. */
export const zoomFor = (radiusKm: number): number => AROUND_ZOOM - Math.log2(Math.max(0.5, radiusKm))

/** Reads the query of a map's address; invalid values count as absent. Without a point it opens on France (GEO-01). */
export function readMapAddress(
  query: Readonly<Record<string, string | undefined>>,
  { phone }: { phone: boolean } = { phone: false },
): MapAddress {
  const around = point(query.autour)
  const centre = around && { LATITUDE: around.LATITUDE, LONGITUDE: around.LONGITUDE }
  const radius = Number(query.rayon)
  const radiusKm = radius > 0 && radius <= 1000 ? radius : DEFAULT_RADIUS_KM
  const view = point(query.vue)
  const [LATITUDE, LONGITUDE] = DEFAULT_POSITION
  const zoom = phone ? FRANCE_ON_PHONE : FRANCE_ZOOM
  return {
    view: view
      ? { LATITUDE: view.LATITUDE, LONGITUDE: view.LONGITUDE, zoom: zoomOf(view.rest[0], zoom) }
      : centre
        ? { ...centre, zoom: zoomFor(radiusKm) }
        : { LATITUDE, LONGITUDE, zoom },
    centre,
    radiusKm,
    owner: query.qui !== undefined && query.qui in CLIENT_OWNERS ? (query.qui as ClientOwner) : undefined,
    label: query.etiquette || undefined,
    client: query.client || null,
  }
}

const pointText = ({ LATITUDE, LONGITUDE }: Position): string =>
  `${LATITUDE.toFixed(POINT_DIGITS)},${LONGITUDE.toFixed(POINT_DIGITS)}`

/** The query's values for a change of the map. */
export const mapQuery = {
  view: ({ zoom, ...position }: MapView) => ({ vue: `${pointText(position)},${zoom.toFixed(2)}` }),
  around: (centre: Position | null) => ({ autour: centre ? pointText(centre) : undefined }),
  radius: (km: number) => ({ rayon: km === DEFAULT_RADIUS_KM ? undefined : String(km) }),
  owner: (owner: string | undefined) => ({ qui: owner }),
  label: (label: string | undefined) => ({ etiquette: label }),
  client: (id: string | null) => ({ client: id ?? undefined }),
}
