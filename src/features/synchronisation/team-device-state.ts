import { minutesBetween } from '../../../schemas/dates.ts'
import type { TeamDevice } from '../../../schemas/device.ts'
import { type Clock, wallOf } from '../../ui/format/ago.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** Synchronised under an hour ago, under a day ago, or so long ago that somebody should call. */
export type Freshness = 'fresh' | 'today' | 'late'

export function freshnessOf(device: Pick<TeamDevice, 'synced_at'>, clock: Clock): Freshness {
  if (device.synced_at === null) return 'late'
  const minutes = minutesBetween(wallOf(device.synced_at, clock), clock.now)
  if (minutes < HOUR) return 'fresh'
  return minutes < DAY ? 'today' : 'late'
}

/** Devices with refused entries first; then those with pending ones; then those that have not synchronised for longest. */
export function worstFirst(devices: readonly TeamDevice[], clock: Clock): TeamDevice[] {
  const ranked = devices.map((device) => ({
    device,
    rank: [
      device.connected && freshnessOf(device, clock) !== 'late' ? 1 : 0,
      device.refused > 0 ? 0 : 1,
      device.pending + device.files > 0 ? 0 : 1,
      device.synced_at === null ? 0 : Date.parse(device.synced_at),
    ],
  }))
  return ranked.sort((a, b) => byRank(a.rank, b.rank) || byName(a.device, b.device)).map(({ device }) => device)
}

function byRank(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

const byName = (a: TeamDevice, b: TeamDevice): number =>
  (a.NOM_COMPLET ?? '').localeCompare(b.NOM_COMPLET ?? '', 'fr') || a.device_id.localeCompare(b.device_id)
