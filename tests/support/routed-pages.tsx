import { MantineProvider } from '@mantine/core'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { watchBack } from '../../src/ui/navigation/watch-back.ts'
import { theme } from '../../src/ui/theme.ts'

/** Nothing moves in so many turns of the event loop: the browser and the router take several for one step, and on a busy machine each lasts long. */
const QUIET_TURNS = 15

/** A part of the app in which a test goes from page to page, with the browser's history. */
export interface RoutedPages {
  /** « Précédent » of the browser, and the time that it takes. */
  back: () => Promise<void>
  /** Paths that the browser and the router are on, once they have had the time to move. */
  position: () => Promise<[browser: string, router: string]>
  close: () => void
}

/**
 * Shows « Liste », then « Fiche », then `last`, at /liste, /fiche and /page.
 * @param query of the last page, with « ? »
 */
export async function showPages(last: () => ReactNode, { query = '' }: { query?: string } = {}): Promise<RoutedPages> {
  vi.stubGlobal('scrollTo', () => undefined)
  const root = createRootRoute({ component: Outlet })
  const page = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routes = [page('/liste', () => <p>Liste</p>), page('/fiche', () => <p>Fiche</p>), page('/page', last)]
  window.history.pushState(null, '', '/liste')
  const history = createBrowserHistory()
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  watchBack(router)
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findByText('Liste')
  await act(() => router.navigate({ href: '/fiche' }))
  await screen.findByText('Fiche')
  await act(() => router.navigate({ href: `/page${query}` }))
  const here = (): [string, string] => [window.location.pathname, history.location.pathname]
  const position = async (): Promise<[string, string]> => {
    let before = here()
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await act(() => new Promise((done) => setTimeout(done, 10)))
      const now = here()
      if (now.join() !== before.join()) quiet = 0
      before = now
    }
    return before
  }
  return {
    back: async () => {
      window.history.back()
      await position()
    },
    position,
    close: () => history.destroy(),
  }
}
