import { chmodSync, mkdirSync } from 'node:fs'
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
