// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SearchField, useSearchText } from './search-field.tsx'

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))

function List() {
  const [text, setText] = useSearchText()
  return (
    <>
      <SearchField label="Rechercher" placeholder="Nom" value={text} onChange={setText} />
      <Link to={'/client/1' as never}>Zoé Martin</Link>
      <Link to={'/client' as never} search={{ tous: '1' } as never}>
        Tous
      </Link>
    </>
  )
}

async function show() {
  const root = createRootRoute({ component: Outlet })
  const list = createRoute({ getParentRoute: () => root, path: '/client', component: List })
  const record = createRoute({ getParentRoute: () => root, path: '/client/$id', component: () => <p>record</p> })
  // A real press lets the browser's history write between two listeners; a simulated one does not, so the history is in memory.
  window.history.replaceState(null, '', '/client')
  const router = createRouter({
    routeTree: root.addChildren([list, record]),
    history: createMemoryHistory({ initialEntries: ['/client'] }),
  })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Rechercher'), { target: { value: 'zoé' } })
  return router
}
const search = async () => ((await screen.findByLabelText('Rechercher')) as HTMLInputElement).value

it('the way back finds the search, also where a result was pressed at once', async () => {
  const router = await show()
  fireEvent.click(screen.getByRole('link', { name: 'Zoé Martin' }))
  await screen.findByText('record')
  act(() => router.history.back())
  expect(await search()).toBe('zoé')
})

it('a filter of the list that is pressed at once leaves the search', async () => {
  const router = await show()
  fireEvent.click(screen.getByRole('link', { name: 'Tous' }))
  await waitFor(() => expect(router.state.location.searchStr).toContain('zo%C3%A9'))
  expect(router.state.location.searchStr).toContain('tous=')
  expect(await search()).toBe('zoé')
})
