// @vitest-environment jsdom
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionStore } from '../data/session/session-store.ts'
import { managerRoute } from '../domain/navigation/manager-routes.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

const company = { id: 'c1', key: 'demo', NOM: 'Habitat Démo', COLOR: null, LOGO: null, BACKGROUND: null }

/** Opens the app at `path`. @returns a function that reads the present address */
const open = (path: string): (() => string) => {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return () => router.state.location.href
}

describe('a visitor who is not signed in', () => {
  beforeEach(() => {
    vi.stubGlobal('scrollTo', () => undefined)
    localStorage.clear()
    localStorage.setItem('lolapp.entreprise', JSON.stringify(company))
    sessionStore.reload()
  })

  it.each([
    '/manager/nimporte',
    '/manager/client/a/b/c',
    '/nulle/part',
    '/login/autre',
    '/space/nimporte',
    '/space/devis',
  ])('[TEN-08] %s is a 404, decided before any redirect to login', async (path) => {
    const address = open(path)
    expect(await screen.findByRole('heading', { name: 'Page introuvable' })).toBeTruthy()
    expect(address()).toBe(path)
  })

  it('[TEN-08] the privacy page is open to everybody', async () => {
    open('/confidentialite')
    expect(await screen.findByRole('heading', { level: 1, name: /Confidentialité/ })).toBeTruthy()
  })

  it('[AUT-04] / redirects a new device to the customers’ login, and a device of the staff to theirs', async () => {
    const address = open('/')
    await screen.findByRole('heading', { name: 'Votre espace client' })
    expect(address()).toBe('/login/space')
    expect(screen.getByRole('link', { name: 'Clients' }).getAttribute('aria-current')).toBe('page')
  })

  it('« Sécurité », which is part of « Mon compte » now, is where they wanted to go', async () => {
    const address = open('/manager/securite')
    await screen.findByRole('heading', { name: 'Connexion' })
    expect(address()).toBe('/login/manager?redirect=%2Fmanager%2Fcompte')
  })

  it('[TEN-09] the staff’s login, with the company’s name and the link to the privacy page', async () => {
    localStorage.setItem('lolapp.app.espace', '"manager"')
    const address = open('/')
    await screen.findByRole('heading', { name: 'Connexion' })
    expect(address()).toBe('/login/manager')
    expect(screen.getByText('Habitat Démo')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Confidentialité/ }).getAttribute('href')).toBe('/confidentialite')
    expect(screen.getByRole('link', { name: 'Utilisateurs' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Clients' }).getAttribute('href')).toBe('/login/space')
  })
})

describe('[RES-01] the twelve resources in the manager area', () => {
  const personnel = { IDPERSONNEL: 'p1', NOM: 'Moreau', NOM_COMPLET: 'Claire Moreau', INITIALES: 'CM', PHOTO: null }
  const account = { kind: 'personnel', id: 'p1', roles: ['commercial'], agences: [], personnel }
  const matched = (path: string): string | undefined => {
    const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
    const [, params, found] = router.getMatchedRoutes(path)
    // « ** »: only the beginning of the path is known here.
    return '**' in params ? undefined : found?.fullPath
  }

  beforeEach(() => {
    localStorage.clear()
    localStorage.setItem('lolapp.entreprise', JSON.stringify(company))
    localStorage.setItem('lolapp.auth', JSON.stringify({ token: 't', expiresAt: null, account }))
    sessionStore.reload()
  })

  it.each(['adresse', 'client', 'devis', 'intervention', 'intervention_planning', 'personnel', 'projet', 'rdv'])(
    '%s has a view, a form and a form for a new one',
    (resource) => {
      expect(matched(`/manager/${resource}/x1`)).toBe(`/manager/${resource}/$id`)
      expect(matched(`/manager/${resource}/create`)).toBe(`/manager/${resource}/create`)
      expect(matched(`/manager/${resource}/x1/edit`)).toBe(`/manager/${resource}/$id/edit`)
    },
  )

  it.each([
    ['technician', 'client/create', false],
    ['technician', 'rdv/x1/edit', false],
    ['technician', 'intervention/x1/edit', true],
    ['metreur', 'devis/create', false],
    ['metreur', 'intervention/create', true],
    ['commercial', 'intervention_planning/x1/edit', false],
    ['commercial', 'devis/create', true],
    ['commercial', 'personnel/create', true],
  ] as const)('[AUT-10] for a %s, %s opens: %s', async (role, path, opens) => {
    const auth = { token: 't', expiresAt: null, account: { ...account, roles: [role] } }
    localStorage.setItem('lolapp.auth', JSON.stringify(auth))
    sessionStore.reload()
    const router = createAppRouter(createMemoryHistory({ initialEntries: [`/manager/${path}`] }))
    await router.load()
    expect(router.state.matches.every(({ status }) => status !== 'notFound')).toBe(opens)
  })

  it.each(['role', 'entreprise'])('%s is read-only', (resource) => {
    expect(matched(`/manager/${resource}/x1`)).toBe(`/manager/${resource}/$id`)
    expect(matched(`/manager/${resource}/x1/edit`)).toBeUndefined()
  })

  it.each(['user', 'template'])('%s is a 404', async (resource) => {
    for (const path of ['x1', 'create', 'x1/edit']) expect(matched(`/manager/${resource}/${path}`)).toBeUndefined()
    open(`/manager/${resource}/x1`)
    expect(await screen.findByRole('heading', { name: 'Page introuvable' })).toBeTruthy()
  })
})

it('[TEN-08] each page of a role says whose it is, so that it is left when the role is taken away', () => {
  const { routesByPath } = createAppRouter(createMemoryHistory({ initialEntries: ['/'] }))
  expect(routesByPath['/manager/reglages'].options.staticData?.roles).toEqual(managerRoute('parametres').roles)
  expect(routesByPath['/manager/agenda'].options.staticData?.roles).toEqual(managerRoute('agenda').roles)
})
