import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../support/server-process.ts'
import { webAppFolder } from '../../support/web-app.ts'

const PREFIX = 'lolapp-demo-'

/** One template for all files of a run: their processes have the same parent. */
const template = (): string => join(tmpdir(), `${PREFIX}${process.ppid}`)

const isAlive = (pid: number): boolean => {
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
 * A data folder as the server's first start leaves it, demo companies included. Making them takes longer than all else of a
 * start, so that the first file of a run makes them and the others get a copy.
 */
export async function demoData(): Promise<string> {
  if (!existsSync(template())) {
    await sweep()
    const making = `${template()}-making`
    await rm(making, { recursive: true, force: true })
    const server = await startServer({ webDir: webAppFolder(), dataDir: making })
    await server.stop()
    await server.dispose()
    await rename(making, template())
  }
  const copy = await mkdtemp(join(tmpdir(), 'lolapp-data-'))
  await cp(template(), copy, { recursive: true })
  return copy
}
