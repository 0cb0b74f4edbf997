import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findHeadlessShell } from '../../../.ci/programs.ts'
import { compileServer } from '../../../server/deploy/compile.ts'
import { buildWebApp } from '../../support/web-app.ts'
import { isAlive, makeDemoTemplate } from './demo-data.ts'

/** What each run builds, by its process: a second run in this folder must not replace the files that the first one serves. */
const RUNS = 'test-results/runs'
const own = join(RUNS, String(process.pid))

async function sweep(): Promise<void> {
  const runs = await readdir(RUNS).catch(() => [])
  for (const run of runs) if (!isAlive(Number(run))) await rm(join(RUNS, run), { recursive: true, force: true })
}

/**
 * Vitest's global set-up of the journeys, once for all files: builds the web app, compiles the server, chooses the browser and passes
 * their places, then makes the demo data that each server gets a copy of. `TEST_WEB_DIR` may name a build that is
 * used unchanged.
 */
export async function setup(): Promise<void> {
  await sweep()
  process.env.TEST_WEB_DIR ??= await buildWebApp(join(own, 'web'))
  process.env.TEST_SERVER = await compileServer(join(own, 'server'))
  const shell = findHeadlessShell()
  if (shell) process.env.TEST_BROWSER ??= shell
  await makeDemoTemplate(process.env.TEST_WEB_DIR)
}
