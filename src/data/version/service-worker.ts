import { useSyncExternalStore } from 'react'
import { isOpenMessage } from '../push/push-message.ts'
import { dirtyForms } from './dirty-forms.ts'
import { freeLine, quiet } from './free-line.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/** The state that the update prompt shows. */
export type ServiceWorkerState = 'idle' | 'offline-ready' | 'update-waiting' | 'updating'

let state: ServiceWorkerState = 'idle'
let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()
const setState = (next: ServiceWorkerState): void => {
  state = next
  for (const listener of listeners) listener()
}

export const useServiceWorkerState = (): ServiceWorkerState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => state,
  )

export const dismissNotice = (): void => setState('idle')

const AWAKE_MS = 10_000

/** Resolves once the worker runs, or after a while where it cannot be started. */
function awake(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(resolve, AWAKE_MS)
    port1.onmessage = () => resolve()
    worker.postMessage({ type: 'AWAKE' }, [port2])
  })
}

/** Sent to the other tabs: a tab of another version waits for them (WORK-5). */
export const RELOAD_CHANNEL = 'lolapp-recharger'
/** One channel to receive and one to send, so that a tab does not receive its own messages. */
let reloads: BroadcastChannel | undefined

export function reloadOtherTabs(): void {
  reloads ??= new BroadcastChannel(RELOAD_CHANNEL)
  reloads.postMessage(null)
}

/** The server no longer serves this version (VER-6): looks for the next one now, and offers it once it is installed. */
export const lookForUpdate = (): void => {
  registration?.update().catch(() => undefined)
}

/** Sent to every tab, this one included. */
const REST = 'lolapp-repos'
const restListeners = new Set<() => void>()

/**
 * A new version is about to take over, in whichever tab it was accepted: background work that calls the network must stop until the page
 * is reloaded.
 */
export function onRest(listener: () => void): () => void {
  restListeners.add(listener)
  return () => restListeners.delete(listener)
}

/** The new version controls the page, whose person refused the reload: that is all that is left to do. */
let reloadAgain: (() => void) | undefined

/**
 * Tells the waiting worker to take over; the page reloads once it controls it. Chromium ends the old worker first: at
 * once where the old one runs and has nothing to do, but after half a minute where a request has started it meanwhile. So the tabs'
 * synchronisations stop first, files being loaded are waited for, and both workers are started, the new one before the old one.
 */
export async function acceptUpdate(): Promise<void> {
  setState('updating')
  if (reloadAgain) return reloadAgain()
  const tabs = new BroadcastChannel(REST)
  tabs.postMessage(null)
  tabs.close()
  await quiet()
  const { controller } = navigator.serviceWorker
  if (waiting) await awake(waiting)
  if (controller) await awake(controller)
  waiting?.postMessage({ type: 'SKIP_WAITING' })
}

function offer(worker: ServiceWorker): void {
  waiting = worker
  reloadAgain = undefined
  setState('update-waiting')
}

/** Versions whose installation is followed. */
const followed = new WeakSet<ServiceWorker>()

/** A worker being installed is an update when another one controls the page, else the first one: ready for offline. */
function follow(worker: ServiceWorker, onFailure: () => void): void {
  if (followed.has(worker)) return
  followed.add(worker)
  const isUpdate = navigator.serviceWorker.controller !== null
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && isUpdate) offer(worker)
    if (worker.state === 'activated' && !isUpdate) setState('offline-ready')
    if (worker.state === 'redundant' && !isUpdate) onFailure()
  })
}

const STAYS_MS = 500
const GOES_MS = 30_000

/** Reloads with the drafts kept. The browser asks first where a form holds what no draft keeps: `onStay` is called when the page is still there then. */
function leave(reload: () => void, onStay: () => void = () => undefined): void {
  dirtyForms.saveDrafts()
  const after = ({ defaultPrevented }: Event): void => {
    if (!defaultPrevented) return
    // Timers stand still while the browser asks.
    setTimeout(() => {
      dirtyForms.stayed()
      onStay()
      // On a slow device its person may have let it go all the same.
      const keep = (): void => dirtyForms.keepDrafts()
      window.addEventListener('pagehide', keep)
      setTimeout(() => window.removeEventListener('pagehide', keep), GOES_MS)
    }, STAYS_MS)
  }
  window.addEventListener('beforeunload', after, { once: true })
  reload()
}

/** Reloads once when a new worker takes control, in whichever tab the update was accepted; drafts are kept (PWA-02). */
function reloadOnTakeOver(container: ServiceWorkerContainer, reload: () => void): void {
  let wasControlled = container.controller !== null
  let reloading = false
  const takeOver = (): void => {
    if (reloading) return
    reloading = true
    leave(reload, () => {
      reloading = false
      reloadAgain = takeOver
      setState('update-waiting')
    })
  }
  container.addEventListener('controllerchange', () => {
    // The very first worker takes control of a page that is already its own version.
    if (!wasControlled) {
      wasControlled = true
      return
    }
    takeOver()
  })
}

const INSTALL_AGAIN_MS = 20_000

let registration: ServiceWorkerRegistration | undefined

const TIDIED = 'lolapp.version'

/** Removes the former version's files once a page of this one is up. Sent once: a message starts the worker, and an update would wait for it. */
function tidyOnce({ active, waiting, installing }: ServiceWorkerRegistration): void {
  if (waiting || installing || localStorage.getItem(TIDIED) === __BUILD_DATE__) return
  active?.postMessage({ type: 'TIDY' })
  localStorage.setItem(TIDIED, __BUILD_DATE__)
}

/** Repeats a first installation in which a file failed to load: without it the app does not open where there is no network. */
async function install(container: ServiceWorkerContainer): Promise<void> {
  const current = await container.register('/sw.js', { scope: '/' })
  registration = current
  const again = (): void => void setTimeout(() => install(container).catch(again), INSTALL_AGAIN_MS)
  // A page that was loading while the first worker took control is not controlled, and would load its later files from the network.
  if (!container.controller) current.active?.postMessage({ type: 'CLAIM' })
  else tidyOnce(current)
  if (current.waiting && container.controller) offer(current.waiting)
  if (current.installing) follow(current.installing, again)
  current.addEventListener('updatefound', () => {
    if (current.installing) follow(current.installing, again)
  })
}

async function register(container: ServiceWorkerContainer, expectsLogin: boolean): Promise<void> {
  // A first installation loads every file of the app.
  if (!container.controller) await freeLine({ expectsLogin })
  await install(container)
  const check = (): void => {
    if (navigator.onLine && document.visibilityState === 'visible') registration?.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', check)
  setInterval(check, CHECK_EVERY_MS)
}

/** Registers /sw.js in a built app, a first one once the line is free (`expectsLogin`: nobody is signed in); `open` shows an address of the app in this tab; the development server has none. */
export function registerServiceWorker({
  reload = () => window.location.reload(),
  open = (_path: string): void => undefined,
  expectsLogin = false,
} = {}): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A notification was pressed: opens its record in this tab.
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (isOpenMessage(data)) open(data.url)
  })
  reloadOnTakeOver(navigator.serviceWorker, reload)
  reloads ??= new BroadcastChannel(RELOAD_CHANNEL)
  reloads.onmessage = () => leave(reload)
  new BroadcastChannel(REST).addEventListener('message', () => {
    for (const listener of restListeners) listener()
  })
  // Without a service worker the app still works online; the browser's reason is for the console only.
  register(navigator.serviceWorker, expectsLogin).catch((error: unknown) => console.error(error))
}
