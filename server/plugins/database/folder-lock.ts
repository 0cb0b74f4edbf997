import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

/** Prevents two processes on one PGlite folder: they silently lose rows, and PGlite does not notice. */
export interface FolderLock {
  release(): void
}

/** Another live process holds the folder; the message is French. */
export class FolderHeld extends Error {}

interface Holder {
  nonce: string
  pid: number
  host: string
  /** Kernel start time of the process: a PID may be given again. Null where the system does not tell. */
  started: string | null
}

const HEARTBEAT_MS = 2000
/** Whether a holder on another host (a container on a shared volume) lives cannot be asked: it counts as alive while its lock is refreshed. */
const REMOTE_STALE_MS = 15_000
/** Thirty heartbeats: a machine that is busy with something else may miss some. */
const FORGOTTEN_MS = 60_000
/** Two processes may take over a stale lock at once: the second rename wins, and the first process must see it. */
const SETTLE_MS = 60

/**
 * Holds `<folder>/lolapp.lock`. Throws a French message when another live process holds it; a dead holder's lock is taken over.
 * `onLost` is called when another process took the lock all the same (a suspended machine): serving must stop.
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true })
  const path = join(resolve(folder), 'lolapp.lock')
  const mine: Holder = { nonce: randomUUID(), pid: process.pid, host: hostname(), started: startOf(process.pid) }
  const draft = `${path}.${mine.nonce}`
  writeFileSync(draft, JSON.stringify(mine))
  try {
    if (!createExclusively(path, mine)) {
      const holder = read(path)
      if (holder && isAlive(holder, path)) throw new FolderHeld(heldMessage(folder, holder))
      renameSync(draft, path)
      await new Promise((done) => setTimeout(done, SETTLE_MS))
      const after = read(path)
      if (after?.nonce !== mine.nonce) throw new FolderHeld(heldMessage(folder, after))
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const timer = setInterval(() => {
    if (read(path)?.nonce === mine.nonce) utimesSync(path, new Date(), new Date())
    else {
      clearInterval(timer)
      onLost()
    }
  }, HEARTBEAT_MS)
  timer.unref()
  return {
    release() {
      clearInterval(timer)
      if (read(path)?.nonce === mine.nonce) rmSync(path, { force: true })
    },
  }
}

/** Who holds the folder, and whether they still seem to: a lock that was not refreshed for a minute is that of a dead process. Null: nobody. */
export function holderOf(folder: string): { nonce: string; isFresh: boolean } | null {
  const path = join(resolve(folder), 'lolapp.lock')
  const holder = read(path)
  const refreshed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (!holder || refreshed === undefined) return null
  return { nonce: holder.nonce, isFresh: Date.now() - refreshed < FORGOTTEN_MS }
}

function createExclusively(path: string, mine: Holder): boolean {
  try {
    writeFileSync(path, JSON.stringify(mine), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** null when there is none, or when its writer died while writing it. */
function read(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    return null
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < REMOTE_STALE_MS
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return holder.started === null || holder.started === startOf(holder.pid)
}

function startOf(pid: number): string | null {
  try {
    // Fields after the command name, which may hold spaces; the 20th is the start time in clock ticks.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? null
  } catch {
    return null
  }
}

const heldMessage = (folder: string, holder: Holder | null): string =>
  `Le dossier de données « ${resolve(folder)} » est déjà utilisé par un autre processus${holder ? ` (PID ${holder.pid} sur ${holder.host})` : ''}. ` +
  'Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR=…'
