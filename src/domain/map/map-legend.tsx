import { mapText } from '../../text/map.ts'
import { CLIENT_OWNERS, type ClientOwner } from '../clients/client-owner.ts'
import styles from './map.module.css'

/** Marker colours in words (GEO-02). */
export function MapLegend() {
  return (
    <ul className={styles.legend} aria-label={mapText.legend}>
      {(Object.keys(CLIENT_OWNERS) as ClientOwner[]).map((owner) => (
        <li key={owner}>
          <span className={styles.dot} style={{ background: CLIENT_OWNERS[owner].color }} aria-hidden />
          {CLIENT_OWNERS[owner].label}
        </li>
      ))}
    </ul>
  )
}
