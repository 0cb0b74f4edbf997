import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** Absolute folder of the built web app that the journeys serve. */
export function webAppFolder(): string {
  const folder = process.env.TEST_WEB_DIR
  if (!folder) throw new Error('The web app is not built: tests that need it belong in tests/journeys')
  return resolve(folder)
}

/**
 * Builds the web app as `npm run build` does, in a folder of its own.
 * @param env more variables of the build, for example a version that makes a second build differ
 * @param tree of the product's code
 * @returns the absolute folder
 */
export function buildWebApp(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  tree = process.cwd(),
): Promise<string> {
  const outDir = resolve(folder)
  const args = ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
  return new Promise((done, fail) => {
    // Vitest's NODE_ENV=test would build React's development version.
    const child = spawn(process.execPath, args, { cwd: tree, env: { ...process.env, ...env, NODE_ENV: 'production' } })
    let output = ''
    child.stdout.on('data', (data: Buffer) => {
      output += data
    })
    child.stderr.on('data', (data: Buffer) => {
      output += data
    })
    child.once('error', fail)
    child.once('exit', (code) => {
      if (code === 0) done(outDir)
      else fail(new Error(`vite build ended with ${code}\n${output}`))
    })
  })
}
