import 'fake-indexeddb/auto'
import { openLocalDatabase } from '../../sync/database.ts'
import type { Identity } from '../../sync/identity.ts'
import { type Device, deviceOn } from './device-steps.ts'

let devices = 0

/** A device in Node with a local database of its own (fake-indexeddb), in the test's own realm. */
export async function openDevice(
  account = `device-${++devices}`,
  more: Partial<Pick<Identity, 'companyId' | 'impersonator'>> = {},
): Promise<Device> {
  const identity = { companyId: 'demo', account: `personnel:${account}`, impersonator: '', ...more }
  return deviceOn(await openLocalDatabase(identity, { multiInstance: false }))
}
