import { Dexie, type Table } from 'dexie'
import { type Identity, localDatabaseName } from '../identity.ts'
import { storedParts } from '../store/stored-rows.ts'
import { KEYRING, presenceLock } from './presence.ts'

/**
 * here ──▶ left ──▶ erasing ──▶ away      (SEAL-1)
 *  ▲ a login from any of them; an erasing that has begun is finished first
 *
 * here     its session is, or was, on this device, and so is its key
 * left     logged out, or somebody else logged in: still to be sealed
 * erasing  what the server lacks is sealed; its local database is being removed
 * away     only its packs are on the device
 */
type Stage = 'here' | 'left' | 'erasing' | 'away'

/** Unsent entries, files and mails of an account that left, encrypted (SEAL-2). */
export interface Pack {
  id: string
  /** How many of its entries, files and mails the server does not have. */
  unsent: number
  iv: Bytes
  content: Bytes
}

/** An account that this device knows. */
export interface KeptAccount {
  /** Of its local database. */
  name: string
  identity: Identity
  stage: Stage
  /** A key that can be used and not read; null once the account is sealed. */
  key: CryptoKey | null
  packs: Pack[]
}

/** Sealed bytes of an unsent file. */
export interface SealedPiece {
  pack: string
  /** Account and SHA-256. */
  name: string
  sha256: string
  iv: Bytes
  bytes: Bytes
}

export type Bytes = Uint8Array<ArrayBuffer>

export interface Keyring {
  accounts: Table<KeptAccount, string>
  pieces: Table<SealedPiece, [string, string]>
  /** Runs `change` as one step: all of it is on disk when it resolves, or nothing. */
  write: <T>(change: () => Promise<T>) => Promise<T>
}

/** Opens the device's keyring for one piece of work. */
export async function withKeyring<T>(act: (keyring: Keyring) => Promise<T>): Promise<T> {
  const db = new Dexie(KEYRING, { chromeTransactionDurability: 'strict' })
  db.version(1).stores({ accounts: 'name', pieces: '[pack+sha256], name' })
  const accounts = db.table<KeptAccount, string>('accounts')
  const pieces = db.table<SealedPiece, [string, string]>('pieces')
  try {
    return await act({ accounts, pieces, write: (change) => db.transaction('rw', [accounts, pieces], change) })
  } finally {
    db.close()
  }
}

export const keptAccount = (name: string): Promise<KeptAccount | undefined> =>
  withKeyring(({ accounts }) => accounts.get(name))

/**
 * Whether this device has nothing of the account: no collection, no file, no pack. To be asked before its local database is opened. Where the opening overtakes
 * it, the answer is no: the packs, which an opening unseals, are looked at first, the collections that it makes afterwards.
 */
export async function isNewHere(identity: Identity): Promise<boolean> {
  const name = localDatabaseName(identity)
  if ((await keptAccount(name))?.packs.length) return false
  if ((await storedParts(name)).length > 0) return false
  return (await indexedDB.databases()).every((one) => one.name !== `${name}-files`)
}

const NEW = { stage: 'here', key: null, packs: [] } as const satisfies Partial<KeptAccount>

const changed = (identity: Identity, change: (known: KeptAccount) => Partial<KeptAccount>): Promise<void> =>
  withKeyring(({ accounts, write }) =>
    write(async () => {
      const name = localDatabaseName(identity)
      const known: KeptAccount = (await accounts.get(name)) ?? { ...NEW, packs: [], name, identity }
      await accounts.put({ ...known, ...change(known) })
    }),
  )

/** At login, before the local database is opened. @param secret 32 bytes, which the server gives to sessions of this account alone */
export async function keepKey(identity: Identity, secret: Bytes): Promise<void> {
  const key = await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt'])
  await changed(identity, ({ stage }) => ({ key, stage: stage === 'erasing' ? stage : 'here' }))
}

/** At logout: from now on the account is to be sealed, by this tab or by the next one that starts. */
export const noteLeft = (identity: Identity): Promise<void> =>
  changed(identity, ({ stage }) => ({ stage: stage === 'here' ? 'left' : stage }))

/** Drops packs and key at once and notes that the local database is to be removed. For an account without unsent work. */
export const noteErasing = (identity: Identity): Promise<void> =>
  changed(identity, () => ({ stage: 'erasing', key: null, packs: [] }))

const PATIENCE_MS = 10_000

/**
 * Runs `act` while no realm has the local database open.
 * @throws DOMException TimeoutError when one keeps it open for ten seconds
 */
export async function alone<T>(
  name: string,
  act: () => Promise<T>,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<T> {
  if (!locks) return act()
  return locks.request(presenceLock(name), { signal: AbortSignal.timeout(PATIENCE_MS) }, act)
}
