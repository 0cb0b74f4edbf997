/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isAppPath } from './app/navigation-scope.ts'
import { attachPush } from './app/push-events.ts'

declare const self: ServiceWorkerGlobalScope

// Only the build's own files are ever cached. /api answers (the company's theme included) come from the network or from the
// local database, so nothing of one account can be read by the next one through a cache.
// A file that never ends would hold the installation, which cannot be begun again meanwhile; those that came are kept for the next try.
const FILE_MS = 60_000
const inTime = (): AbortSignal => AbortSignal.timeout(FILE_MS)
const files = self.__WB_MANIFEST
const app = new PrecacheController({
  plugins: [{ requestWillFetch: async ({ request }) => new Request(request, { signal: inTime() }) }],
})
app.addToCacheList(files)
registerRoute(new PrecacheRoute(app))
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPath(url.pathname),
  app.createHandlerBoundToURL('/index.html'),
)
cleanupOutdatedCaches()

/** As many as a browser has connections to one server. */
const TOGETHER = 6

/**
 * Workbox asks for one file after the other: a round trip for each of hundreds, most of a minute on a phone. So the hashed ones are fetched
 * together first; what fails here is asked for again by Workbox, which decides whether the installation holds.
 */
async function fetchTogether(): Promise<void> {
  const cache = await caches.open(app.strategy.cacheName)
  const here = new Set((await cache.keys()).map(({ url }) => url))
  const hashed = files
    .flatMap((file) =>
      typeof file === 'string' || file.revision !== null ? [] : (app.getCacheKeyForURL(file.url) ?? []),
    )
    .filter((url) => !here.has(url))
    .values()
  const one = async (): Promise<void> => {
    for (const url of hashed) {
      const answer = await fetch(url, { credentials: 'same-origin', signal: inTime() })
      if (!answer.ok) return
      await cache.put(url, answer)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, () => one().catch(() => undefined)))
}

self.addEventListener('install', (event) => {
  event.waitUntil(fetchTogether().then(() => app.install(event)))
})
self.addEventListener('activate', (event) => event.waitUntil(app.activate(event)))

// Calls of the API go straight to the network where the browser knows such routes (Chromium): nothing to start and nothing to wait
// for, and the constant calls of the synchronisation do not keep an old worker alive when a new one takes over.
self.addEventListener('install', (event) => {
  const { addRoutes } = event as { addRoutes?: (rules: unknown) => Promise<void> }
  if (addRoutes === undefined) return
  const rules = [{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }]
  event.waitUntil(addRoutes.call(event, rules).catch((error: unknown) => console.error(error)))
})

// A new version waits until the user accepts it: open forms are never swept away by a deployment.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  // Whoever asks wants to know that this worker runs (src/app/service-worker.ts).
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
  if (type === 'AWAKE') event.ports[0]?.postMessage(null)
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

attachPush(self)
