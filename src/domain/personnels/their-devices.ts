import * as Type from 'typebox'
import { DEFAULT_ZONE, wallClock } from '../../../schemas/dates.ts'
import { TeamDevice } from '../../../schemas/device.ts'
import { teamDevicesText as text } from '../../text/team-devices.ts'
import { agoWords } from '../../ui/format/ago.ts'

/** Devices of one member of the staff, as the server answers them. */
export const TheirDevices = Type.Array(TeamDevice)

type Told = Pick<TeamDevice, 'agent' | 'reported_at' | 'pending' | 'refused' | 'files' | 'connected'>

const holds = ({ pending, refused, files }: Told): boolean => pending + refused + files > 0

/** One device: what it is, when the server heard of it last, and what waited there then. */
export function deviceWords(device: Told): string {
  const clock = { now: wallClock(new Date(), DEFAULT_ZONE), zone: DEFAULT_ZONE }
  return text.known(
    device.agent,
    agoWords(device.reported_at, clock),
    text.waiting(device.pending + device.refused, device.files) || null,
  )
}

/** Devices that hold something and on which nobody is logged in: they send nothing by themselves, and a closed account logs in no more. */
export const stranded = <D extends Told>(devices: readonly D[]): D[] =>
  devices.filter((device) => !device.connected && holds(device))

/** What somebody who closes this person's account must know first. @param read the devices */
export async function closingWords(read: () => Promise<readonly Told[]>): Promise<string> {
  const { unread, none, devices: list, lost, maybe } = text.closing
  // Without them the question is still asked: a stolen phone is no time to wait.
  const devices = await read().catch(() => null)
  if (devices === null) return `${unread} ${lost}`
  if (devices.length === 0) return none
  return `${list(devices.map(deviceWords).join(' ; '))} ${devices.some(holds) ? lost : maybe}`
}
