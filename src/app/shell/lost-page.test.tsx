// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '../../data/session/session.tsx'
import { sessionStore } from '../../data/session/session-store.ts'
import type { Account } from '../../data/session/stored-session.ts'
import '../router.tsx'
import { LostPage } from './lost-page.tsx'

const said = vi.hoisted(() => ({ titles: [] as string[] }))
vi.mock('../../ui/notices/notices.tsx', async (original) => ({
  ...(await original<typeof import('../../ui/notices/notices.tsx')>()),
  notices: { error: (_message: string, title: string) => void said.titles.push(title) },
}))

const signIn = (roles: string[]): void => {
  const personnel = { IDPERSONNEL: 'p1', NOM: 'Roy', ROLES: roles }
  const account = { kind: 'personnel', id: 'p1', roles, agences: [], personnel } as unknown as Account
  sessionStore.setAuth({ token: 't', expiresAt: null, account })
}

/** A page of directors, one of everybody and the first screen. */
async function open(path: string): Promise<() => string> {
  const root = createRootRoute({
    component: () => (
      <SessionProvider>
        <LostPage />
        <Outlet />
      </SessionProvider>
    ),
    notFoundComponent: () => <h1>Page introuvable</h1>,
  })
  const page = (path: string, roles: '*' | readonly ['commercial_director']) =>
    createRoute({
      getParentRoute: () => root,
      path,
      staticData: { roles },
      beforeLoad: () => {
        if (roles !== '*' && !roles.some((role) => sessionStore.get().auth?.account.kind === 'personnel' && isIn(role)))
          throw notFound()
      },
      component: () => <h1>{path}</h1>,
    })
  const isIn = (role: string): boolean => {
    const account = sessionStore.get().auth?.account
    return account?.kind === 'personnel' && (account.roles as string[]).includes(role)
  }
  const routeTree = root.addChildren([page('/', '*'), page('/reglages', ['commercial_director']), page('/agenda', '*')])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('heading')
  return () => router.state.location.pathname
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  said.titles.length = 0
  sessionStore.setCompany({ id: 'c1', key: 'demo', NOM: 'Démo' } as never)
  signIn(['commercial_director'])
})
afterEach(cleanup)

it('[TEN-08] [ERR-01] an open page whose role is taken away is left for the first screen, and the person is told', async () => {
  const address = await open('/reglages')
  expect(address()).toBe('/reglages')
  act(() => signIn(['commercial_director', 'assistant']))
  expect([address(), said.titles]).toEqual(['/reglages', []])
  act(() => signIn(['assistant']))
  await vi.waitFor(() => expect(address()).toBe('/'))
  await screen.findByRole('heading', { name: '/' })
  expect(said.titles).toEqual(['Vous n’avez plus accès'])
  expect(sessionStore.get().auth?.token).toBe('t')
})

it('[TEN-08] a page of everybody stays, and an address that was never theirs is a 404', async () => {
  const agenda = await open('/agenda')
  act(() => signIn(['assistant']))
  expect([agenda(), said.titles]).toEqual(['/agenda', []])
  cleanup()
  const foreign = await open('/reglages')
  await screen.findByRole('heading', { name: 'Page introuvable' })
  expect([foreign(), said.titles]).toEqual(['/reglages', []])
})
