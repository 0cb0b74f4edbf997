import { sessionStore } from '../session/session-store.ts'

/**
 * Seals the accounts of the staff that have left this device, while no member of the staff is logged in: those whose tab was closed before the logout
 * ended, and those whose session ended by itself, once a customer logs in (SEAL-1). A device that no member of the staff ever used loads no code
 * for it.
 */
export async function sealDeparted(): Promise<void> {
  const { auth } = sessionStore.get()
  if (auth?.account.kind === 'personnel') return
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'lolapp-keyring')) return
  const { sealAllAccounts } = await import('./seal-accounts.ts')
  await sealAllAccounts(auth !== null)
}
