import { useReading } from '../../domain/online/use-reading.ts'
import { deviceWords, stranded } from '../../domain/personnels/their-devices.ts'
import { passationText as text } from '../../text/passation.ts'
import { readDevices } from './calls.ts'
import styles from './passation.module.css'

/** What can still come of the leaver's devices: only one on which they are logged in sends, and a closed account logs in no more. */
export function LeaverDevices({ person, online }: { person: string; online: boolean }) {
  const { known } = useReading(online, (signal) => readDevices(person, signal))
  if (known === null) return null
  const stuck = new Set(stranded(known))
  return (
    <section aria-label={text.devices}>
      <h3 className={styles.subtitle}>{text.devices}</h3>
      {known.length === 0 ? <p className={styles.hint}>{text.devicesNone}</p> : null}
      {known.map((device) => (
        <p key={device.device_id} className={styles.hint}>
          {deviceWords(device)}. {device.connected ? text.sending : stuck.has(device) ? text.stranded : text.loggedOut}
        </p>
      ))}
    </section>
  )
}
