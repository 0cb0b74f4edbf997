import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { diskFiles } from './disk-files.ts'
import type { Files } from './files.ts'

/** The embedded default: a folder beside the database. */
export function folderFiles(folder: string): Files {
  mkdirSync(folder, { recursive: true })
  const files = diskFiles(new Disk(new FSDriver({ location: folder, visibility: 'private' })))
  return {
    ...files,
    async put(key, bytes) {
      try {
        await files.put(key, bytes)
        // The commit writes the row that names the file to disk: a power cut must not lose the file then.
        const path = join(folder, key)
        await sync(path, 'r+')
        await sync(dirname(path), 'r')
        await sync(folder, 'r')
      } catch (error) {
        // Its beginning would take the last room on a full disk, once for each try, and nothing names it.
        await files.remove(key).catch(() => undefined)
        throw error
      }
    },
  }
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
