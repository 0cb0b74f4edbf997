import { mapText } from '../../text/map.ts'
import { formatCount } from '../../ui/format/format.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { formatDistance } from './format-distance.ts'
import styles from './map.module.css'
import type { MapAddress } from './map-address.ts'
import { PlaceList } from './place-list.tsx'
import type { Found } from './places/client-places.ts'
import type { MapPlaces } from './places/map-places.ts'
import { usePlacesState } from './places/use-map-places.ts'

/** How many clients were found, and how many have no point. */
function Count({ found, address, places }: { found: Found; address: MapAddress; places: MapPlaces | null }) {
  const { reading, clients, located } = usePlacesState(places)
  const without = clients - located
  return (
    <div className={styles.count} aria-live="polite">
      <div>
        {address.centre
          ? mapText.around(formatCount(found.total), found.total, formatDistance(address.radiusKm))
          : mapText.inView(formatCount(found.total), found.total === 1)}
      </div>
      {found.total > found.places.length ? <div>{mapText.nearest(formatCount(found.places.length))}</div> : null}
      {reading ? <div>{mapText.reading(formatCount(clients))}</div> : null}
      {!reading && without > 0 ? <div>{mapText.withoutPoint(formatCount(without), without === 1)}</div> : null}
    </div>
  )
}

/** The clients around the point, or in the visible part of the map. */
export function FoundClients({
  found,
  address,
  places,
  onChoose,
}: {
  /** undefined before the first answer; null where there is neither a point nor a view. */
  found: Found | undefined | null
  address: MapAddress
  places: MapPlaces | null
  onChoose: (id: string | null) => void
}) {
  if (found === null) return <EmptyState text={mapText.chooseCentre} />
  if (found === undefined) return null
  const { centre, client } = address
  return (
    <>
      <Count found={found} address={address} places={places} />
      {found.total === 0 ? (
        <EmptyState text={centre ? mapText.emptyAround : mapText.emptyView} />
      ) : (
        <PlaceList
          places={found.places}
          withDistance={centre !== null}
          chosen={client}
          onChoose={(id) => onChoose(id === client ? null : id)}
        />
      )}
    </>
  )
}
