// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ASSET_CODES, type AssetCode } from '../../schemas/assets.ts'
import type { Company } from '../data/session/stored-session.ts'
import { applyCompanyTheme } from '../domain/company/company-theme.ts'
import { AuthLayout } from '../features/login/auth-layout.tsx'
import { SpaceHomeScreen } from '../features/space/space-home-screen.tsx'

/** What the server gives of each asset is tested in tests/contract/assets.test.ts; here, that a screen shows it. */

const held: { company: Partial<Company> } = { company: {} }
vi.mock('../data/session/session.tsx', () => ({
  useCompany: () => held.company,
  useClientSession: () => ({ account: { name: 'Zoé Martin' } }),
}))
vi.mock('../features/space/use-seen.ts', () => ({ useSeen: () => ({ state: 'reading', data: undefined }) }))
vi.mock('../features/space/shown.tsx', () => ({ Shown: () => null }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children, className }: { to: string; children: ReactNode; className?: string }) => (
    <a href={to} className={className}>
      {children}
    </a>
  ),
}))
Object.defineProperty(window, 'matchMedia', {
  value: () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }),
})
afterEach(cleanup)

const login = (): HTMLElement =>
  render(
    <MantineProvider>
      <AuthLayout area="manager">formulaire</AuthLayout>
    </MantineProvider>,
  ).container
const space = (): HTMLElement =>
  render(
    <MantineProvider>
      <SpaceHomeScreen />
    </MantineProvider>,
  ).container

/** For each asset: its field, two values, and what somebody sees of it. */
const SHOWN: Record<AssetCode, { field: keyof Company; values: [string, string]; seen: () => string | null }> = {
  fond_connexion: {
    field: 'BACKGROUND',
    values: ['/a.svg', '/b.svg'],
    seen: () =>
      /url\("?([^")]*)/.exec(
        (login().querySelector('[style*="background-image"]') as HTMLElement).style.backgroundImage,
      )?.[1] ?? null,
  },
  couleur: {
    field: 'COLOR',
    values: ['#0b7285', '#5f3dc4'],
    seen: () => {
      applyCompanyTheme(held.company as Company)
      return document.documentElement.style.getPropertyValue('--lola-company')
    },
  },
  accueil_connexion: {
    field: 'ACCUEIL_CONNEXION',
    values: ['Bienvenue.', 'Bonjour à tous.'],
    seen: () => login().querySelector('main p')?.textContent ?? null,
  },
  accueil_client: {
    field: 'ACCUEIL_CLIENT',
    values: ['Bienvenue chez vous.', 'Votre chantier, jour après jour.'],
    seen: () => space().querySelector('p')?.textContent ?? null,
  },
  lien_confidentialite: {
    field: 'LIEN_CONFIDENTIALITE',
    values: ['/confidentialite', 'https://www.example.com/donnees'],
    seen: () => {
      login()
      return screen.getByRole('link', { name: 'Confidentialité et mentions légales' }).getAttribute('href')
    },
  },
}

it.each(ASSET_CODES)('[SET-06 screens] %s: changing it changes what a screen shows', (code) => {
  const { field, values, seen } = SHOWN[code]
  for (const value of values) {
    held.company = { id: 'c', key: 'demo', NOM: 'Démo', [field]: value }
    expect(seen()).toBe(value)
    cleanup()
  }
})

it('[SET-06 assets] (none) without words there is no empty line, and the app’s own page about personal data', () => {
  held.company = { id: 'c', key: 'demo', NOM: 'Démo' }
  expect(login().querySelector('main p')).toBeNull()
  expect(screen.getByRole('link', { name: 'Confidentialité et mentions légales' }).getAttribute('href')).toBe(
    '/confidentialite',
  )
  held.company = { ...held.company, LIEN_CONFIDENTIALITE: 'javascript:alert(1)' }
  cleanup()
  login()
  expect(screen.getByRole('link', { name: 'Confidentialité et mentions légales' }).getAttribute('href')).toBe(
    '/confidentialite',
  )
})
