import {
  chmodSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const OWNER_ONLY = 0o700

/**
 * From now on only this process's user can read what it and its threads write, and no other user of the machine can enter these folders: customers, files,
 * the server's secret and backups are in them. Existing folders are closed too.
 * @returns those that another user owns, which are not changed
 */
export function keepPrivate(folders: readonly string[] = []): string[] {
  if (isMainThread) process.umask(0o077)
  return folders.filter((folder) => {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
    try {
      chmodSync(folder, OWNER_ONLY)
      return false
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
      return true
    }
  })
}

/**
 * `keepPrivate` for a command that works in the server's data folder: when root has run it, what root owns there in the end is given to the folder's owner. The
 * server runs as that user, and could neither read nor write it.
 * @param others files elsewhere that the server writes too
 */
export function keepPrivateForServer(dataDir: string, others: readonly string[] = []): void {
  keepPrivate()
  if (process.getuid?.() !== 0) return
  // However the command ends.
  process.once('exit', () => {
    const owner = statSync(dataDir, { throwIfNoEntry: false })
    if (!owner || owner.uid === 0) return
    try {
      for (const name of readdirSync(dataDir)) give(join(dataDir, name), owner)
      for (const path of others) give(path, owner)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      console.error(`« ${dataDir} » a gardé des fichiers de root, que le serveur ne peut pas lire (chown -R) : ${why}`)
      process.exitCode = 1
    }
  })
}

/**
 * Gives a file, or a folder with everything in it. Never through a link, nor by a path that may lead elsewhere meanwhile: the folder's owner could have any file
 * of the machine given to them.
 */
function give(path: string, owner: { uid: number; gid: number }): void {
  const opened = openUnfollowed(path)
  if (opened === null) return
  try {
    const found = fstatSync(opened)
    if (found.isDirectory()) {
      const here = process.platform === 'linux' ? `/proc/self/fd/${opened}` : path
      for (const name of readdirSync(here)) give(`${here}/${name}`, owner)
    }
    const hasOneName = found.isDirectory() || found.nlink === 1
    if (found.uid === 0 && hasOneName) fchownSync(opened, owner.uid, owner.gid)
  } finally {
    closeSync(opened)
  }
}

/** Null for a link, for a socket, and for what is gone. */
function openUnfollowed(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (['ELOOP', 'ENXIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
