import type { RxCollection } from 'rxdb/plugins/core'
import { insertMissing } from './carry-over.ts'
import type { LocalDatabase } from './database.ts'
import { keepHistory } from './history.ts'
import { type Bytes, type Keyring, type Pack, withKeyring } from './keyring.ts'
import { type Upcast, upcastFrom } from './local-schema.ts'
import { cipherOf, type PackContent } from './put-away.ts'
import { recover } from './settle.ts'

export interface BringBackInput {
  name: string
  upcasts: readonly Upcast[]
  locks: LockManager | undefined
}

/**
 * SEAL-4: puts what was sealed at logout into the local database of the same person again, and shows it on the records. What is there already stays
 * as it is; a pack goes once all of it is there: killed anywhere, the next start does the rest.
 * @returns how many packs the account's key does not open; they stay
 */
export async function bringBack(db: LocalDatabase, { name, upcasts, locks }: BringBackInput): Promise<number> {
  // Two tabs may start at once.
  if (locks) return locks.request(`lolapp:${name}:packs`, () => open(db, name, upcasts))
  return open(db, name, upcasts)
}

const open = (db: LocalDatabase, name: string, upcasts: readonly Upcast[]): Promise<number> =>
  withKeyring(async (keyring) => {
    const account = await keyring.accounts.get(name)
    let locked = 0
    for (const pack of account?.packs ?? []) {
      const unsealed = await unseal(keyring, { name, key: account?.key ?? null, pack })
      if (unsealed === null) {
        locked += 1
        continue
      }
      await restore(db, unsealed, upcasts)
      await keyring.write(async () => {
        const now = await keyring.accounts.get(name)
        if (now) await keyring.accounts.put({ ...now, packs: now.packs.filter(({ id }) => id !== pack.id) })
        await keyring.pieces
          .where({ name })
          .filter((piece) => piece.pack === pack.id)
          .delete()
      })
    }
    return locked
  })

interface Unsealed extends PackContent {
  /** By SHA-256. */
  bytes: ReadonlyMap<string, Bytes>
}

interface Locked {
  name: string
  key: CryptoKey | null
  pack: Pack
}

/** Null when this is not its key, or a byte of it is not the one that was written. */
async function unseal({ pieces }: Keyring, { name, key, pack }: Locked): Promise<Unsealed | null> {
  if (key === null) return null
  const clear = async (sealed: { iv: Bytes; bytes: Bytes }, ...whose: string[]): Promise<Bytes> =>
    new Uint8Array(await crypto.subtle.decrypt(cipherOf(sealed.iv, ...whose), key, sealed.bytes))
  try {
    const content = await clear({ iv: pack.iv, bytes: pack.content }, name, pack.id)
    const bytes = new Map<string, Bytes>()
    for (const piece of await pieces
      .where({ name })
      .filter((one) => one.pack === pack.id)
      .toArray())
      bytes.set(piece.sha256, await clear(piece, name, pack.id, piece.sha256))
    return { ...(JSON.parse(new TextDecoder().decode(content)) as PackContent), bytes }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}

async function restore(
  db: LocalDatabase,
  { outboxes, history, files, mails, bytes }: Unsealed,
  upcasts: readonly Upcast[],
): Promise<void> {
  const outbox = db.outbox as unknown as RxCollection<Record<string, unknown>>
  // Where a change of version was interrupted, the newer of two rows is the one that counts.
  for (const { version, rows } of [...outboxes].sort((a, b) => b.version - a.version)) {
    const upcast = upcastFrom(upcasts, version)
    await insertMissing(
      outbox,
      rows.map((row) => upcast('outbox', { ...row, _deleted: false })),
    )
  }
  if (history) await keepHistory(db, history)
  const store = db.files
  await store.write(async () => {
    for (const file of files) {
      if (await store.files.get(file.id)) continue
      const clear = bytes.get(file.sha256)
      if (clear) await store.bytes.put({ sha256: file.sha256, bytes: clear, size: file.size, usedAt: file.createdAt })
      await store.files.add(file)
    }
    for (const mail of mails) if (!(await store.mails.get(mail.id))) await store.mails.add(mail)
  })
  await recover(db)
}
