import { EPOCH_DOC, type FollowedEpoch } from '../replicate/epoch.ts'
import { SEALED_DOCUMENTS } from '../store/article-imports.ts'
import { emptyLocalDatabase, inTime, removeLocalDatabase } from '../store/delete-database.ts'
import { type ConfirmedFile, openFileStore, type QueuedFile, type QueuedMail, trim } from '../store/file-store.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { allStoredRows, isDeleted, type StoredRow, storedParts } from '../store/stored-rows.ts'
import { alone, type Bytes, type KeptAccount, type Keyring, type Pack, withKeyring } from './accounts.ts'
import { storedDrafts } from './stored-drafts.ts'
import { unsentOf } from './unsent.ts'

/** The content of a pack, before encryption. */
export interface PackContent {
  /** Rows of the outbox as they are stored, done ones too: a restored server may lack them (HEAL-2). */
  outboxes: { version: number; rows: StoredRow[] }[]
  history: FollowedEpoch | null
  files: QueuedFile[]
  mails: QueuedMail[]
  /** Files that the server has confirmed, without their bytes (HEAL-5); not in a pack of an older version. */
  confirmed?: ConfirmedFile[]
  /** Local documents by their names; not in a pack of an older version. */
  documents?: Documents
}

type Documents = Record<string, Record<string, unknown>>

const IV_BYTES = 12

/** Binds a pack to its account and a piece to its pack: neither can be decrypted as another one. */
export const cipherOf = (iv: Bytes, ...whose: string[]): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(whose.join('/')),
})

async function sealed(key: CryptoKey, bytes: Uint8Array, ...whose: string[]): Promise<{ iv: Bytes; bytes: Bytes }> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, bytes: new Uint8Array(await crypto.subtle.encrypt(cipherOf(iv, ...whose), key, bytes as Bytes)) }
}

/**
 * Seals every account that has left this device (SEAL-1): what the server does not have is encrypted, all else is removed. The next start completes
 * what was killed. An account that cannot be sealed now (another tab holds its database, the phone is full) stays as it is until then.
 * @param present name of the local database whose session this is, '' for a customer's: any other account has left; null when nobody is logged in
 */
export async function sealOthers(present: string | null, locks?: LockManager): Promise<void> {
  const accounts = await withKeyring(async ({ accounts, write }) =>
    write(async () => {
      const others = (await accounts.toArray()).filter(({ name }) => name !== present)
      for (const one of others)
        if (present !== null && one.stage === 'here') await accounts.put({ ...one, stage: 'left' })
      return accounts.toArray()
    }),
  )
  for (const { name, stage } of accounts) {
    if (name === present || (stage !== 'left' && stage !== 'erasing')) continue
    await sealAccount(name, locks).catch((error: unknown) => console.warn(`${name} is sealed at the next start`, error))
  }
}

/** For all photos of a day on a slow phone. */
const SEALING_MS = 30_000

/**
 * Seals one account. The lock is not held for a database that gives no answer: the next login would wait for it without an end. A sealing that answers
 * later completes its pack, or none where the person has come back; its removal is the next start's.
 * @throws when it cannot be sealed now; nothing is lost then
 */
export const sealAccount = (name: string, locks?: LockManager): Promise<void> =>
  alone(
    name,
    async () => {
      await inTime(
        name,
        withKeyring((keyring) => seal(keyring, name)),
        SEALING_MS,
      )
      await erase(name, removeLocalDatabase)
    },
    locks,
  )

/** SEAL-1: completes a removal whose tab was killed. */
export const finishErasing = (name: string, locks?: LockManager): Promise<void> =>
  alone(name, () => erase(name, removeLocalDatabase), locks)

/**
 * The same when the person logs in again. The stores are emptied and not removed: WebKit keeps connections of pages and workers that have ended, which
 * nobody can close; the removal would wait for them, and the opening for the removal.
 */
export const finishEmptying = (name: string, locks?: LockManager): Promise<void> =>
  alone(name, () => erase(name, emptyLocalDatabase), locks)

