import { expect, it, vi } from 'vitest'
import { watchKeptPage } from './kept-page.ts'

const page = () => {
  const target = new EventTarget()
  const [release, reload] = [vi.fn(), vi.fn()]
  watchKeptPage({ page: target as unknown as Window, release, reload })
  return {
    release,
    reload,
    hear: (type: 'pagehide' | 'pageshow', persisted: boolean) =>
      target.dispatchEvent(Object.assign(new Event(type), { persisted })),
  }
}

it('[WORK-10] a page that the browser keeps closes the local database before it is suspended, and reloads when it is shown again', () => {
  const { hear, release, reload } = page()
  hear('pagehide', true)
  expect([release.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0])
  hear('pageshow', true)
  expect([release.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1])
})

it('[WORK-10] a page that ends, or is shown for the first time, does neither', () => {
  const { hear, release, reload } = page()
  hear('pageshow', false)
  hear('pagehide', false)
  expect(release).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})
