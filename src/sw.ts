/// <reference lib="webworker" />
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { filesOf, PACK } from '../schemas/app-pack.ts'
import { isAppPath } from './app/service-worker/navigation-scope.ts'
import { isOwnFile } from './app/service-worker/own-file.ts'
import { attachPush } from './app/service-worker/push-events.ts'

declare const self: ServiceWorkerGlobalScope

// Only the build's own files are ever cached. /api answers (the company's theme included) come from the network or from the
// local database, so nothing of one account can be read by the next one through a cache.
// A file that never ends would block the installation, and with it the next try; files that were loaded are kept for that try.
const FILE_MS = 60_000
const inTime = (): AbortSignal => AbortSignal.timeout(FILE_MS)
const files = self.__WB_MANIFEST
const app = new PrecacheController({
  plugins: [
    {
      requestWillFetch: async ({ request }) => new Request(request, { signal: inTime() }),
      // One file that is not ours makes the installation fail; it is repeated later.
      cacheWillUpdate: async ({ request, response }) =>
        (await isOwnFile(new URL(request.url).pathname, response)) ? response : null,
    },
  ],
})
app.addToCacheList(files)
registerRoute(new PrecacheRoute(app))
// A page of the former version runs until it is reloaded: this version's list does not have the files that it still needs.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPath(url.pathname),
  app.createHandlerBoundToURL('/index.html'),
)
cleanupOutdatedCaches()

/** Fewer missing files than this are fetched one by one: an update changes only some. */
const WORTH_A_PACK = 40
const PACK_MS = 5 * FILE_MS
/** As many parallel requests as a browser has connections to one server. */
const TOGETHER = 6

/** Keys in the cache of the hashed files that are not on the device. */
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
      // With the pack's own security headers: a worker's script needs its policy.
      const headers = new Headers(pack.headers)
      for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name)
      headers.set('content-type', type)
      kept.push(cache.put(key, new Response(bytes, { headers })).catch(() => undefined))
    }
  } finally {
    // Files from a pack that failed halfway are stored too, and not fetched again.
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
 * Workbox fetches one file after the other: a round trip for each of hundreds, most of a minute on a phone. So the hashed ones are fetched first, in
 * one pack where many are missing, else in parallel; a file that fails here is fetched again by Workbox, which decides whether the installation succeeds.
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

// A browser that supports static routes (Chromium) answers by itself: calls of the API from the network, hashed files from the caches, and missing
// ones from the network. No worker is started or waited for: a screen is dozens of files, and the constant calls of the
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

// A new version waits until the user accepts it: a deployment must never discard open forms.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  // The page asks whether this worker runs (src/data/version/service-worker.ts).
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
  if (type === 'AWAKE') event.ports[0]?.postMessage(null)
  // A page of this version is up: removes old files, but not while another version is being installed, whose files are in the same cache.
  const { installing, waiting } = self.registration
  if (type === 'TIDY' && !installing && !waiting) event.waitUntil(app.activate(event))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

attachPush(self)
