import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBackups } from '../../server/backup/backups.ts'
import { restore } from '../../server/backup/restore.ts'
import { createEpochs } from '../../server/epoch/epochs.ts'
import { folderMark, MARK_FILE } from '../../server/epoch/mark.ts'
import { openDatabase } from '../../server/plugins/database/open-database.ts'
import type { EngineName } from '../support/engines.ts'
import { openPlace } from '../support/put-back.ts'
import { poisonableApp, type Server, startServer } from './office.ts'
import type { RestoreRun } from './steps.ts'

/** A server on a database of its own, which can be put back to an earlier state while phones stay as they are. */
export interface Installation {
  server: Server
  /** Keeps the database as it is now; the answer puts it back, as often as it is called, and serves again at the same address. */
  keep: (how: RestoreRun['how']) => Promise<() => Promise<void>>
  close: () => Promise<void>
}

export async function openInstallation(engine: EngineName): Promise<Installation> {
  const place = await openPlace(engine)
  const { dataDir, config } = place
  const marks = folderMark(dataDir)
  const server = await startServer(await openDatabase(config), marks)
  const port = Number(new URL(server.base).port)
  let backups = 0

  const stop = async (): Promise<void> => {
    await server.close()
    await server.db.close()
  }
  const start = async (): Promise<void> => {
    server.db = await openDatabase(config)
    server.app = await poisonableApp(server.db, server.poisoned, marks)
    await server.app.listen({ port, host: '127.0.0.1' })
  }
  /** As `npm run new-history` does. */
  const beginHistory = async (): Promise<void> => {
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
      const putBack = await place.snapshot()
      await start()
      return async () => {
        await stop()
        await putBack()
        if (how === 'new-history') {
          // Lost with the disk: nothing but the operator's word tells of it.
          await rm(join(dataDir, MARK_FILE), { force: true })
          await beginHistory()
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
