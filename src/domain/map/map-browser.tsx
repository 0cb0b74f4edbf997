import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Place } from '../../../schemas/communes/find-communes.ts'
import { type Box, boxAround, type Position } from '../../../schemas/rules/distance.ts'
import { mapText } from '../../text/map.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import type { TeamMark, MapView as View } from './canvas/map-canvas.ts'
import { ClientCard } from './client-card.tsx'
import { FoundClients } from './found-clients.tsx'
import { viewOfBox } from './home-box.ts'
import styles from './map.module.css'
import { mapQuery, readMapAddress } from './map-address.ts'
import { MapLegend } from './map-legend.tsx'
import { MapToolbar } from './map-toolbar.tsx'
import { hasWebGl, MapView, type ShowTarget } from './map-view.tsx'
import { OfflineMaps } from './offline-maps.tsx'
import type { Mark } from './places/client-places.ts'
import type { MapPlaces } from './places/map-places.ts'
import { useMapPlaces, usePlacesAnswer } from './places/use-map-places.ts'
import { useFitTeam } from './use-fit-team.ts'
import { useMapHome } from './use-map-home.ts'

const STREET_ZOOM = 14
const TOWN_ZOOM = 11
/** The address is updated once the map stops moving. */
const REST_MS = 400
/** Marks are asked for an area larger than the view, so that a short move needs no new ones. */
const MARGIN = 0.2

const widened = ({ south, north, west, east }: Box): Box => {
  const [lat, lon] = [(north - south) * MARGIN, (east - west) * MARGIN]
  return { south: south - lat, north: north + lat, west: west - lon, east: east + lon }
}
const middleOf = ({ south, north, west, east }: Box): Position => ({
  LATITUDE: (south + north) / 2,
  LONGITUDE: (west + east) / 2,
})

/** The centre of the search, for a screen's own actions. */
export interface Around {
  centre: Position
  radiusKm: number
  /** The search result at this point; null for a point of the map or of the device. */
  place: Place | null
  places: MapPlaces | null
}

export interface MapBrowserProps {
  /** People of the team: their marks, and a text about them in place of the clients' list. The map shows clients beside them only where asked. */
  team?:
    | { marks: readonly TeamMark[]; onPick: (id: string) => void; panel: ReactNode; withClients: boolean }
    | undefined
  /** A search always sets the point to its result, communes too. */
  alwaysAround?: boolean
  /** Above the list: the screen's actions. */
  children?: (around: Around | null) => ReactNode
}

const NO_TEAM: readonly TeamMark[] = []
const NO_MARKS: readonly Mark[] = []
const ROUNDING = 1e-4

/** The view of the map, kept in the address, and the functions that change it. */
function useLook({
  places,
  canDraw,
  alwaysAround,
}: {
  places: MapPlaces | null
  canDraw: boolean
  alwaysAround: boolean
}) {
  const [query, setQuery] = useQuery()
  const phone = !useDesktop()
  const address = useMemo(() => readMapAddress(query, { phone }), [query, phone])
  const [isUnplaced] = useState(() => query.vue === undefined && query.autour === undefined)
  const home = useMapHome(places, isUnplaced)
  const [opening, setOpening] = useState(isUnplaced ? null : address.view)
  if (opening === null && home !== undefined) setOpening(home ? viewOfBox(home) : address.view)
  const [seen, setSeen] = useState<{ box: Box; zoom: number } | null>(null)
  const [target, setTarget] = useState<ShowTarget | null>(null)
  const [named, setNamed] = useState<Place | null>(null)
  const { centre, radiusKm } = address
  /** Somebody has moved the map, or looked for something: what is learned later must not take it away from them. */
  const [isTaken, setTaken] = useState(false)
  const shownHome = useRef(home)
  useEffect(() => {
    if (shownHome.current === null && home && !isTaken && centre === null) setTarget({ box: home })
    shownHome.current = home
  }, [home, isTaken, centre])

  const keepView = useDebouncedCallback((view: View) => setQuery(mapQuery.view(view)), REST_MS)
  const onMove = useCallback(
    (view: View, box: Box) => {
      setSeen({ box, zoom: view.zoom })
      keepView(view)
    },
    [keepView],
  )
  const lookAround = (point: Position | null, place: Place | null = null) => {
    setNamed(place)
    setQuery({ ...mapQuery.around(point), ...(point ? mapQuery.client(null) : {}) })
    if (point) setTarget({ box: boxAround(point, radiusKm) })
  }
  const choosePlace = (place: Place) => {
    // A commune is an area of the map, not a point to measure distances from.
    const isPart = place.precision === 'municipality' && canDraw && !centre && !alwaysAround
    if (isPart) setTarget({ centre: place, zoom: TOWN_ZOOM })
    else lookAround(place, place)
  }
  return {
    address,
    opening,
    isUnplaced,
    showBox: (box: Box) => setTarget({ box }),
    take: () => setTaken(true),
    seen,
    target,
    onMove,
    lookAround,
    choosePlace,
    place: named && centre && Math.abs(named.LATITUDE - centre.LATITUDE) < ROUNDING ? named : null,
    choose: (id: string | null) => setQuery(mapQuery.client(id)),
    showPoint: (point: Position) => setTarget({ centre: point, zoom: STREET_ZOOM }),
    chooseRadius: (km: number) => {
      setQuery(mapQuery.radius(km))
      if (centre) setTarget({ box: boxAround(centre, km) })
    },
    chooseOwner: (owner: string | undefined) => setQuery(mapQuery.owner(owner)),
    chooseLabel: (label: string | undefined) => setQuery(mapQuery.label(label)),
  }
}

