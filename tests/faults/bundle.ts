import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { moduleOf, type Release } from './releases.ts'

export interface BundleInput {
  /** Entry file, in this folder. */
  entry: string
  /** Name of the variable that receives its exports. */
  name: string
  /** Modules to replace, and the file of this folder that replaces each. */
  alias?: Record<string, string>
  /** Release of the app that the product's code is made. */
  release: Release
}

/** Bundles a file of this folder with all its imports into one script. */
export async function bundle({ entry, name, release, alias = {} }: BundleInput): Promise<string> {
  const file = (one: string): string => join(import.meta.dirname, one)
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [madeOf(release)],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: Object.fromEntries(Object.entries(alias).map(([module, one]) => [module, file(one)])) },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: file(entry), formats: ['iife'], name },
    },
  })) as Rollup.RollupOutput[]
  const [chunk, ...more] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`${entry} is not one file`)
  return chunk.code
}

/** Changes the product's own modules into those of a release. */
const madeOf = (release: Release): Plugin => ({
  name: 'release',
  enforce: 'pre',
  transform: (code, id) => (/\/(schemas|sync)\/[^?]*\.ts$/.test(id) ? moduleOf(release, code, id) : null),
})
