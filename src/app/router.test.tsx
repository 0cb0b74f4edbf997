// @vitest-environment jsdom
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { configure, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'
import { sessionStore } from './session-store.ts'

const company = { id: 'c1', key: 'demo', NOM: 'Habitat Démo', COLOR: null, LOGO: null, BACKGROUND: null }

// The screens' chunks are imported for the first time here.
configure({ asyncUtilTimeout: 10_000 })

/** Opens the app at `path`; answers where it ended up. */
const open = (path: string): (() => string) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return () => router.state.location.href
}

describe('who is not signed in', () => {
  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined)
    localStorage.clear()
    localStorage.setItem('lolapp.entreprise', JSON.stringify(company))
    sessionStore.reload()
  })

  it.each(['/manager/nimporte', '/manager/client/a/b/c', '/nulle/part', '/login/autre'])(
    '[TEN-08] %s is a 404, decided before any redirect to login',
    async (path) => {
      const address = open(path)
      expect(await screen.findByRole('heading', { name: 'Page introuvable' })).toBeTruthy()
      expect(address()).toBe(path)
    },
  )

  it('[TEN-08] the privacy page is open to everybody', async () => {
    open('/confidentialite')
    expect(await screen.findByRole('heading', { level: 1, name: /Confidentialité/ })).toBeTruthy()
  })

  it('/ leads to login, with the company’s name and the link to the privacy page', async () => {
    const address = open('/')
    await screen.findByRole('heading', { name: 'Connexion' })
    expect(address()).toBe('/login/manager')
    expect(screen.getByText('Habitat Démo')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Confidentialité/ }).getAttribute('href')).toBe('/confidentialite')
    expect(screen.getByRole('link', { name: 'Utilisateurs' })).toBeTruthy()
  })
})
