// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { callApi } from '../../data/api/api.ts'
import { ImpersonationBanner } from './impersonation-banner.tsx'

vi.mock('../../data/api/api.ts', () => ({ callApi: vi.fn(async () => ({})) }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('[AUT-07] tells the server that the administrator is there, once a minute at most, and only while they are', () => {
  vi.useFakeTimers()
  const { unmount } = render(
    <MantineProvider>
      <ImpersonationBanner name="Camille" company="Habitat Démo" onLeave={() => undefined} />
    </MantineProvider>,
  )
  const told = (): number => vi.mocked(callApi).mock.calls.length
  vi.advanceTimersByTime(10 * 60_000)
  expect(told()).toBe(0)
  fireEvent.pointerDown(document.body)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(told()).toBe(1)
  vi.advanceTimersByTime(61_000)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(told()).toBe(2)
  unmount()
  vi.advanceTimersByTime(61_000)
  fireEvent.pointerDown(document.body)
  expect(told()).toBe(2)
})
