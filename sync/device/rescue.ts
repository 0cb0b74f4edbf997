import { VERSIONS, type Versions } from '../../schemas/versions.ts'
import type { Identity } from '../identity.ts'
import { recover } from '../outbox/acknowledge.ts'
import { savedDrafts } from '../outbox/draft-files.ts'
import { moveEntry } from '../outbox/states.ts'
import type { QueuedFile, QueuedMail } from '../store/file-store.ts'
import type { LocalDatabase } from '../store/local-database.ts'
import type { OutboxEntry } from '../store/outbox-entry.ts'
import { openEntries } from '../store/read.ts'
import { openRescueFile, type Piece, RescueProblem, writeRescueFile } from './rescue-file.ts'
import { insertFile, insertMails, unsentOf } from './unsent.ts'

/** What one device alone holds: outbox entries, files and mails that the server does not have. */
interface RescueContent {
  company: { id: string; name: string }
  /** `personnel:<id>`. */
  account: { id: string; name: string }
  /** ISO instant. */
  at: string
  schemaVersion: number
  entries: OutboxEntry[]
  files: QueuedFile[]
  mails: QueuedMail[]
  /** SHA-256 of each piece of bytes, in their order. */
  bytes: string[]
}

/** A rescue file that was opened with its words, for the session's own company and account. */
export interface OpenedRescue extends RescueContent {
  pieces: readonly Piece[]
}

/** Limit of file bytes in one rescue file: what a phone can encrypt and share in one step. */
export const MOST_RESCUED = 200 * 1024 * 1024

export interface SaveInput {
  passphrase: string
  companyName: string
  accountName: string
  now?: Date
  /** Other than MOST_RESCUED, for tests. */
  most?: number
}

/**
 * Writes the rescue file (RESCUE-1). Its entries count as sent from then on (RESCUE-3): another device may send them.
 * @throws RescueProblem too-large
 */
export async function saveRescue(db: LocalDatabase, input: SaveInput): Promise<Blob> {
  const drafts = (await savedDrafts(db)).map(({ id }) => id)
  const { files, mails, held, bytesOf } = await unsentOf(db.files, { drafts, entries: await openEntries(db) })
  const sizes = new Map(files.map((file) => [file.sha256, file.size]))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  if (total > (input.most ?? MOST_RESCUED)) throw new RescueProblem('too-large')
  for (const { id, state } of await openEntries(db))
    if (state === 'pending') await moveEntry(db, { id, from: ['pending'], change: () => ({ state: 'sent' }) })
  const entries = (await openEntries(db)).filter((entry) => entry.state !== 'acked')
  const content: RescueContent = {
    company: { id: db.identity.companyId, name: input.companyName },
    account: { id: db.identity.account, name: input.accountName },
    at: (input.now ?? new Date()).toISOString(),
    // That of its latest entry: after a rollback, entries of a later version of the app may be pending.
    schemaVersion: Math.max(db.versions.current, ...entries.map((entry) => entry.schemaVersion)),
    entries,
    files,
    mails,
    // Bytes that the browser has lost are not listed. Their file's item is included: it will be refused, and shown, when it is sent.
    bytes: held,
  }
  const pieces = held.map((sha256): Piece => {
    const read = async () => (await bytesOf(sha256)) ?? new Uint8Array()
    return { size: sizes.get(sha256) ?? 0, read }
  })
  return writeRescueFile({ content, pieces, passphrase: input.passphrase })
}

/**
 * Opens a rescue file to show it before it is restored; changes nothing. Entries of an older version stay as they may have been sent (VER-3).
 * @param versions tests: those of another version of the app
 * @throws RescueProblem not-a-rescue-file, newer, damaged, passphrase, other-company, other-account
 */
export async function openRescue(
  file: Blob,
  passphrase: string,
  identity: Identity,
  versions: Versions = VERSIONS,
): Promise<OpenedRescue> {
  const opened = await openRescueFile(file, passphrase)
  const content = opened.content as RescueContent
  const { company, account, schemaVersion, entries } = content
  if (schemaVersion > versions.current) throw new RescueProblem('newer')
  if (company.id !== identity.companyId) throw new RescueProblem('other-company', company.name)
  if (account.id !== identity.account) throw new RescueProblem('other-account', account.name)
  if (entries.some((entry) => entry.company !== company.id || entry.account !== account.id))
    throw new RescueProblem('damaged')
  return { ...content, pieces: opened.pieces }
}

/** The items, each one behind those that it comes `after`, whatever their order in the list. */
function inCauseOrder<T extends { id: string; after: readonly string[] }>(items: readonly T[]): T[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const ordered = new Set<T>()
  const seen = new Set<T>()
  const visit = (item: T): void => {
    if (seen.has(item)) return
    seen.add(item)
    for (const id of item.after) {
      const cause = byId.get(id)
      if (cause) visit(cause)
    }
    ordered.add(item)
  }
  for (const item of items) visit(item)
  return [...ordered]
}

/**
 * Inserts a rescue file's content into this device's queue (RESCUE-2) and applies it to the records; the replication sends it. A cause is inserted
 * before its effects: a crash at any point leaves a consistent queue, and restoring the same file again inserts the rest.
 * @returns how many entries, files and mails were not here yet
 */
export async function restoreRescue(db: LocalDatabase, rescue: OpenedRescue): Promise<number> {
  let added = 0
  for (const item of inCauseOrder<OutboxEntry | QueuedFile>([...rescue.entries, ...rescue.files]))
    if ('sha256' in item ? await insertRescued(db, rescue, item) : await insertEntry(db, item)) added += 1
  added += await insertMails(db.files, rescue.mails)
  await recover(db)
  return added
}

/** Under its own mutation id, with this local database's impersonator. An entry that the outbox has, open or ended, stays as it is. */
async function insertEntry(db: LocalDatabase, entry: OutboxEntry): Promise<boolean> {
  if (await db.outbox.findOne(entry.id).exec()) return false
  const { impersonator } = db.identity
  const refused = entry.state === 'refused'
  await db.outbox.insert({
    ...entry,
    impersonator,
    // `sent`, not `pending`: the first device may have sent it, so no edit may be folded into it (OUT-4).
    state: refused ? 'refused' : 'sent',
    attempts: refused ? entry.attempts : 0,
  })
  return true
}

async function insertRescued(db: LocalDatabase, rescue: OpenedRescue, file: QueuedFile): Promise<boolean> {
  const [arrived] = await db.of('fichier').storageInstance.findDocumentsById([file.id], false)
  if (arrived || (await db.files.files.get(file.id))) return false
  return insertFile(db.files, file, await rescue.pieces[rescue.bytes.indexOf(file.sha256)]?.read())
}
