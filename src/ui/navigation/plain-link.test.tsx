// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlainLink } from './plain-link.tsx'

const HREF = '/devis/d1?IDPROJET=p1'
const onOpen = vi.fn()
/** How often the page of a quote was made ready. */
const load = vi.fn()

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  onOpen.mockClear()
  load.mockClear()
})
afterEach(cleanup)

async function stand() {
  const root = createRootRoute({ component: Outlet })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <PlainLink href={HREF} onOpen={onOpen} className="row">
        Bernard
      </PlainLink>
    ),
  })
  const quote = createRoute({
    getParentRoute: () => root,
    path: '/devis/$id',
    loader: load,
    component: () => <p>Devis</p>,
  })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([list, quote]), history, defaultPreload: 'intent' })
  const built = vi.spyOn(router, 'buildLocation')
  render(<RouterProvider router={router as never} />)
  return {
    search: () => router.navigate({ to: '/', search: { q: 'a' } as never }),
    link: await screen.findByRole('link', { name: 'Bernard' }),
    address: () => router.state.location.href,
    built,
  }
}

it('opens its page, with its query, and says so to whoever asked', async () => {
  const { link, address } = await stand()
  expect(link.getAttribute('href')).toBe(HREF)
  expect(link.className).toBe('row')
  await userEvent.click(link)
  await screen.findByText('Devis')
  expect(address()).toBe('/devis/d1?IDPROJET=p1')
  expect(onOpen).toHaveBeenCalledOnce()
})

it('leaves a press for a new tab or a new window to the browser', async () => {
  const { link, address } = await stand()
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }]) {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ...held })
    let isTaken: boolean | undefined
    // Seen after React, and taken from jsdom, which opens nothing.
    const see = (event: Event): void => {
      isTaken = event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', see, { once: true })
    link.dispatchEvent(press)
    expect(isTaken, JSON.stringify(held)).toBe(false)
  }
  expect(address()).toBe('/')
})

it('makes its page ready for a pointer that stays, for a finger and for the keyboard, not for a pointer that passes', async () => {
  const { link } = await stand()
  fireEvent.mouseEnter(link)
  fireEvent.mouseLeave(link)
  await new Promise((done) => setTimeout(done, 100))
  expect(load).not.toHaveBeenCalled()
  fireEvent.mouseEnter(link)
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  for (const [name, come] of [
    ['finger', fireEvent.touchStart],
    ['keyboard', fireEvent.focus],
  ] as const) {
    cleanup()
    load.mockClear()
    come((await stand()).link)
    await waitFor(() => expect(load, name).toHaveBeenCalledOnce())
  }
})

it('does not build its address again when the address of the page changes', async () => {
  const { built, search, address } = await stand()
  await search()
  expect(address()).toBe('/?q=a')
  expect(built).not.toHaveBeenCalledWith(expect.objectContaining({ to: '/devis/d1' }))
})
