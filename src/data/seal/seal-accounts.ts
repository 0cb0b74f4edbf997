import { keptAccount } from '../../../sync/device/accounts.ts'
import { sealOthers } from '../../../sync/device/seal.ts'
import { type Identity, localDatabaseName } from '../../../sync/identity.ts'
import { isAdminHost } from '../api/host.ts'
import { closeLocalData } from '../database/local-data.ts'
import { keepStorageMark } from '../database/storage-mark.ts'
import { fetchSealKey } from './seal-key.ts'

/** Called while a member of the staff uses this device: fetches their seal key and seals the data of the other accounts. */
export async function sealOtherAccounts(identity: Identity): Promise<void> {
  const name = localDatabaseName(identity)
  if (!(await keptAccount(name))?.key) await fetchSealKey(identity)
  await sealOthers(name)
}

/**
 * Called when no member of the staff is logged in here any more: closes this tab's local database, and seals the accounts that have left.
 * @param isAnothers a customer has logged in: accounts whose session ended by itself have left too. On the admin domain they always have: an administrator's
 * place that ends by itself leaves no more behind than one that they leave (AUT-07)
 */
export async function sealAllAccounts(isAnothers = false): Promise<void> {
  await closeLocalData()
  const haveLeft = isAnothers || isAdminHost()
  if (haveLeft) keepStorageMark(null)
  await sealOthers(haveLeft ? '' : null)
}
