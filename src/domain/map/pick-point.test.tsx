// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { PickPoint } from './pick-point.tsx'

const commune = vi.fn(() => Promise.resolve<unknown>({ VILLE: 'Saint-Joachim', CODE_POSTAL: '44720' }))
const places = { ask: commune, state: vi.fn(), subscribe: vi.fn() }
vi.mock('./places/use-map-places.ts', () => ({ useMapPlaces: () => places }))
vi.mock('./use-geocoding.ts', () => ({ geocode: () => Promise.resolve([]) }))
// jsdom draws nothing, like a device without WebGL: these tests see the text field only.
vi.mock('./map-view.tsx', () => ({ hasWebGl: () => false, MapView: () => null }))

const onPick = vi.fn()
const stand = async (values: Record<string, unknown>) => {
  render(
    <MantineProvider theme={theme} env="test">
      <PickPoint values={values} onPick={onPick} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Choisir sur la carte' }))
  return (await screen.findByRole('textbox', { name: 'Latitude, longitude' })) as HTMLInputElement
}
const confirm = () => screen.getByRole('button', { name: 'Valider' }) as HTMLButtonElement
const WORDS = { ADRESSE: '', CODE_POSTAL: '', VILLE: '' }

describe('choosing the point of an address', () => {
  beforeEach(() => vi.clearAllMocks())

  it('[GEO-04] [ENT-01] is confirmed only with a point, and gives it to about a metre', async () => {
    const input = await stand({ ...WORDS, VILLE: 'Nantes', LATITUDE: '', LONGITUDE: '' })
    expect(confirm().disabled).toBe(true)
    await userEvent.type(input, '95, 2')
    expect(await screen.findByText('Écrivez deux nombres : latitude, longitude')).toBeTruthy()
    expect(confirm().disabled).toBe(true)
    await userEvent.clear(input)
    await userEvent.type(input, '47.218371949, -1.5536')
    await userEvent.click(confirm())
    await waitFor(() => expect(onPick).toHaveBeenCalledWith({ LATITUDE: 47.21837, LONGITUDE: -1.5536 }))
    expect(screen.queryByRole('button', { name: 'Valider' })).toBeNull()
  })

  it('[GEO-04] names the commune where the form has no address yet', async () => {
    const input = await stand({ ...WORDS, LATITUDE: '', LONGITUDE: '' })
    await userEvent.type(input, '47.3712, -2.2141')
    await userEvent.click(confirm())
    const patch = { LATITUDE: 47.3712, LONGITUDE: -2.2141, VILLE: 'Saint-Joachim', CODE_POSTAL: '44720' }
    await waitFor(() => expect(onPick).toHaveBeenCalledWith(patch))
    expect(commune).toHaveBeenCalledWith('commune', { point: { LATITUDE: 47.3712, LONGITUDE: -2.2141 } })
  })

  it('[GEO-04] gives only the point when the communes do not answer', async () => {
    commune.mockRejectedValueOnce(new Error('no communes'))
    const input = await stand({ ...WORDS, LATITUDE: '', LONGITUDE: '' })
    await userEvent.type(input, '47.3712, -2.2141')
    await userEvent.click(confirm())
    await waitFor(() => expect(onPick).toHaveBeenCalledWith({ LATITUDE: 47.3712, LONGITUDE: -2.2141 }))
  })

  it('[ENT-01] opens on the present point, and can remove it', async () => {
    const input = await stand({ ...WORDS, VILLE: 'Nantes', LATITUDE: 47.2, LONGITUDE: -1.5 })
    expect(input.value).toBe('47.20000, -1.50000')
    expect(screen.getByText('Point sur la carte : 47.20000, -1.50000')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Retirer le point' }))
    await waitFor(() => expect(onPick).toHaveBeenCalledWith({ LATITUDE: '', LONGITUDE: '' }))
  })
})
