// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BackLink } from './back-link.tsx'

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))
afterEach(cleanup)

/** A record whose list is the agenda, opened after these pages. */
async function stand(...entries: string[]): Promise<() => string> {
  const root = createRootRoute({ component: Outlet })
  const page = (path: string) => createRoute({ getParentRoute: () => root, path, component: () => <p>{path}</p> })
  const record = createRoute({
    getParentRoute: () => root,
    path: '/rdv/$id',
    component: () => <BackLink to="/agenda" size={44} />,
  })
  const history = createMemoryHistory({ initialEntries: [entries[0] ?? '/'] })
  const router = createRouter({ routeTree: root.addChildren([page('/'), page('/agenda'), record]), history })
  render(
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await router.load()
  for (const href of entries.slice(1)) await router.navigate({ href })
  await screen.findByRole('link', { name: 'Retour' })
  return () => router.state.location.href
}

it('leads from an appointment back home when one came from there, with the address as it was', async () => {
  const address = await stand('/?mois=11', '/rdv/r1')
  await userEvent.click(screen.getByRole('link', { name: 'Retour' }))
  await waitFor(() => expect(address()).toBe('/?mois=11'))
})

it('leads to the list where the record was opened by its address', async () => {
  const address = await stand('/rdv/r1')
  await userEvent.click(screen.getByRole('link', { name: 'Retour' }))
  await waitFor(() => expect(address()).toBe('/agenda'))
})

it('is a link to the list for a new tab', async () => {
  const address = await stand('/', '/rdv/r1')
  const link = screen.getByRole('link', { name: 'Retour' })
  expect(link.getAttribute('href')).toBe('/agenda')
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.setup().keyboard('{Control>}')
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))
  expect(address()).toBe('/rdv/r1')
})
