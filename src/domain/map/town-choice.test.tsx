// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
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

it('a town that is filled in while its field is being entered is replaced by what is typed, not written behind', async () => {
  function Address() {
    const [VILLE, setTown] = useState('')
    const [CODE_POSTAL, setPostcode] = useState('')
    return (
      <MantineProvider theme={theme} env="test">
        <input aria-label="Code postal" value={CODE_POSTAL} onChange={(e) => setPostcode(e.target.value)} />
        <div data-field="VILLE">
          <input aria-label="Ville" value={VILLE} onChange={(e) => setTown(e.target.value)} />
        </div>
        <TownChoice values={{ CODE_POSTAL, VILLE }} onPick={(patch) => setTown(patch.VILLE)} />
      </MantineProvider>
    )
  }
  const user = userEvent.setup()
  render(<Address />)
  const town = screen.getByLabelText('Ville')
  // The last digit, and the field that is entered before the answer.
  await user.type(screen.getByLabelText('Code postal'), '4200')
  fireEvent.change(screen.getByLabelText('Code postal'), { target: { value: '42000' } })
  town.focus()
  await vi.waitFor(() => expect(town).toHaveProperty('value', 'Saint-Étienne'))
  await user.keyboard('Firminy')
  expect(town).toHaveProperty('value', 'Firminy')
})
