// @vitest-environment jsdom
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
import { useQuery } from './use-query.ts'

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))
afterEach(cleanup)

function List() {
  const [query, setQuery] = useQuery()
  return (
    <button type="button" onClick={() => setQuery({ q: 'dup' })}>
      {query.q ?? 'all'}
    </button>
  )
}

/** A list, and a record whose screen is not loaded before `arrive`. */
async function stand() {
  let arrive = (): void => undefined
  const loaded = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const root = createRootRoute({ component: Outlet })
  const list = createRoute({ getParentRoute: () => root, path: '/client', component: List })
  const record = createRoute({
    getParentRoute: () => root,
    path: '/client/$id',
    loader: () => loaded,
    component: () => <p>record</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/client'] })
  const router = createRouter({ routeTree: root.addChildren([list, record]), history })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('button', { name: 'all' })
  return { router, arrive }
}

it('keeps a value in the address', async () => {
  const { router } = await stand()
  await userEvent.click(screen.getByRole('button'))
  await screen.findByRole('button', { name: 'dup' })
  expect(router.state.location.href).toBe('/client?q=dup')
})

it('a search that is kept late does not stop a person who leaves', async () => {
  const { router, arrive } = await stand()
  const left = router.navigate({ href: '/client/1' })
  await waitFor(() => expect(router.state.isLoading).toBe(true))
  await userEvent.click(screen.getByRole('button'))
  arrive()
  await left
  await screen.findByText('record')
  expect(router.state.location.href).toBe('/client/1')
})
