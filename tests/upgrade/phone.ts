import { join } from 'node:path'
import { Script } from 'node:vm'
import { Dexie, liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { build, type Rollup } from 'vite'
import type { TransportOptions } from '../../sync/net/transport.ts'
import type { App, AppCode } from './app-code.ts'
import { type Release, treeOf } from './releases.ts'

/** One phone, whose storage is kept while different versions of the app are opened on it. */

type Instantiate = (...globals: unknown[]) => { code: AppCode }

const GLOBALS = ['globalThis', 'self', 'window', 'indexedDB', 'IDBKeyRange', 'navigator', 'console', 'phoneDexie']

const compiled = new Map<Release, Promise<Instantiate>>()

/** The product's code of a release as one text, whose browser globals are the phone's. */
async function compile(release: Release): Promise<Instantiate> {
  const tree = await treeOf(release)
  const built = (await build({
    root: tree,
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { dexie: join(tree, 'tests/faults/realm-dexie.ts') }, preserveSymlinks: true },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(tree, 'tests/upgrade/app-code.ts'), formats: ['iife'], name: 'app' },
    },
  })) as Rollup.RollupOutput[]
  const [chunk, ...more] = built.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk' || more.length > 0) throw new Error(`The app of ${release} is not one file`)
  const text = `(function (${GLOBALS.join(', ')}) {\n${chunk.code}\nreturn app\n})`
  return new Script(text, { filename: `app ${release}` }).runInThisContext() as Instantiate
}

/** Loses answers on demand, and counts them. */
export interface Line {
  /** Loses the answer to the next call of this method, after the server has accepted it. */
  loseAnswerTo: (method: string) => void
  lost: number
}

export interface Phone {
  open: (release: Release, to: Omit<TransportOptions, 'fetch'>) => Promise<App>
  line: Line
}

export function newPhone(): Phone {
  const storage = new IDBFactory()
  let losing: string | undefined
  const line: Line = {
    lost: 0,
    loseAnswerTo: (method) => {
      losing = method
    },
  }
  const http: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (losing === undefined || init?.method !== losing || !response.ok) return response
    losing = undefined
    line.lost += 1
    await response.text()
    throw new TypeError('The answer is lost')
  }
  return {
    line,
    open: async (release, to) => {
      let instantiate = compiled.get(release)
      if (!instantiate) {
        instantiate = compile(release)
        compiled.set(release, instantiate)
      }
      const own: Record<string, unknown> = {
        indexedDB: storage,
        IDBKeyRange,
        navigator: { onLine: true },
        console: { ...console, warn: () => undefined },
        phoneDexie: { Dexie, liveQuery },
        window: { addEventListener: () => undefined, removeEventListener: () => undefined },
      }
      const scope = new Proxy(globalThis, {
        get: (target, name) => (typeof name === 'string' && name in own ? own[name] : Reflect.get(target, name)),
        has: (target, name) => name in own || name in target,
      })
      own.globalThis = scope
      own.self = scope
      const { code } = (await instantiate)(...GLOBALS.map((name) => own[name]))
      return code.open({ ...to, fetch: http })
    },
  }
}
