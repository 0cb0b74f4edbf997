import { ActionIcon, Button } from '@mantine/core'
import { IconCurrentLocation, IconX } from '@tabler/icons-react'
import type { Place } from '../../../schemas/communes/find-communes.ts'
import type { Position } from '../../../schemas/rules/distance.ts'
import { mapText } from '../../text/map.ts'
import { Select } from '../../ui/controls/choices.tsx'
import { CLIENT_OWNERS } from '../clients/client-owner.ts'
import { LabelFilter } from '../labels/label-filter.tsx'
import { formatDistance } from './format-distance.ts'
import styles from './map.module.css'
import { type MapAddress, RADII } from './map-address.ts'
import { MapSearch } from './map-search.tsx'
import type { MapPlaces } from './places/map-places.ts'
import { usePosition } from './use-position.ts'

export interface MapToolbarProps {
  places: MapPlaces | null
  address: MapAddress
  /** Middle of the map; null where there is no map. */
  middle: Position | null
  /** The map shows clients: there is something to filter. */
  hasClients: boolean
  onPlace: (place: Place) => void
  onClient: (id: string) => void
  onAround: (point: Position | null) => void
  onRadius: (km: number) => void
  onOwner: (owner: string | undefined) => void
  onLabel: (label: string | undefined) => void
}

function RadiusSelect({ radiusKm, onRadius }: { radiusKm: number; onRadius: (km: number) => void }) {
  const offered = [...new Set([...RADII, radiusKm])].sort((a, b) => a - b)
  return (
    <Select
      size="md"
      className={styles.radius ?? ''}
      aria-label={mapText.radius}
      value={String(radiusKm)}
      allowDeselect={false}
      onChange={(next) => onRadius(Number(next))}
      data={offered.map((km) => ({ value: String(km), label: mapText.radiusOf(formatDistance(km)) }))}
    />
  )
}

/** The map's search, centre and radius; owner and label of the clients. */
export function MapToolbar(props: MapToolbarProps) {
  const { places, address, middle, hasClients, onAround } = props
  const { locate, locating, problem } = usePosition(onAround)
  return (
    <>
      <div className={styles.toolbar}>
        <MapSearch places={places} onPlace={props.onPlace} onClient={props.onClient} />
        <Button
          variant="default"
          size="md"
          leftSection={<IconCurrentLocation size={18} />}
          className={styles.locate ?? ''}
          loading={locating}
          onClick={locate}
          aria-label={mapText.aroundMe}
        >
          <span className={styles.locateText}>{mapText.aroundMe}</span>
        </Button>
        {middle && !address.centre ? (
          <Button variant="default" size="md" title={mapText.aroundHereHint} onClick={() => onAround(middle)}>
            {mapText.aroundHere}
          </Button>
        ) : null}
        {hasClients ? (
          <>
            <Select
              size="md"
              className={styles.owner ?? ''}
              aria-label={mapText.whose}
              value={address.owner ?? ''}
              allowDeselect={false}
              onChange={(next) => props.onOwner(next || undefined)}
              data={[
                { value: '', label: mapText.all },
                ...Object.entries(CLIENT_OWNERS).map(([value, { label }]) => ({ value, label })),
              ]}
            />
            <LabelFilter value={address.label} onChange={props.onLabel} className={styles.owner ?? ''} />
          </>
        ) : null}
        {address.centre ? (
          <>
            <RadiusSelect radiusKm={address.radiusKm} onRadius={props.onRadius} />
            <ActionIcon
              variant="default"
              size={44}
              aria-label={mapText.leaveAround}
              title={mapText.leaveAround}
              onClick={() => onAround(null)}
            >
              <IconX size={18} />
            </ActionIcon>
          </>
        ) : null}
      </div>
      {problem ? (
        <p className={styles.problem} role="status">
          {problem}
        </p>
      ) : null}
    </>
  )
}
