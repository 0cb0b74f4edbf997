// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { pendingRequests } from '../data/api/pending-requests.ts'
import { theme } from '../ui/theme.ts'
import { LoadingBar } from './loading-bar.tsx'
import { Overlays } from './overlays.tsx'
import { SLOW_MS } from './use-slow-notice.ts'

vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
afterEach(() => vi.clearAllTimers())

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <LoadingBar />
      <Overlays />
    </MantineProvider>,
  )
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** A foreground request; `end` answers it. */
const ask = (): { end: () => Promise<void> } => {
  let answer = (): void => undefined
  let done = Promise.resolve()
  act(() => {
    done = pendingRequests.track(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve
        }),
    )
  })
  return {
    end: () =>
      act(() => {
        answer()
        return done
      }),
  }
}

it('[ERR-05 slow] says « Chargement... » once a request takes longer than a second, until it ends', async () => {
  show()
  const { end } = ask()
  expect(screen.getByRole('progressbar')).toBeTruthy()
  await pass(SLOW_MS)
  expect(await screen.findByText('Chargement...')).toBeTruthy()
  await end()
  await waitFor(() => expect(screen.queryByText('Chargement...')).toBeNull())
})

it('[ERR-05 slow] a request that ends sooner says nothing', async () => {
  show()
  const { end } = ask()
  await end()
  await pass(SLOW_MS * 2)
  expect(screen.queryByText('Chargement...')).toBeNull()
})
