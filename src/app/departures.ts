import { sessionStore } from './session-store.ts'

/**
 * Puts away what members of the staff who have left this device had received, where no member of the staff is at work now: what a logout could
 * not end before its tab was closed, and whose session ended by itself once a customer logs in (SEAL-1). Devices that no member of the staff
 * ever used load nothing for it.
 */
export async function sealDeparted(): Promise<void> {
  const { auth } = sessionStore.get()
  if (auth?.account.kind === 'personnel') return
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name === 'lolapp-keyring')) return
  const { depart } = await import('../db/departures.ts')
  await depart(auth !== null)
}
