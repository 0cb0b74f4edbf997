import { type Box, boxAround, nearby, type Position } from '../../../../schemas/rules/distance.ts'
import { type ClientOwner, clientOwner } from '../../clients/client-owner.ts'
import { holds, worldX, worldY } from '../canvas/mercator.ts'
import { type Cloud, clusters, OWNERS } from './clusters.ts'

export interface AddressRow {
  id: string
  LATITUDE: number | null
  LONGITUDE: number | null
  label: string
}

export interface ClientRow {
  id: string
  name: string
  phone: string | null
  town: string
  IDADRESSE: string | null
  IDPERSONNEL: string | null
  IDAGENCE: string | null
  IDLABELS: readonly string[]
}

/** A client that has a point. */
export interface ClientPlace extends Position {
  id: string
  name: string
  phone: string | null
  /** Address, or only the town. */
  address: string
  owner: ClientOwner
}

export interface Mark extends Position {
  count: number
  owner: ClientOwner
  /** The only client's id; null for a group. */
  client: string | null
  box: Box
}

export interface Found {
  /** How many there are, listed or not. */
  total: number
  places: (ClientPlace & { km: number })[]
}

/** Only the clients of this owner, and with this label; all of them without it. */
export interface Filter {
  owner?: ClientOwner | undefined
  label?: string | undefined
}

export interface Me {
  id: string
  agences: readonly string[]
}

/** Around the clients on which a map opens. */
const HOME_KM = 3

/** The most rows of the list beside the map; a smaller radius shows the rest. */
export const LISTED = 500

/** The nearest first, up to LISTED. */
const cut = (found: readonly { place: ClientPlace; km: number }[]): Found => ({
  total: found.length,
  places: found.slice(0, LISTED).map(({ place, km }) => ({ ...place, km })),
})

/** A superset of the LISTED nearest, by the distance on a flat map: sorting numbers costs little. */
function nearestFew(places: readonly ClientPlace[], centre: Position): readonly ClientPlace[] {
  if (places.length <= 2 * LISTED) return places
  const narrowing = Math.cos((centre.LATITUDE * Math.PI) / 180)
  const flat = Float64Array.from(places, ({ LATITUDE, LONGITUDE }) =>
    Math.hypot(LATITUDE - centre.LATITUDE, (LONGITUDE - centre.LONGITUDE) * narrowing),
  )
  // Twice as many, since the earth is not flat.
  const limit = flat.toSorted()[2 * LISTED - 1] ?? 0
  return places.filter((_, i) => (flat[i] ?? 0) <= limit)
}

/** Of sorted numbers, those between which all but a tenth at each end are: a client who moved far away must not open the map on half of France. */
const mostOf = (values: readonly number[]): [number, number] => {
  const sorted = values.toSorted((a, b) => a - b)
  const edge = Math.floor(sorted.length / 10)
  return [sorted[edge] ?? 0, sorted[sorted.length - 1 - edge] ?? 0]
}

/** All clients with a point of this device, in memory: marks and distances for the map and for the list beside it. */
export function clientPlaces(me: Me) {
  const addresses = new Map<string, AddressRow>()
  const clients = new Map<string, ClientRow>()
  /** By label; '' for all clients. A map looks at one label at a time, so a change makes few of them again. */
  const built = new Map<string, { places: ClientPlace[]; cloud: Cloud }>()

  const placeOf = (client: ClientRow): ClientPlace | null => {
    const address = addresses.get(client.IDADRESSE ?? '')
    if (!address || address.LATITUDE === null || address.LONGITUDE === null) return null
    return {
      id: client.id,
      name: client.name,
      phone: client.phone,
      address: address.label || client.town,
      owner: clientOwner(client, me),
      LATITUDE: address.LATITUDE,
      LONGITUDE: address.LONGITUDE,
    }
  }

  const build = (label = '') => {
    const known = built.get(label)
    if (known) return known
    const places: ClientPlace[] = []
    for (const client of clients.values()) {
      if (label !== '' && !client.IDLABELS.includes(label)) continue
      const place = placeOf(client)
      if (place) places.push(place)
    }
    const cloud: Cloud = {
      x: Float64Array.from(places, (place) => worldX(place.LONGITUDE)),
      y: Float64Array.from(places, (place) => worldY(place.LATITUDE)),
      owner: Uint8Array.from(places, (place) => OWNERS.indexOf(place.owner)),
    }
    const made = { places, cloud }
    built.set(label, made)
    return made
  }

  const wanted =
    ({ owner }: Filter) =>
    (place: ClientPlace): boolean =>
      owner === undefined || place.owner === owner

  return {
    putAddresses: (rows: readonly AddressRow[]): void => {
      for (const row of rows) addresses.set(row.id, row)
      built.clear()
    },
    putClients: (rows: readonly ClientRow[]): void => {
      for (const row of rows) clients.set(row.id, row)
      built.clear()
    },
    drop: (kind: 'adresse' | 'client', id: string): void => {
      if (kind === 'adresse') addresses.delete(id)
      else clients.delete(id)
      built.clear()
    },
    /** Clients on this device, and how many of them the map can show. */
    count: (): { clients: number; located: number } => ({ clients: clients.size, located: build().places.length }),
    one: (id: string): ClientPlace | null => {
      const client = clients.get(id)
      return client ? placeOf(client) : null
    },
    /** A box that holds most of my clients, else of my agency's, else of all; null without any point. */
    home: (): Box | null => {
      const { places } = build()
      const group = OWNERS.map((owner) => places.filter((place) => place.owner === owner)).find((of) => of.length > 0)
      if (!group) return null
      const [south, north] = mostOf(group.map(({ LATITUDE }) => LATITUDE))
      const [west, east] = mostOf(group.map(({ LONGITUDE }) => LONGITUDE))
      const corners = [
        { LATITUDE: south, LONGITUDE: west },
        { LATITUDE: north, LONGITUDE: east },
      ].map((corner) => boxAround(corner, HOME_KM))
      return {
        south: Math.min(...corners.map((one) => one.south)),
        north: Math.max(...corners.map((one) => one.north)),
        west: Math.min(...corners.map((one) => one.west)),
        east: Math.max(...corners.map((one) => one.east)),
      }
    },
    marks: ({ box, zoom, owner, label }: { box: Box; zoom: number } & Filter): Mark[] => {
      const { places, cloud } = build(label)
      return clusters(cloud, { box, zoom, owner }).map(({ index, ...mark }) => ({
        ...mark,
        client: index === null ? null : (places[index]?.id ?? null),
      }))
    },
    /** Within a radius of a point (GEO-03), by the rule of `GET /arround/clients`. */
    around: ({ centre, radiusKm, ...filter }: { centre: Position; radiusKm: number } & Filter): Found => {
      const box = boxAround(centre, radiusKm)
      const isWanted = wanted(filter)
      const candidates = build(filter.label).places.filter((place) => isWanted(place) && holds(box, place))
      return cut(nearby(candidates, { centre, radiusKm }))
    },
    /** The clients in a view of the map, the nearest to its middle first. */
    within: ({ box, ...filter }: { box: Box } & Filter): Found => {
      const isWanted = wanted(filter)
      const candidates = build(filter.label).places.filter((place) => isWanted(place) && holds(box, place))
      const centre = { LATITUDE: (box.south + box.north) / 2, LONGITUDE: (box.west + box.east) / 2 }
      const few = nearestFew(candidates, centre)
      return { ...cut(nearby(few, { centre, radiusKm: Number.POSITIVE_INFINITY })), total: candidates.length }
    },
  }
}

export type ClientPlaces = ReturnType<typeof clientPlaces>
