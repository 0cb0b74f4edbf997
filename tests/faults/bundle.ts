import { join } from 'node:path'
import { build, type Rollup } from 'vite'

export interface BundleInput {
  /** File of this folder. */
  entry: string
  /** Of the variable that its exports are given to. */
  name: string
  /** Files of this folder in place of modules. */
  alias?: Record<string, string>
}

/** A file of this folder and all that it imports, as one script. */
export async function bundle({ entry, name, alias = {} }: BundleInput): Promise<string> {
  const file = (one: string): string => join(import.meta.dirname, one)
  const built = (await build({
    configFile: false,
    logLevel: 'error',
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
