import { findHeadlessShell } from '../../../.ci/programs.ts'
import { compileServer } from '../../../server/deploy/compile.ts'
import { buildWebApp } from '../../support/web-app.ts'
import { makeDemoTemplate } from './demo-data.ts'

/**
 * Vitest's global set-up of the journeys, once for all files: builds the web app, compiles the server, chooses the browser and tells them
 * where these are, then makes the demo data that each of their servers gets a copy of. `TEST_WEB_DIR` set beforehand names a build that is
 * kept as it is.
 */
export async function setup(): Promise<void> {
  process.env.TEST_WEB_DIR ??= await buildWebApp()
  process.env.TEST_SERVER = await compileServer('test-results/server')
  const shell = findHeadlessShell()
  if (shell) process.env.TEST_BROWSER ??= shell
  await makeDemoTemplate(process.env.TEST_WEB_DIR)
}
