import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** No limits by address or session, because the whole bench is one of each. */
export const NO_LIMIT = { RATE_LIMIT: '10000000', STREAMS_PER_SESSION: '100000', STREAMS_PER_COMPANY: '100000' }

/** A folder for one run's data. */
export async function temporaryFolder(name: string): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), `lolapp-bench-${name}-`))
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

/** `npm run seed -- --clients N` on the folder or the database that `env` names. */
export function growDemo(clients: number, env: Readonly<Record<string, string>>): Promise<void> {
  const args = ['--import', 'tsx', 'server/demo/seed-command.ts', '--clients', String(clients)]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The seed ended with ${code}`))))
  })
}

/** The real server with an enlarged demo company, in its own folder. */
export async function serveGrown(clients: number, webDir: string): Promise<ServerProcess> {
  const { folder, remove } = await temporaryFolder('data')
  await growDemo(clients, { DATA_DIR: folder })
  const server = await startServer({ dataDir: folder, webDir, env: NO_LIMIT })
  return {
    ...server,
    async dispose() {
      await server.dispose()
      await remove()
    },
  }
}