async function seal(keyring: Keyring, name: string): Promise<void> {
  const account = await keyring.accounts.get(name)
  if (account?.stage !== 'left') return
  await dropOrphans(keyring, account)
  const pack = await packOf(keyring, account)
  await keyring.write(async () => {
    const now = await keyring.accounts.get(name)
    // The person has logged in again meanwhile: nothing is sealed.
    if (now?.stage !== 'left') return
    const packs = pack === null ? now.packs : [...now.packs, pack]
    await keyring.accounts.put({ ...now, packs, stage: 'erasing', key: null })
  })
}

/** Deletes the pieces of a pack that was never completed. */
async function dropOrphans({ pieces }: Keyring, { name, packs }: KeptAccount): Promise<void> {
  const known = new Set(packs.map(({ id }) => id))
  await pieces
    .where({ name })
    .filter(({ pack }) => !known.has(pack))
    .delete()
}

/** Null when there is nothing to keep. @throws Error where something is unsent and there is no key: the account stays as it is */
async function packOf({ pieces }: Keyring, { name, key }: KeptAccount): Promise<Pack | null> {
  const store = openFileStore(name)
  try {
    const stored = await storedEntries(name)
    const rows = stored.outboxes.flatMap((outbox) => outbox.rows as unknown as OutboxEntry[])
    const entries = rows.filter((row) => row.open === '1')
    const { files, mails, held, bytesOf } = await unsentOf(store, { drafts: await storedDrafts(name, store), entries })
    const confirmed = await store.confirmed.toArray()
    const content: PackContent = { ...stored, files, mails, confirmed }
    const unsent = files.length + mails.length + entries.filter((entry) => entry.state !== 'acked').length
    if (key === null && unsent > 0) throw new Error('No key to seal with')
    const others = confirmed.length + Object.keys(stored.documents).length
    if (key === null || rows.length + unsent + others === 0) return null
    const id = crypto.randomUUID()
    // Makes room first: for a moment the sealed bytes and the clear ones are both stored.
    await store.write(() => trim(store, 0))
    // One file at a time in memory.
    for (const sha256 of held) {
      const clear = await bytesOf(sha256)
      if (clear) await pieces.put({ pack: id, name, sha256, ...(await sealed(key, clear, name, id, sha256)) })
    }
    const { iv, bytes } = await sealed(key, new TextEncoder().encode(JSON.stringify(content)), name, id)
    return { id, unsent, iv, content: bytes }
  } finally {
    store.close()
  }
}

/** RxDB's name for the documents of no collection. */
const LOCAL_DOCUMENTS = 'plugin-local-documents-'

/** The outbox of every version, the epoch that is followed, and the documents that this device alone has. */
async function storedEntries(
  name: string,
): Promise<Pick<PackContent, 'outboxes' | 'history'> & { documents: Documents }> {
  const outboxes: PackContent['outboxes'] = []
  let history: FollowedEpoch | null = null
  const documents: Documents = {}
  for (const { stored, collection, version } of await storedParts(name)) {
    if (collection === 'outbox') outboxes.push({ version, rows: await rowsOf(stored) })
    else if (collection === LOCAL_DOCUMENTS)
      for (const { id, data } of await rowsOf(stored)) {
        if (id === EPOCH_DOC) history = data as FollowedEpoch
        if (SEALED_DOCUMENTS.includes(String(id))) documents[String(id)] = data as Documents[string]
      }
  }
  return { outboxes, history, documents }
}

async function rowsOf(stored: string): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for await (const page of allStoredRows(stored)) rows.push(...page.filter((row) => !isDeleted(row)))
  return rows
}

/** Removes or empties the local database of an account whose stage is `erasing`. */
async function erase(name: string, take: (name: string) => Promise<void>): Promise<void> {
  const account = await withKeyring(({ accounts }) => accounts.get(name))
  if (account?.stage !== 'erasing') return
  await take(name)
  await withKeyring(({ accounts, write }) =>
    write(async () => {
      const now = await accounts.get(name)
      if (now?.stage !== 'erasing') return
      if (now.key === null && now.packs.length === 0) await accounts.delete(name)
      else await accounts.put({ ...now, stage: now.key === null ? 'away' : 'here' })
    }),
  )
}
