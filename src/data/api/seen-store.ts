import { Dexie, type Table } from 'dexie'

/** One answer as it was last read. */
export interface Seen {
  /** Path of the call, or a file's name. */
  key: string
  value: unknown
  /** Milliseconds since 1970. */
  at: number
}

export interface SeenOwner {
  companyId: string
  clientId: string
}

export interface SeenStore {
  /** Undefined when there was no answer yet, or when this browser keeps nothing. */
  read: (key: string) => Promise<Seen | undefined>
  write: (key: string, value: unknown) => Promise<void>
  forget: (key: string) => Promise<void>
}

const nameOf = ({ companyId, clientId }: SeenOwner): string => `lolapp-space-${companyId}-${clientId}`

const open = new Map<string, Dexie>()

function database(owner: SeenOwner): Dexie {
  const name = nameOf(owner)
  const known = open.get(name)
  if (known) return known
  const db = new Dexie(name)
  db.version(1).stores({ seen: 'key' })
  open.set(name, db)
  return db
}

/**
 * The answers that a customer read in their space, kept on the device to be read with no network (SPA-06): one small database a company and customer,
 * nothing in Cache Storage. A browser that refuses to keep anything (private mode, full disk) shows what the network gives.
 */
export function openSeenStore(owner: SeenOwner): SeenStore {
  const db = database(owner)
  const seen: Table<Seen, string> = db.table('seen')
  // After a logout the name is another session's: an answer that arrives late is not kept under it.
  const isOpen = (): boolean => open.get(nameOf(owner)) === db
  return {
    read: async (key) => (isOpen() ? seen.get(key).catch(() => undefined) : undefined),
    async write(key, value) {
      if (isOpen()) await seen.put({ key, value, at: Date.now() }).catch(() => undefined)
    },
    async forget(key) {
      if (isOpen()) await seen.delete(key).catch(() => undefined)
    },
  }
}

/** Forgets all of it. */
export async function wipeSeen(owner: SeenOwner): Promise<void> {
  const name = nameOf(owner)
  open.get(name)?.close()
  open.delete(name)
  await Dexie.delete(name).catch(() => undefined)
}