/**
 * The map and its list (GEO-01 … GEO-07): search around me or around a point, filtered by owner and label; the address keeps it all. Where no
 * map can be drawn, only the list is shown. All data come from this device.
 */
export function MapBrowser({ team, alwaysAround = false, children }: MapBrowserProps) {
  const places = useMapPlaces()
  const [canDraw, setCanDraw] = useState(hasWebGl)
  const look = useLook({ places, canDraw, alwaysAround })
  const { address, seen } = look
  const { centre, radiusKm, owner, label, client } = address

  useFitTeam({ marks: team?.marks, seen: seen?.box ?? null, isUnplaced: look.isUnplaced, show: look.showBox })

  const hasClients = team?.withClients ?? true
  const marks = usePlacesAnswer(
    places,
    'marks',
    hasClients && seen ? { box: widened(seen.box), zoom: seen.zoom, owner, label } : null,
  )
  const around = usePlacesAnswer(places, 'around', centre && { centre, radiusKm, owner, label })
  const within = usePlacesAnswer(places, 'within', !centre && seen ? { box: seen.box, owner, label } : null)
  const chosen = usePlacesAnswer(places, 'one', client === null ? null : { id: client })
  const round = useMemo(() => centre && { centre, radiusKm }, [centre, radiusKm])

  /** A client found by name: shown where it is. */
  const findClient = (id: string) => {
    look.choose(id)
    void places?.ask('one', { id }).then((one) => {
      if (one) look.showPoint(one)
    })
  }

  return (
    <>
      <MapToolbar
        places={places}
        address={address}
        middle={canDraw && seen ? middleOf(seen.box) : null}
        hasClients={hasClients}
        onPlace={look.choosePlace}
        onClient={findClient}
        onAround={look.lookAround}
        onRadius={look.chooseRadius}
        onOwner={look.chooseOwner}
        onLabel={look.chooseLabel}
      />
      {canDraw ? null : (
        <p className={styles.problem} role="status">
          {mapText.noWebGl}
        </p>
      )}
      <div className={styles.stage} data-list-only={canDraw ? undefined : true}>
        {canDraw ? (
          <div
            className={styles.mapSide}
            onPointerDownCapture={look.take}
            onWheelCapture={look.take}
            onKeyDownCapture={look.take}
          >
            {look.opening === null ? (
              <div className={styles.canvas} aria-hidden />
            ) : (
              <MapView
                view={look.opening}
                marks={hasClients ? marks : NO_MARKS}
                round={round}
                chosen={chosen ?? null}
                team={team?.marks ?? NO_TEAM}
                target={look.target}
                onMove={look.onMove}
                onClient={look.choose}
                onPlace={look.lookAround}
                onPoint={look.lookAround}
                onTeam={(id) => team?.onPick(id)}
                onFailure={() => setCanDraw(false)}
              />
            )}
            <div className={styles.beneath}>
              {hasClients ? <MapLegend /> : <span />}
              <OfflineMaps />
            </div>
          </div>
        ) : null}
        <div className={styles.listSide}>
          {client === null ? null : <ClientCard key={client} id={client} onClose={() => look.choose(null)} />}
          {children?.(centre && { centre, radiusKm, place: look.place, places })}
          {canDraw || !hasClients ? null : <MapLegend />}
          {team ? (
            team.panel
          ) : (
            <FoundClients
              found={centre ? around : canDraw ? within : null}
              address={address}
              places={places}
              onChoose={look.choose}
            />
          )}
        </div>
      </div>
    </>
  )
}
