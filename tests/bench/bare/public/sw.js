// Everything this page ever asked for, from the cache: what any offline page needs at least.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname.startsWith('/api-')) return
  event.respondWith(
    caches.open('bare').then(async (cache) => {
      const known = await cache.match(event.request)
      if (known) return known
      const fresh = await fetch(event.request)
      await cache.put(event.request, fresh.clone())
      return fresh
    }),
  )
})
