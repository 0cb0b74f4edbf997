import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackups } from '../../server/backup/backups.ts'
import { restore } from '../../server/backup/restore.ts'
import { readConfig } from '../../server/config.ts'
import { createEpochs } from '../../server/epoch/epochs.ts'
import { folderMark, MARK_FILE } from '../../server/epoch/mark.ts'
import { openDatabase } from '../../server/plugins/database/open-database.ts'
import { createPorts } from '../../server/ports/ports.ts'
import type { EngineName } from '../support/engines.ts'
import { freePort } from '../support/ports.ts'
import { openPlace } from '../support/put-back.ts'
import { testSecrets } from '../support/test-app.ts'
import { poisonableApp, type Server, startServer } from './server.ts'
import type { RestoreRun } from './steps.ts'

/** A server on a database of its own, which can be restored to an earlier state while the phones keep theirs. */
export interface Installation {
  server: Server
  /** Saves the database as it is now. The function that it returns restores that state, any number of times, and serves again at the same address. */
  keep: (how: RestoreRun['how']) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

export async function openInstallation(engine: EngineName): Promise<Installation> {
  const place = await openPlace(engine)
  const { dataDir, config } = place
  const marks = folderMark(dataDir)
  const files = join(dataDir, 'files')
  const { files: store } = createPorts(readConfig({ DATA_DIR: dataDir }).ports, { secrets: testSecrets })
  const outside = { marks, files: store }
  const port = await freePort()
  const server = await startServer(await openDatabase(config), { ...outside, port })
  let backups = 0
  let copies = 0

  const stop = async (): Promise<void> => {
    await server.close()
    await server.db.close()
  }
  const start = async (): Promise<void> => {
    server.db = await openDatabase(config)
    server.app = await poisonableApp(server.db, server.poisoned, outside)
    await server.app.listen({ port, host: '127.0.0.1' })
  }
  /** Does what `npm run new-history` does. */
  const beginEpochs = async (): Promise<void> => {
    const db = await openDatabase(config)
    const onError = (error: unknown): never => {
      throw error
    }
    const epochs = await createEpochs({ db, marks, announce: () => undefined, onError })
    await epochs.beginAll()
    await epochs.close()
    await db.close()
  }

  return {
    server,
    keep: async (how) => {
      if (how === 'backup') {
        const from = join(dataDir, `sauvegarde-${++backups}`)
        await createBackups(server.db, { dataDir, backupDir: join(dataDir, 'backups'), backupKeep: 1 }).createAt(from)
        return async () => {
          await stop()
          await restore({ from, dataDir, database: config })
          await start()
        }
      }
      await stop()
      const restoreIt = await place.snapshot()
      const bytes = join(dataDir, `octets-${++copies}`)
      if (how === 'new-epoch') await copyFolder(files, bytes)
      await start()
      return async () => {
        await stop()
        await restoreIt()
        if (how === 'new-epoch') {
          // The disk is lost with the mark, so only the operator can say that the database was restored. Bytes of later files are lost too.
          await rm(join(dataDir, MARK_FILE), { force: true })
          await rm(files, { recursive: true, force: true })
          await copyFolder(bytes, files)
          await beginEpochs()
        }
        await start()
      }
    },
    close: async () => {
      await stop()
      await place.remove()
    },
  }
}

/** A folder does not exist before its first write. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(from, { recursive: true })
  await cp(from, to, { recursive: true })
}
