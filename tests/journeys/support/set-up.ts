import { findHeadlessShell } from '../../../.ci/programs.ts'
import { compileServer } from '../../../server/deploy/compile.ts'
import { buildWebApp } from '../../support/web-app.ts'
import { makeDemoTemplate } from './demo-data.ts'

/**
 * Vitest's global set-up of the journeys, once for all files: builds the web app, compiles the server, chooses the browser and passes
 * their places, then makes the demo data that each server gets a copy of. `TEST_WEB_DIR` may name a build that is
 * used unchanged.
 */
export async function setup(): Promise<void> {
  process.env.TEST_WEB_DIR ??= await buildWebApp()
  process.env.TEST_SERVER = await compileServer('test-results/server')
  const shell = findHeadlessShell()
  if (shell) process.env.TEST_BROWSER ??= shell
  await makeDemoTemplate(process.env.TEST_WEB_DIR)
}
