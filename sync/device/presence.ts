/** Lock that every realm with the local database open holds in shared mode (SEAL-3). */
export const presenceLock = (name: string): string => `lolapp:${name}:present`

/** Name of the database of the device's keyring (accounts.ts). */
export const KEYRING = 'lolapp-keyring'
