import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import type { TeamDevice } from '../../../schemas/device.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { useStaff } from '../../domain/personnels/use-staff.ts'
import { teamDevicesText as text } from '../../text/team-devices.ts'
import { agoWords, type Clock } from '../../ui/format/ago.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { Group } from './entry-parts.tsx'
import shared from './synchronisation.module.css'
import { freshnessOf, worstFirst } from './team-device-state.ts'
import styles from './team-devices.module.css'
import { useTeamDevices } from './use-team-devices.ts'

/** The worst come first: more are shown when somebody asks. */
const SHOWN = 20

const COLORS = { fresh: 'green', today: 'blue', late: 'orange' } as const

/** « Appareils de l’équipe », for the office's staff alone: who has not synchronised, and which devices have pending entries. */
export function TeamDevices() {
  return seesAgencies(useStaff()) ? <Devices /> : null
}

function Devices() {
  const reading = useTeamDevices()
  const clock: Clock = { now: useNow(), zone: useZone() }
  const { known } = reading
  return (
    <div id="appareils" className={styles.anchor}>
      <Group title={text.title} count={known?.devices.length}>
        <ReadingTrouble reading={reading} words={text} card>
          {known === null ? null : ` ${text.lastKnown(agoWords(known.at, clock))}`}
        </ReadingTrouble>
        {known === null ? null : <DeviceList devices={known.devices} clock={clock} />}
      </Group>
    </div>
  )
}

function DeviceList({ devices, clock }: { devices: readonly TeamDevice[]; clock: Clock }) {
  const [all, setAll] = useState(false)
  if (devices.length === 0) return <p className={`surface ${styles.note}`}>{text.empty}</p>
  const sorted = worstFirst(devices, clock)
  return (
    <>
      <ul className={`surface ${shared.rows}`} aria-label={text.title}>
        {sorted.slice(0, all ? undefined : SHOWN).map((device) => (
          <DeviceRow key={`${device.IDPERSONNEL} ${device.device_id}`} device={device} clock={clock} />
        ))}
      </ul>
      {all || sorted.length <= SHOWN ? null : (
        <Button variant="default" mt={12} onClick={() => setAll(true)}>
          {text.showAll(sorted.length)}
        </Button>
      )}
    </>
  )
}

function DeviceRow({ device, clock }: { device: TeamDevice; clock: Clock }) {
  const { pending, refused, files, oldest, version, connected } = device
  const waits = connected ? text.toSend : text.kept
  const synced = device.synced_at === null ? text.never : text.synced(agoWords(device.synced_at, clock))
  const build = version === null ? null : text.version(formatInstant(version, clock.zone).slice(0, 10))
  return (
    <li className={`${shared.row} ${styles.row}`}>
      <div className={shared.rowWords}>
        <Link to={paths.resource.view('personnel', device.IDPERSONNEL)} className={shared.name ?? ''}>
          {device.NOM_COMPLET ?? text.someone}
        </Link>
        <div className={shared.kind}>{[device.agent, build].filter(Boolean).join(' · ')}</div>
        {oldest === null ? null : <div className={shared.kind}>{text.oldest(agoWords(oldest, clock))}</div>}
      </div>
      <div className={styles.chips}>
        <StateChip label={synced} color={COLORS[freshnessOf(device, clock)]} />
        {connected ? null : <StateChip label={text.loggedOut} color="grey" />}
        {refused > 0 ? <StateChip label={text.refused(refused)} color="red" /> : null}
        {pending > 0 ? <StateChip label={waits(text.entries(pending))} color="purple" /> : null}
        {files > 0 ? <StateChip label={waits(text.files(files))} color="purple" /> : null}
      </div>
    </li>
  )
}
