import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

export interface BuiltPage {
  folder: string
  remove: () => Promise<void>
}

/** Builds one of the bench's own pages (`page`, `bare`, `alone`) as the product is built. */
export async function buildPage(name: 'page' | 'bare' | 'alone'): Promise<BuiltPage> {
  const folder = await mkdtemp(join(tmpdir(), `lolapp-bench-${name}-`))
  await build({
    root: new URL(`./${name}`, import.meta.url).pathname,
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis', __BUILD_DATE__: JSON.stringify(new Date().toISOString()) },
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  if (!(await readdir(folder)).includes('index.html')) throw new Error(`${name} was not built`)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Builds one worker of the bench into the web app's files, so that the real server serves it from the app's own address. */
export async function addWorker(name: 'raw-pull', folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis' },
    build: {
      outDir: join(folder, 'assets'),
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2023',
      lib: {
        entry: new URL(`./page/${name}.ts`, import.meta.url).pathname,
        formats: ['es'],
        fileName: () => `${name}.js`,
      },
    },
  })
}
