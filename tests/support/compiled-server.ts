import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** What the server reads beside its code. */
const DATA = ['server/migrations', 'server/accounts/common-passwords', 'schemas/communes', 'documents/fonts']

/**
 * Compiles the server once for tests that start it again and again: from TypeScript each start costs seconds of loading. Types are the
 * business of `npm run check`.
 * @returns the absolute path of the program to start
 */
export async function compileServer(folder = 'test-results/server'): Promise<string> {
  const outDir = resolve(folder)
  await rm(outDir, { recursive: true, force: true })
  const project = join(import.meta.dirname, 'server.tsconfig.json')
  await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project, '--outDir', outDir])
  for (const name of DATA) await cp(name, join(outDir, name), { recursive: true })
  return join(outDir, 'server/start.js')
}
