import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

/**
 * Folders of the packages whose code, style or font is in the built web app (`node_modules/dexie`), with its workers and its service worker. Builds the web
 * app into a temporary folder.
 */
export async function browserPackages(): Promise<string[]> {
  const folders = new Set<string>()
  const collect = (): Plugin => ({
    name: 'collect-packages',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset') for (const name of output.originalFileNames) add(name)
        else for (const [id, { renderedLength }] of Object.entries(output.modules)) if (renderedLength > 0) add(id)
      }
      // Styles leave the chunks before this.
      for (const id of this.getModuleIds()) if (/\.css($|\?)/.test(id)) add(id)
    },
  })
  const add = (id: string): void => {
    const folder = packageFolder(id)
    if (folder) folders.add(folder)
  }
  const outDir = mkdtempSync(join(tmpdir(), 'lolapp-notices-'))
  try {
    await build({
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
      plugins: [collect()],
      worker: { plugins: () => [collect()] },
    })
    // The service worker is a build of its own, inside vite-plugin-pwa.
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      build: { write: false, rolldownOptions: { input: 'src/sw.ts' } },
      plugins: [collect()],
    })
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
  return [...folders].sort()
}

/** The package's key in the lock file, from a module's path; undefined for a file of the project. */
export function packageFolder(id: string): string | undefined {
  return /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@][^/]*)\//.exec(id)?.[1]
}
