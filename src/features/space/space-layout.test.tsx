// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { SpaceLayout } from './space-layout.tsx'

const fake = vi.hoisted(() => ({ path: '/space' }))
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: fake.path }),
  useNavigate: () => () => Promise.resolve(),
  useRouter: () => ({ history: { canGoBack: () => false, back: () => undefined } }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  Navigate: () => null,
  Outlet: () => <p>page</p>,
}))
vi.mock('../../data/session/session.tsx', () => ({
  useCompany: () => ({ NOM: 'Habitat' }),
  useClientSession: () => ({ company: { id: 'c1' }, account: { id: 'k1', name: 'Zoé Durand' } }),
}))
vi.mock('../../data/session/session-actions.ts', () => ({ logout: async () => undefined }))
vi.mock('../../data/api/seen-store.ts', () => ({ openSeenStore: () => ({}) }))
vi.mock('../../forms/may-log-out.ts', () => ({ mayLogOut: async () => true }))
vi.mock('./use-seen.ts', () => ({ useSeen: () => ({ state: 'reading', data: undefined }) }))

/** What stands in the header of the space, in its order. */
const headerAt = (path: string): (string | null)[] => {
  fake.path = path
  const { container, unmount } = render(
    <MantineProvider env="test">
      <SpaceLayout />
    </MantineProvider>,
  )
  const parts = container.querySelectorAll('header :is(a, button, h1)')
  const words = [...parts].map(({ textContent }) => textContent)
  unmount()
  return words
}

it('[SPA-01 header] greets on the home page, leads home and back from every other page, and logs out from all of them', () => {
  for (const home of ['/space', '/space/']) expect(headerAt(home)).toEqual(['Se déconnecter', 'Bonjour Zoé Durand'])
  for (const page of ['/space/moi', '/space/devis/d1'])
    expect(headerAt(page)).toEqual(['Retour', 'Accueil', 'Se déconnecter'])
})
