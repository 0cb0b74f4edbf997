import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../support/server-process.ts'

const PREFIX = 'lolapp-demo-'

/** One template for all files of a run: their processes have the same parent, which made it. */
const template = (run: number): string => join(tmpdir(), `${PREFIX}${run}`)

/** Whether a run goes on: by its process. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Templates of runs that are over. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length).split('-')[0])))
      await rm(join(tmpdir(), name), { recursive: true, force: true })
}

/**
 * Makes the data folder of a server's first start, demo companies included. It takes longer than the rest of a start, so it is
 * made once, before the first file of a run.
 */
export async function makeDemoTemplate(webDir: string): Promise<void> {
  await sweep()
  const making = `${template(process.pid)}-making`
  await rm(making, { recursive: true, force: true })
  const server = await startServer({ webDir, dataDir: making })
  await server.stop()
  await server.dispose()
  await rename(making, template(process.pid))
}

/** A copy of the run's template, for one server. */
export async function demoData(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'lolapp-data-'))
  await cp(template(process.ppid), copy, { recursive: true })
  return copy
}
