import { chmodSync, mkdirSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const OWNER_ONLY = 0o700

/**
 * From now on what this process and its threads write is its own user's alone, and nobody else of the machine enters these folders: customers, files,
 * the server's secret and backups lie in them. Folders of before are closed too, so that what lies in them is out of reach.
 * @returns those that another user owns, which stay as they are
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
