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
import { openPlace } from '../support/put-back.ts'
import { testSecrets } from '../support/test-app.ts'
import { poisonableApp, type Server, startServer } from './server.ts'
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
  const files = join(dataDir, 'files')
  const { files: store } = createPorts(readConfig({ DATA_DIR: dataDir }).ports, { secrets: testSecrets })
  const outside = { marks, files: store }
  const server = await startServer(await openDatabase(config), outside)
  const port = Number(new URL(server.base).port)
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
      const bytes = join(dataDir, `octets-${++copies}`)
      if (how === 'new-history') await copyFolder(files, bytes)
      await start()
      return async () => {
        await stop()
        await putBack()
        if (how === 'new-history') {
          // Lost with the disk: nothing but the operator's word tells of it. Bytes of files that came since are lost with it too.
          await rm(join(dataDir, MARK_FILE), { force: true })
          await rm(files, { recursive: true, force: true })
          await copyFolder(bytes, files)
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

/** A folder that nothing was written to yet does not exist. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(from, { recursive: true })
  await cp(from, to, { recursive: true })
}
