import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
/** Files that the web app is built from. */
const SOURCES = ['index.html', 'vite.config.ts', 'package-lock.json', 'src', 'sync', 'schemas', 'documents', 'public']

/** Options of a build: where it prints, and what aborts it. */
interface Building {
  say: (text: string) => void
  signal?: AbortSignal
}

/**
 * Builds the web app when it is missing or older than its sources. Throws when the build fails, or when `signal` aborts it. An installation without the build
 * tools (server/deploy) serves the web app that it came with.
 */
export async function buildWebApp(folder: string, { say, signal }: Building): Promise<void> {
  const page = join(folder, 'index.html')
  if (existsSync(page) && !existsSync(VITE)) return
  if (existsSync(page) && newest(SOURCES.map((name) => join(ROOT, name))) <= statSync(page).mtimeMs) return
  say("Construction de l'application web…")
  await vite(folder, signal)
}

/** Time of the latest change under the paths, in ms; tests are not part of the app. */
function newest(paths: readonly string[]): number {
  let latest = 0
  for (const path of paths) {
    if (!existsSync(path) || /\.test\.tsx?$/.test(path)) continue
    const { mtimeMs } = statSync(path)
    const inside = statSync(path).isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : mtimeMs
    latest = Math.max(latest, inside)
  }
  return latest
}

/** In a process of its own: the build's memory goes back to the system. */
function vite(folder: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [VITE, 'build', '--logLevel', 'warn'], {
      cwd: ROOT,
      ...(signal ? { signal } : {}),
      env: { ...process.env, OUT_DIR: folder, NODE_ENV: 'production' },
      // Standard output belongs to the log.
      stdio: ['ignore', 2, 2],
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error("la construction de l'application web a échoué (npm run build en dit plus)."))
    })
  })
}
