// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { STORAGE_KEYS, sessionStore } from '../data/session/session-store.ts'
import { createAppRouter } from './router.tsx'

/** The route that a signed-in customer gets at this address. */
async function routeAt(path: string): Promise<string | undefined> {
  const account = { kind: 'client', id: 'k1', name: 'Zoé Durand' }
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 't', expiresAt: null, account }))
  sessionStore.reload()
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return router.state.matches.at(-1)?.fullPath
}

it('[SPA-01 routes] each page of the customer space has its address', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const routes = {
    '/space': '/space/',
    '/space/moi': '/space/moi',
    '/space/projet/j1': '/space/projet/$id',
    '/space/devis/d1': '/space/devis/$id',
    '/space/commande/d1': '/space/commande/$id',
    '/space/parrain': '/space/parrain',
    '/space/apres-vente': '/space/apres-vente',
    '/space/comptable': '/space/comptable',
  }
  for (const [address, route] of Object.entries(routes))
    expect([address, await routeAt(address)]).toEqual([address, route])
})
