/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { filesOf, PACK } from '../schemas/app-pack.ts'
import { isAppPath } from './app/navigation-scope.ts'
import { isOwnFile } from './app/own-file.ts'
import { attachPush } from './app/push-events.ts'

declare const self: ServiceWorkerGlobalScope

// Only the build's own files are ever cached. /api answers (the company's theme included) come from the network or from the
// local database, so nothing of one account can be read by the next one through a cache.
// A file that never ends would hold the installation, which cannot be begun again meanwhile; those that came are kept for the next try.
const FILE_MS = 60_000
const inTime = (): AbortSignal => AbortSignal.timeout(FILE_MS)
const files = self.__WB_MANIFEST
const app = new PrecacheController({
  plugins: [
    {
      requestWillFetch: async ({ request }) => new Request(request, { signal: inTime() }),
      // One file that is not ours ends the installation, which is begun again later.
      cacheWillUpdate: async ({ request, response }) =>
        (await isOwnFile(new URL(request.url).pathname, response)) ? response : null,
    },
  ],
})
app.addToCacheList(files)
registerRoute(new PrecacheRoute(app))
// A page of the former version goes on until it is loaded anew: what it still needs is not in this version's list.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPath(url.pathname),
  app.createHandlerBoundToURL('/index.html'),
)
cleanupOutdatedCaches()

/** Fewer are asked for by name: an update changes some. */
const WORTH_A_PACK = 40
const PACK_MS = 5 * FILE_MS
/** As many as a browser has connections to one server. */
const TOGETHER = 6

/** Hashed files that are not on the device, by their place in the cache. */
async function missing(cache: Cache): Promise<Set<string>> {
  const keys = files.flatMap((file) =>
    typeof file === 'string' || file.revision !== null ? [] : (app.getCacheKeyForURL(file.url) ?? []),
  )
  const here = new Set((await cache.keys()).map(({ url }) => url))
  return new Set(keys.filter((key) => !here.has(key)))
}

async function unpack(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  const pack = await fetch(`/${PACK}`, { credentials: 'same-origin', signal: AbortSignal.timeout(PACK_MS) })
  if (!pack.ok || pack.body === null || (pack.headers.get('content-type') ?? '').startsWith('text/')) return
  const kept: Promise<void>[] = []
  try {
    for await (const { path, type, bytes } of filesOf(pack.body)) {
      const key = app.getCacheKeyForURL(path)
      if (key === undefined || !wanted.has(key)) continue
      // Under the pack's own security headers: a worker's script brings its policy along.
      const headers = new Headers(pack.headers)
      for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name)
      headers.set('content-type', type)
      kept.push(cache.put(key, new Response(bytes, { headers })).catch(() => undefined))
    }
  } finally {
    // Of a pack that broke, what came is not asked for again.
    await Promise.all(kept)
  }
}

async function fetchOneByOne(cache: Cache, wanted: ReadonlySet<string>): Promise<void> {
  const urls = wanted.values()
  const one = async (): Promise<void> => {
    for (const url of urls) {
      const answer = await fetch(url, { credentials: 'same-origin', signal: inTime() })
      if (!(await isOwnFile(new URL(url).pathname, answer))) return
      await cache.put(url, answer)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, () => one().catch(() => undefined)))
}

/**
 * Workbox asks for one file after the other: a round trip for each of hundreds, most of a minute on a phone. So the hashed ones come first, in one
 * pack where many are missing, else together; what fails here is asked for again by Workbox, which decides whether the installation holds.
 */
async function fetchTogether(): Promise<void> {
  const cache = await caches.open(app.strategy.cacheName)
  const wanted = await missing(cache)
  if (wanted.size >= WORTH_A_PACK) await unpack(cache, wanted).catch(() => undefined)
  await fetchOneByOne(cache, wanted.size >= WORTH_A_PACK ? await missing(cache) : wanted)
}

self.addEventListener('install', (event) => {
  event.waitUntil(fetchTogether().then(() => app.install(event)))
})

// Where the browser knows such routes (Chromium) it answers by itself: calls of the API from the network, hashed files from the caches, from the
// network what they lack. Nothing to start and nothing to wait for: a screen is dozens of files, and the constant calls of the
// synchronisation do not keep an old worker alive when a new one takes over.
self.addEventListener('install', (event) => {
  const { addRoutes } = event as { addRoutes?: (rules: unknown) => Promise<void> }
  if (addRoutes === undefined) return
  const rules = [
    { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: 'cache' },
  ]
  event.waitUntil(addRoutes.call(event, rules).catch((error: unknown) => console.error(error)))
})

// A new version waits until the user accepts it: open forms are never swept away by a deployment.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  // Whoever asks wants to know that this worker runs (src/app/service-worker.ts).
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
  if (type === 'AWAKE') event.ports[0]?.postMessage(null)
  // A page of this version is up. Not while another is being installed: its files are in the same cache.
  const { installing, waiting } = self.registration
  if (type === 'TIDY' && !installing && !waiting) event.waitUntil(app.activate(event))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

attachPush(self)
