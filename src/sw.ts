/// <reference lib="webworker" />
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isAppPath } from './app/navigation-scope.ts'
import { attachPush } from './app/push-events.ts'

declare const self: ServiceWorkerGlobalScope

// Only the build's own files are ever cached. /api answers (the company's theme included) come from the network or from the
// local database, so nothing of one account can be read by the next one through a cache.
// A file that never ends would hold the installation, which cannot be begun again meanwhile; those that came are kept for the next try.
const FILE_MS = 60_000
addPlugins([
  { requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(FILE_MS) }) },
])
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPath(url.pathname),
  createHandlerBoundToURL('/index.html'),
)

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
