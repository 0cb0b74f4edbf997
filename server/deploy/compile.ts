import { execFile } from 'node:child_process'
import { cp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
/** What the server reads beside its code. */
const DATA = ['server/migrations', 'server/accounts/common-passwords', 'schemas/communes', 'documents/fonts']

const ROOMS = ['server', 'schemas', 'documents']
const isData = (path: string): boolean => !/\.(ts|mjs)$/.test(path)

/**
 * The server and its commands as JavaScript, with what they read: it starts in a fraction of the time, holds no compiler in its memory and
 * needs none installed. Types are the business of `npm run check`.
 * @returns the absolute path of the program to start
 */
export async function compileServer(folder: string): Promise<string> {
  const outDir = resolve(folder)
  // A migration of another build that is left there would be run.
  for (const name of ROOMS) await rm(join(outDir, name), { recursive: true, force: true })
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const project = join(import.meta.dirname, 'server.tsconfig.json')
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', outDir])
  for (const name of DATA) await cp(join(ROOT, name), join(outDir, name), { recursive: true, filter: isData })
  return join(outDir, 'server/start.js')
}
