import { keptAccount } from '../../sync/device/accounts.ts'
import { sealOthers } from '../../sync/device/seal.ts'
import { type Identity, localDatabaseName } from '../../sync/identity.ts'
import { closeLocalData } from './local-data.ts'
import { fetchSealKey } from './seal-key.ts'
import { keepStorageMark } from './storage-mark.ts'

/** Somebody is at work on this device: the others' data is put away, theirs has its key. */
export async function arrive(identity: Identity): Promise<void> {
  const name = localDatabaseName(identity)
  if (!(await keptAccount(name))?.key) await fetchSealKey(identity)
  await sealOthers(name)
}

/**
 * No member of the staff is at work here any more: this tab lets go, and what those who left have received goes.
 * @param isAnothers a customer has logged in: whoever's session ended by itself has left too
 */
export async function depart(isAnothers = false): Promise<void> {
  await closeLocalData()
  if (isAnothers) keepStorageMark(null)
  await sealOthers(isAnothers ? '' : null)
}
