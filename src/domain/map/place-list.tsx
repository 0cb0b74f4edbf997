import { mapText } from '../../text/map.ts'
import { CallButton } from '../../ui/contact/call-button.tsx'
import link from '../../ui/list/row-link.module.css'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { CLIENT_OWNERS } from '../clients/client-owner.ts'
import { formatDistance } from './format-distance.ts'
import styles from './map.module.css'
import type { ClientPlace } from './places/client-places.ts'

const ROW_PX = 69

/** The clients of the map as a list: beside it, or alone where no map can be drawn. */
export function PlaceList({
  places,
  withDistance,
  chosen,
  onChoose,
}: {
  places: readonly (ClientPlace & { km: number })[]
  /** Distance from a point that somebody chose; a distance from the middle of a view means nothing to people. */
  withDistance: boolean
  chosen: string | null
  onChoose: (id: string) => void
}) {
  return (
    <VirtualList
      items={places}
      estimate={ROW_PX}
      keyOf={({ id }) => id}
      label={mapText.listLabel}
      row={({ id, name, address, owner, phone, km }) => (
        <div className={styles.row} data-chosen={chosen === id || undefined}>
          <span className={styles.dot} style={{ background: CLIENT_OWNERS[owner].color }} aria-hidden />
          <div className={styles.words}>
            <button
              type="button"
              className={`${link.link} ${styles.name}`}
              aria-pressed={chosen === id}
              onClick={() => onChoose(id)}
            >
              {name}
            </button>
            <div className={`one-line ${styles.facts}`}>
              <span className="visually-hidden">{CLIENT_OWNERS[owner].label}. </span>
              {address}
            </div>
          </div>
          {withDistance ? <span className={styles.distance}>{formatDistance(km)}</span> : null}
          {phone ? <CallButton phone={phone} label={mapText.call(name)} className={styles.call} /> : null}
        </div>
      )}
    />
  )
}
