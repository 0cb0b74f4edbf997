import { mapText } from '../../text/map.ts'
import { formatCount } from '../../ui/format/format.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { formatDistance } from './format-distance.ts'
import styles from './map.module.css'
import type { MapAddress } from './map-address.ts'
import { PlaceList } from './place-list.tsx'
import type { MapPlaces } from './places/map-places.ts'
import type { Answered } from './places/map-protocol.ts'
import { usePlacesState } from './places/use-map-places.ts'

/** How many clients were found, in the words of the question that was answered, and how many have no point: once all of them are read (DAY-03). */
function Count({ found, places }: { found: Answered; places: MapPlaces | null }) {
  const { reading, clients, located } = usePlacesState(places)
  const without = clients - located
  const { total, radiusKm } = found
  return (
    <div className={styles.count} aria-live="polite">
      {found.isWhole ? (
        <div>
          {radiusKm === null
            ? mapText.inView(formatCount(total), total === 1)
            : mapText.around(formatCount(total), total, formatDistance(radiusKm))}
        </div>
      ) : (
        <div>{mapText.reading(formatCount(clients))}</div>
      )}
      {total > found.places.length ? <div>{mapText.nearest(formatCount(found.places.length))}</div> : null}
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
  found: Answered | undefined | null
  address: MapAddress
  places: MapPlaces | null
  onChoose: (id: string | null) => void
}) {
  if (found === null) return <EmptyState text={mapText.chooseCentre} />
  if (found === undefined) return null
  const { centre, client } = address
  return (
    <>
      <Count found={found} places={places} />
      {found.total === 0 ? (
        found.isWhole ? (
          <EmptyState text={centre ? mapText.emptyAround : mapText.emptyView} />
        ) : null
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
