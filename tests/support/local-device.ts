import 'fake-indexeddb/auto'
import { encodeRange, VERSIONS } from '../../schemas/versions.ts'
import type { Identity } from '../../sync/identity.ts'
import { openLocalDatabase } from '../../sync/open.ts'
import { followVersions } from '../../sync/replicate/server-versions.ts'
import { type Device, deviceOn } from './device-steps.ts'

let devices = 0

/**
 * A device in Node with its own local database (fake-indexeddb), in the test's realm. It already knows the server's versions, like every device
 * that has synchronised before, so it does not ask for them first.
 */
export async function openDevice(
  account = `device-${++devices}`,
  more: Partial<Pick<Identity, 'companyId' | 'impersonator'>> = {},
): Promise<Device> {
  const identity = { companyId: 'demo', account: `personnel:${account}`, impersonator: '', ...more }
  const db = await openLocalDatabase(identity, { multiInstance: false })
  const versions = encodeRange({ oldest: 0, newest: VERSIONS.current })
  await followVersions(db, {
    status: 200,
    epoch: 'epoch-1',
    mutation: null,
    seq: null,
    body: null,
    retryAfter: null,
    overwritten: [],
    versions,
  })
  return deviceOn(db)
}
