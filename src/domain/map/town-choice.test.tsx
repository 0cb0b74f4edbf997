// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { TownChoice } from './town-choice.tsx'

const TOWNS: Record<string, string[]> = { '42000': ['Saint-Étienne'], '42650': ['Saint-Jean-Bonnefonds', 'Sorbiers'] }

/** The worker, without its file of communes. */
class TownsWorker {
  #listener: (event: { data: unknown }) => void = () => undefined
  addEventListener(_type: string, listener: (event: { data: unknown }) => void) {
    this.#listener = listener
  }
  postMessage(postcode: string) {
    queueMicrotask(() => this.#listener({ data: { postcode, towns: TOWNS[postcode] ?? [] } }))
  }
  terminate() {
    this.#listener = () => undefined
  }
}
beforeEach(() => vi.stubGlobal('Worker', TownsWorker))
afterEach(() => vi.unstubAllGlobals())

const onPick = vi.fn()
const shown = (CODE_POSTAL: string, VILLE = '') => (
  <MantineProvider theme={theme} env="test">
    <TownChoice values={{ CODE_POSTAL, VILLE }} onPick={onPick} />
  </MantineProvider>
)
beforeEach(() => onPick.mockClear())

it('fills in the only town of a postcode, once', async () => {
  const { rerender } = render(shown('4200'))
  expect(onPick).not.toHaveBeenCalled()
  rerender(shown('42000'))
  await vi.waitFor(() => expect(onPick).toHaveBeenCalledWith({ VILLE: 'Saint-Étienne' }))
  rerender(shown('42000', 'Saint-Étienne'))
  rerender(shown('42000', ''))
  await new Promise((done) => setTimeout(done))
  expect(onPick).toHaveBeenCalledTimes(1)
})

it('offers several, and leaves a typed town alone', async () => {
  const { rerender } = render(shown('42650'))
  await userEvent.click(await screen.findByRole('button', { name: 'Sorbiers' }))
  expect(onPick.mock.calls).toEqual([[{ VILLE: 'Sorbiers' }]])
  rerender(shown('42650', 'Ailleurs'))
  expect(screen.queryByRole('button')).toBeNull()
})
