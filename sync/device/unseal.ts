import type { RxCollection } from 'rxdb/plugins/core'
import { recover } from '../outbox/acknowledge.ts'
import { keepEpoch } from '../replicate/epoch.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import { type Bytes, type Keyring, type Pack, withKeyring } from './accounts.ts'
import { cipherOf, type PackContent } from './seal.ts'
import { insertFile, insertMails, insertMissing, type Row } from './unsent.ts'

export interface UnsealInput {
  name: string
  locks: LockManager | undefined
  /** Called after each file, and each pack. */
  onProgress: () => void
}

/**
 * SEAL-4: inserts what was sealed at logout into the local database of the same person, and applies it to the records. Rows that exist already stay
 * as they are. A pack is dropped once all of it is inserted: the next start completes what was killed.
 * @returns how many entries, files and mails are in packs that the account's key does not open; these packs stay
 */
export async function unsealPacks(db: LocalDatabase, input: UnsealInput): Promise<number> {
  const { name, locks } = input
  // Two tabs may start at the same time.
  if (locks) return locks.request(`lolapp:${name}:packs`, () => open(db, input))
  return open(db, input)
}

const open = (db: LocalDatabase, { name, onProgress }: UnsealInput): Promise<number> =>
  withKeyring(async (keyring) => {
    const account = await keyring.accounts.get(name)
    let locked = 0
    for (const pack of account?.packs ?? []) {
      const sealed: Sealed = { pieces: keyring.pieces, name, key: account?.key ?? null, pack, onProgress }
      const content = await unseal(sealed)
      if (content === null) {
        locked += pack.unsent
        continue
      }
      await restore(db, { content, sealed })
      await keyring.write(async () => {
        const now = await keyring.accounts.get(name)
        if (now) await keyring.accounts.put({ ...now, packs: now.packs.filter(({ id }) => id !== pack.id) })
        await ofPack(sealed).delete()
      })
      onProgress()
    }
    return locked
  })

interface Sealed {
  pieces: Keyring['pieces']
  name: string
  key: CryptoKey | null
  pack: Pack
  onProgress: () => void
}

const ofPack = ({ pieces, name, pack }: Sealed) => pieces.where({ name }).filter((piece) => piece.pack === pack.id)

/** @throws DOMException OperationError when the key is another one, or a byte has changed */
async function opened({ key }: Sealed, { iv, bytes }: { iv: Bytes; bytes: Bytes }, ...whose: string[]): Promise<Bytes> {
  if (key === null) throw new DOMException('No key', 'OperationError')
  return new Uint8Array(await crypto.subtle.decrypt(cipherOf(iv, ...whose), key, bytes))
}

/** Undefined when the file had no bytes. */
async function openPiece(sealed: Sealed, sha256: string): Promise<Bytes | undefined> {
  const piece = await sealed.pieces.get([sealed.pack.id, sha256])
  sealed.onProgress()
  return piece && opened(sealed, piece, sealed.name, sealed.pack.id, sha256)
}

/** Null when a part of the pack does not open: then nothing of it is inserted, and the pack stays. */
async function unseal(sealed: Sealed): Promise<PackContent | null> {
  const { name, pack } = sealed
  try {
    const content = await opened(sealed, { iv: pack.iv, bytes: pack.content }, name, pack.id)
    const unsealed = JSON.parse(new TextDecoder().decode(content)) as PackContent
    // One at a time: together they may exceed a phone's memory.
    for (const { sha256 } of unsealed.files) await openPiece(sealed, sha256)
    return unsealed
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null
    throw error
  }
}

interface Restore {
  content: PackContent
  sealed: Sealed
}

async function restore(db: LocalDatabase, { content, sealed }: Restore): Promise<void> {
  const { outboxes, history, files, mails, confirmed = [], documents = {} } = content
  const outbox = db.outbox as unknown as RxCollection<Row>
  // Where a migration was interrupted, the row of the newer version counts.
  for (const { rows } of [...outboxes].sort((a, b) => b.version - a.version))
    await insertMissing(
      outbox,
      rows.map((row) => ({ ...row, _deleted: false })),
    )
  if (history) await keepEpoch(db, history)
  for (const [id, data] of Object.entries(documents)) if (!(await db.rx.getLocal(id))) await db.rx.insertLocal(id, data)
  const store = db.files
  for (const file of files) await insertFile(store, file, await openPiece(sealed, file.sha256))
  await store.write(async () => {
    await insertMails(store, mails)
    for (const one of confirmed) if (!(await store.confirmed.get(one.id))) await store.confirmed.add(one)
  })
  await recover(db)
}
