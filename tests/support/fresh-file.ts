import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { OPEN_COLLECTIONS } from 'rxdb'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { afterAll, vi } from 'vitest'

/**
 * Unit test files share processes, because to load React, Mantine and RxDB again for each file took more than half of the time. This is loaded
 * before each file and makes it begin as if it were alone: our own modules are evaluated again, and local databases, storages and stubs of the
 * file before are gone. What packages keep in their own modules stays.
 */

interface Evaluated {
  promise?: Promise<unknown> | undefined
  exports?: unknown
  evaluated: boolean
  importers: Set<string>
}

interface VitestWorker {
  evaluatedModules?: { idToModuleMap: Map<string, Evaluated> }
}

/** Vitest's own modules, and the set-up files, which are evaluated at this moment. */
const KEPT = /\/vitest\/dist\/|\/@vitest\/|\/tests\/support\/(?:fresh-file|dom-setup)\.ts/

/** As Vitest does it for files that are isolated, mocks included: `vi.resetModules` keeps the mocks of the file before. */
function forgetModules(): void {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: VitestWorker }
  const modules = worker?.evaluatedModules?.idToModuleMap
  if (!modules) throw new Error('This release of Vitest keeps its evaluated modules elsewhere: read its resetModules')
  for (const [path, module] of modules) {
    if (KEPT.test(path)) continue
    module.promise = undefined
    module.exports = undefined
    module.evaluated = false
    module.importers.clear()
  }
}

/** Dexie keeps the object that it found when it was loaded, so it is given the new one. */
function emptyDatabases(): void {
  const indexedDB = new IDBFactory()
  Object.defineProperty(globalThis, 'indexedDB', { value: indexedDB, configurable: true, writable: true })
  Dexie.dependencies.indexedDB = indexedDB
}

/** RxDB opens a limited number of collections per process. What does not close (a test held it up) is not waited for. */
async function closeDatabases(): Promise<void> {
  const open = new Set([...OPEN_COLLECTIONS].map(({ database }) => database))
  const closed = Promise.allSettled([...open].map((database) => database.close()))
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 2000))])
  OPEN_COLLECTIONS.clear()
  // The databases in memory have their names in common, too.
  getRxStorageMemory().collectionStates.clear()
}

/** Names that Vitest and packages add while they are loaded. */
const THEIRS = /^__|vitest/i

/** What is replaced or added on an object from now on is undone by the function that it returns. On the global object, additions stay. */
function keep(target: object): () => void {
  const before = Object.getOwnPropertyDescriptors(target) as Record<string, PropertyDescriptor>
  return () => {
    for (const name of Object.getOwnPropertyNames(target)) {
      const now = Object.getOwnPropertyDescriptor(target, name)
      const then = before[name]
      if (!now?.configurable || THEIRS.test(name)) continue
      if (!then) {
        if (target !== globalThis) Reflect.deleteProperty(target, name)
      } else if (now.value !== then.value || now.get !== then.get) Object.defineProperty(target, name, then)
    }
    if (target === globalThis) return
    for (const symbol of Object.getOwnPropertySymbols(target))
      if (!(symbol in before)) Reflect.deleteProperty(target, symbol)
  }
}

type Listening = Parameters<EventTarget['addEventListener']>

/** `vi.waitFor` gives up after a second where it is told nothing: on a busy machine that is soon. Like the other waits, it ends when something never comes. */
const PATIENCE_MS = 60_000
function waitLonger(): void {
  const { waitFor } = vi
  const waitPatiently: typeof waitFor = (look, options = PATIENCE_MS) => waitFor(look, options)
  // The files of a process have one `vi`.
  if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently
}

/** Listeners of the page that a module of ours adds when it is loaded, or that a test leaves, would answer in the files that follow. */
function keepListeners(target: EventTarget): () => void {
  const added: Listening[] = []
  const { addEventListener: add, removeEventListener: remove } = target
  const listen = (...listening: Listening): void => {
    added.push(listening)
    add.apply(target, listening)
  }
  Object.defineProperty(target, 'addEventListener', { value: listen, configurable: true, writable: true })
  return () => {
    Object.defineProperty(target, 'addEventListener', { value: add, configurable: true, writable: true })
    for (const [type, listener, options] of added) remove.call(target, type, listener, options)
  }
}

/** What a closed dialog does a moment later (the focus goes back) is done in the page of its own file. */
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50))

/** Watches of our modules end with their file. Packages keep theirs, which serve the files that follow (jsdom's frames); so do all timeouts. */
function keepIntervals(): () => void {
  const begin = globalThis.setInterval
  const begun: NodeJS.Timeout[] = []
  const remember = (...args: Parameters<typeof begin>): NodeJS.Timeout => {
    const interval = begin(...args)
    if (!new Error().stack?.split('\n')[2]?.includes('/node_modules/')) begun.push(interval)
    return interval
  }
  globalThis.setInterval = remember as typeof begin
  return () => {
    globalThis.setInterval = begin
    for (const interval of begun) clearInterval(interval)
  }
}

/** jsdom's page is the same one for all files of a process. */
function keepPage(): () => void {
  const objects = [
    globalThis,
    navigator,
    document,
    history,
    URL,
    Node.prototype,
    Element.prototype,
    HTMLElement.prototype,
  ]
  const undo = [...objects, HTMLCanvasElement.prototype, HTMLInputElement.prototype].map(keep)
  undo.push(keepListeners(window), keepListeners(document))
  return () => {
    for (const one of undo.reverse()) one()
    for (const element of [document.body, document.documentElement])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    document.body.replaceChildren()
    document.title = ''
    window.localStorage.clear()
    window.sessionStorage.clear()
    history.replaceState(null, '', '/')
  }
}

forgetModules()
emptyDatabases()
waitLonger()
const endIntervals = keepIntervals()
const leavePage = typeof window === 'undefined' ? undefined : keepPage()

afterAll(async () => {
  vi.useRealTimers()
  await closeDatabases()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  endIntervals()
  if (leavePage) await soon()
  leavePage?.()
})
