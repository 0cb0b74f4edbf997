// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { mapText } from '../../text/map.ts'
import { theme } from '../../ui/theme.ts'
import { FoundClients } from './found-clients.tsx'
import type { MapAddress } from './map-address.ts'
import type { MapPlaces } from './places/map-places.ts'
import type { Answered, PlacesState } from './places/map-protocol.ts'

vi.mock('./place-list.tsx', () => ({
  PlaceList: ({ places }: { places: readonly { id: string }[] }) => <p>rows: {places.map(({ id }) => id).join(' ')}</p>,
}))

const centre = { LATITUDE: 46.3, LONGITUDE: 0.35 }
const place = {
  id: 'c1',
  name: 'Dupont',
  phone: null,
  address: 'Nantes',
  owner: 'mine' as const,
  km: 2,
  ...centre,
}
const some = (values: Partial<Answered>): Answered => ({
  total: 1,
  places: [place as never],
  isWhole: true,
  radiusKm: 20,
  ...values,
})
const shown = (found: Answered, state: Partial<PlacesState>) => {
  const now: PlacesState = { reading: false, clients: 40, located: 36, revision: 1, ...state }
  const places = { state: () => now, subscribe: () => () => undefined } as unknown as MapPlaces
  const address = { centre, radiusKm: 50, client: null } as unknown as MapAddress
  render(
    <MantineProvider theme={theme}>
      <FoundClients found={found} address={address} places={places} onChoose={() => undefined} />
    </MantineProvider>,
  )
}

describe('the number of clients around a point', () => {
  it('[DAY-03 complete] (map) is not told while the device’s clients are read: a part of them would look like all', () => {
    shown(some({ isWhole: false }), { reading: true, clients: 12_000 })
    expect(screen.queryByText(/à moins de/)).toBeNull()
    expect(screen.getByText(/^Lecture des clients : 12/)).toBeTruthy()
    expect(screen.getByText('rows: c1')).toBeTruthy()
  })

  it('[DAY-03 complete] (map) is not told of a former answer to a part, once the reading has ended', () => {
    shown(some({ isWhole: false }), {})
    expect(screen.queryByText(/à moins de/)).toBeNull()
  })

  it('[DAY-03 complete] (map) says nobody only where all were read', () => {
    shown(some({ total: 0, places: [], isWhole: false }), { reading: true })
    expect(screen.queryByText(mapText.emptyAround)).toBeNull()
    expect(screen.queryByText(/^Aucun client à moins/)).toBeNull()
  })

  it('[DAY-03 complete] (map) is told whole, with the radius that was asked for', () => {
    shown(some({}), {})
    expect(screen.getByText(/^1 client à moins de 20/)).toBeTruthy()
    expect(screen.getByText(/^4 clients sans position/)).toBeTruthy()
  })
})
