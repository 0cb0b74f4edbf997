import { useSyncExternalStore } from 'react'
import { dirtyForms } from './dirty-forms.ts'
import { isOpenMessage } from './push-message.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/** What the update prompt shows. */
export type ServiceWorkerState = 'idle' | 'offline-ready' | 'update-waiting'

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

const QUIET_MS = 300
const LATEST_MS = 4000

/** Resolves when no file was loaded for a moment. */
async function quiet(): Promise<void> {
  const limit = performance.now() + LATEST_MS
  for (let loaded = -1; performance.now() < limit; ) {
    const now = performance.getEntriesByType('resource').length
    if (now === loaded) return
    loaded = now
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

const AWAKE_MS = 10_000

/** Resolves once the worker runs; after a while too, where it cannot be started. */
function awake(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(resolve, AWAKE_MS)
    port1.onmessage = () => resolve()
    worker.postMessage({ type: 'AWAKE' }, [port2])
  })
}

/**
 * Tells the waiting worker to take over; the page reloads once it controls it. Chromium ends the old worker to let the new one in: at
 * once where the old one runs and has nothing to do, half a minute later where it is only being started, by a file that is still being
 * loaded or because it had gone to sleep. The new one is woken before it, so that nothing is left to be started in between.
 */
export async function acceptUpdate(): Promise<void> {
  await quiet()
  const { controller } = navigator.serviceWorker
  if (waiting) await awake(waiting)
  if (controller) await awake(controller)
  waiting?.postMessage({ type: 'SKIP_WAITING' })
}

function offer(worker: ServiceWorker): void {
  waiting = worker
  setState('update-waiting')
}

/** A worker being installed is an update when another one controls the page, else the first one: ready for offline. */
function follow(worker: ServiceWorker): void {
  const isUpdate = navigator.serviceWorker.controller !== null
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed' && isUpdate) offer(worker)
    if (worker.state === 'activated' && !isUpdate) setState('offline-ready')
  })
}

/** Reloads once when a new worker takes control, in whichever tab the update was accepted; drafts are kept (PWA-02). */
function reloadOnTakeOver(container: ServiceWorkerContainer, reload: () => void): void {
  let wasControlled = container.controller !== null
  let reloading = false
  container.addEventListener('controllerchange', () => {
    // The very first worker takes control of a page that is already its own version.
    if (!wasControlled) {
      wasControlled = true
      return
    }
    if (reloading) return
    reloading = true
    dirtyForms.saveDrafts()
    reload()
  })
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/sw.js', { scope: '/' })
  if (registration.waiting && container.controller) offer(registration.waiting)
  if (registration.installing) follow(registration.installing)
  registration.addEventListener('updatefound', () => {
    if (registration.installing) follow(registration.installing)
  })
  const check = (): void => {
    if (navigator.onLine && document.visibilityState === 'visible') registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', check)
  setInterval(check, CHECK_EVERY_MS)
}

/** Registers /sw.js in a built app; `open` shows an address of the app in this tab; the development server has none. */
export function registerServiceWorker({
  reload = () => window.location.reload(),
  open = (_path: string): void => undefined,
} = {}): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A notification was pressed: its record opens in this tab.
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (isOpenMessage(data)) open(data.url)
  })
  reloadOnTakeOver(navigator.serviceWorker, reload)
  // Without a service worker the app still works online; the browser's reason is for the console only.
  register(navigator.serviceWorker).catch((error: unknown) => console.error(error))
}
