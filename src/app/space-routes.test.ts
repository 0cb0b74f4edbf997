// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { STORAGE_KEYS, sessionStore } from '../data/session/session-store.ts'
import { createAppRouter } from './router.tsx'

/** Whether a signed-in customer has a page at this address. */
async function opens(path: string): Promise<boolean> {
  const account = { kind: 'client', id: 'k1', name: 'Zoé Durand' }
  localStorage.setItem(STORAGE_KEYS.company, JSON.stringify({ id: 'c1', key: 'demo', NOM: 'Démo' }))
  localStorage.setItem(STORAGE_KEYS.auth, JSON.stringify({ token: 't', expiresAt: null, account }))
  sessionStore.reload()
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { matches, location } = router.state
  return location.pathname === path && matches.every(({ status }) => status === 'success')
}

it('[SPA-01 routes] each page of the customer space has its address, and there is no other', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const pages = ['', '/moi', '/projet/j1', '/devis/d1', '/commande/d1', '/parrain', '/apres-vente', '/comptable']
  for (const page of pages) expect([page, await opens(`/space${page}`)]).toEqual([page, true])
  for (const page of ['/autre', '/projet', '/commande'])
    expect([page, await opens(`/space${page}`)]).toEqual([page, false])
})
