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
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SearchField, useSearchText } from './search-field.tsx'

beforeEach(() => void vi.stubGlobal('scrollTo', () => undefined))

function List() {
  const [text, setText] = useSearchText()
  return (
    <>
      <SearchField label="Rechercher" placeholder="Nom" value={text} onChange={setText} />
      <Link to={'/client/1' as never}>Zoé Martin</Link>
    </>
  )
}

it('the way back finds the search, also where a result was pressed at once', async () => {
  const root = createRootRoute({ component: Outlet })
  const list = createRoute({ getParentRoute: () => root, path: '/client', component: List })
  const record = createRoute({ getParentRoute: () => root, path: '/client/$id', component: () => <p>record</p> })
  const history = createMemoryHistory({ initialEntries: ['/client'] })
  const router = createRouter({ routeTree: root.addChildren([list, record]), history })
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Rechercher'), { target: { value: 'zoé' } })
  fireEvent.click(screen.getByRole('link', { name: 'Zoé Martin' }))
  await screen.findByText('record')
  act(() => history.back())
  expect(((await screen.findByLabelText('Rechercher')) as HTMLInputElement).value).toBe('zoé')
})
