import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadUnlessLeft } from './lazy-screen.ts'

const missing = new TypeError('Importing a module script failed.')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What the router is told within a second, and after ten. */
async function toldOf(leaves: boolean) {
  const page = new EventTarget()
  const told = vi.fn()
  let fail = (): void => undefined
  const load = () =>
    new Promise<never>((_resolve, reject) => {
      fail = () => reject(missing)
    })
  loadUnlessLeft(load, page).catch(told)
  if (leaves) page.dispatchEvent(new Event('beforeunload'))
  fail()
  await vi.advanceTimersByTimeAsync(1000)
  const soon = told.mock.calls.flat()
  await vi.advanceTimersByTimeAsync(9000)
  return { soon, later: told.mock.calls.flat() }
}

it('tells the router at once that a screen’s file is missing', async () => {
  expect(await toldOf(false)).toEqual({ soon: [missing], later: [missing] })
})

it('tells nothing while the page is being left: the reload would take the place of the next page', async () => {
  expect(await toldOf(true)).toEqual({ soon: [], later: [missing] })
})

it('gives the screen, and listens no longer', async () => {
  const page = new EventTarget()
  const removed = vi.spyOn(page, 'removeEventListener')
  expect(await loadUnlessLeft(async () => 'screen', page)).toBe('screen')
  expect(removed).toHaveBeenCalledWith('beforeunload', expect.any(Function))
})
