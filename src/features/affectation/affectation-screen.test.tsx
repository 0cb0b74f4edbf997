// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { knownClientEntry } from '../../../schemas/journal.ts'
import type { MapViewProps } from '../../domain/map/map-view.tsx'
import { theme } from '../../ui/theme.ts'
import { AffectationScreen } from './affectation-screen.tsx'

const fake = vi.hoisted(() => ({
  isRoomy: true,
  webGl: true,
  query: {} as Record<string, string>,
  label: undefined as string | undefined,
  search: '',
  brought: [] as unknown[],
  team: undefined as object | undefined,
  assign: vi.fn(async (_shares: ReadonlyMap<string, string>, _who: string) => undefined),
}))
let map: MapViewProps | null = null

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-20 12:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/labels/use-labels.ts', () => ({ useLabels: () => new Map(), labelsOf: () => [] }))
vi.mock('../../domain/labels/label-filter.tsx', () => ({
  useLabelChoice: () => [fake.label, () => undefined],
  hasLabel: ({ IDLABELS }: { IDLABELS: string[] }, label?: string) => label === undefined || IDLABELS.includes(label),
  LabelFilter: () => null,
  NothingLabelled: () => <p>Rien ici n’a cette étiquette.</p>,
}))
vi.mock('../../domain/personnels/agency-select.tsx', () => ({
  useAgencyChoice: () => [null, () => undefined],
  AgencySelect: () => null,
}))
vi.mock('../../domain/views/saved-filters.tsx', () => ({ SavedFilters: () => null }))
vi.mock('../../domain/records/use-names.ts', () => ({
  useNames: () => ({ personnel: () => '', entry: () => '' }),
}))
vi.mock('../../ui/list/search-field.tsx', () => ({
  useSearchText: () => [fake.search, () => undefined],
  SearchField: () => null,
}))
vi.mock('../../ui/navigation/use-query.ts', async () => {
  const { useState } = await import('react')
  return {
    useQuery: () => {
      const [query, setQuery] = useState(fake.query)
      return [query, (patch: Record<string, string>) => setQuery({ ...query, ...patch })]
    },
  }
})
vi.mock('../../ui/hooks/desktop.ts', () => ({ useRoomy: () => fake.isRoomy, useDesktop: () => fake.isRoomy }))
vi.mock('../../domain/map/map-view.tsx', () => ({
  hasWebGl: () => fake.webGl,
  MapView: (props: MapViewProps) => {
    map = props
    return <section aria-label={props.label ?? ''} />
  },
}))
// jsdom has no heights: every row is shown, and what the list is told to scroll to is kept.
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({
    items,
    keyOf,
    row,
    label,
    bring,
  }: {
    items: readonly T[]
    keyOf: (item: T) => string
    row: (item: T) => ReactNode
    label: string
    bring: { key: string } | null
  }) => {
    fake.brought.push(bring)
    return (
      <ul aria-label={label}>
        {items.map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
      </ul>
    )
  },
}))
vi.mock('./use-candidates.ts', () => ({ useCandidates: () => fake.team }))
vi.mock('./use-assign.ts', () => ({ useAssign: () => ({ done: null, assign: fake.assign }) }))
vi.mock('./use-orphans.ts', () => ({ useOrphans: () => ({ orphans, isRead: true }) }))

const orphan = (
  id: string,
  name: string,
  place: { LATITUDE: number; LONGITUDE: number } | null,
  JOURNAL: readonly unknown[] = [],
  IDLABELS: readonly string[] = [],
) => ({
  projet: {
    IDPROJET: id,
    DESCRIPTION: `Toiture ${id}`,
    JOURNAL,
    DATE_CREATION: null,
    IDLABELS,
    sync: { state: 'synced' },
  },
  name,
  town: 'Nantes',
  site: { id, agence: null, place },
})
const NANTES = { LATITUDE: 47.218, LONGITUDE: -1.553 }
const LYON = { LATITUDE: 45.76, LONGITUDE: 4.83 }
const orphans = [
  orphan('j1', 'MARTIN Zoé', NANTES),
  orphan('j2', 'PETIT Léo', LYON, [knownClientEntry('2026-11-20 08:00')]),
  orphan('j3', 'MOREL Ana', NANTES, [], ['l1']),
  orphan('j4', 'SANS Lieu', null),
]

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <AffectationScreen />
    </MantineProvider>,
  )
const list = () => within(screen.getByRole('list', { name: 'Projets à affecter' }))
const pointOf = (name: string) => list().getByRole('button', { name: `Situer ${name} sur la carte` })
const pressed = () =>
  list()
    .getAllByRole('button', { pressed: true })
    .map((button) => button.getAttribute('aria-label'))

beforeEach(() => {
  Object.assign(fake, {
    isRoomy: true,
    webGl: true,
    query: {},
    brought: [],
    team: undefined,
    label: undefined,
    search: '',
  })
  fake.assign.mockClear()
  map = null
})

describe('list and map of the projects to assign', () => {
  afterEach(() => void vi.useRealTimers())

  it('[MGR-02 beside] stand beside each other on a wide screen and answer each other', async () => {
    show()
    expect(screen.getByRole('region', { name: 'Carte des projets à affecter' })).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Carte' })).toBeNull()
    expect(list().getAllByRole('listitem')).toHaveLength(4)
    expect(map?.marks?.map(({ count }) => count).sort()).toEqual([1, 2])
    expect(screen.getByText('1 projet sans position n’est pas sur la carte.')).toBeTruthy()

    await userEvent.click(pointOf('PETIT Léo'))
    expect(map?.chosen).toEqual(LYON)
    expect(map?.target).toMatchObject({ centre: LYON })
    expect(pressed()).toEqual(['Situer PETIT Léo sur la carte'])

    act(() => map?.onPlace(NANTES))
    expect(map?.chosen).toEqual(NANTES)
    // The map stays where the person looks at it; the list comes to the row.
    expect(map?.target).toMatchObject({ centre: LYON })
    expect(fake.brought.at(-1)).toEqual({ key: 'j1' })
    expect(pressed()).toEqual(['Situer MARTIN Zoé sur la carte', 'Situer MOREL Ana sur la carte'])

    act(() => map?.onClient('j2'))
    expect(fake.brought.at(-1)).toEqual({ key: 'j2' })
  })

  it('[MGR-02] are shown one at a time on a phone', async () => {
    fake.isRoomy = false
    show()
    expect(screen.queryByRole('region', { name: 'Carte des projets à affecter' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Carte' }))
    expect(screen.queryByRole('list', { name: 'Projets à affecter' })).toBeNull()
    act(() => map?.onClient('j2'))
    expect(list().getAllByRole('listitem')).toHaveLength(1)
    expect(list().getByText('PETIT Léo')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Liste' }))
    await userEvent.click(pointOf('MARTIN Zoé'))
    expect(map?.target).toMatchObject({ centre: NANTES })
    expect(list().getAllByRole('listitem')).toHaveLength(2)
  })

  it('[API-04] [DAY-02 journal] say which lead is of a client who was there already', () => {
    show()
    const told = list()
      .getAllByRole('listitem')
      .filter((row) => within(row).queryByText('Client déjà connu'))
    expect(told.map((row) => within(row).getByText(/ /, { selector: 'a' }).textContent)).toEqual(['PETIT Léo'])
  })

  it('[MGR-02] a double press gives one project, not the next one, which comes under the finger', async () => {
    fake.team = {
      people: [{ IDPERSONNEL: 'julie', NOM_COMPLET: 'Julie Martin', ROLES: ['commercial'] }],
      candidates: [{ id: 'julie', agences: [], toutesAgences: true, places: [], load: 0, rdvs: 0, absent: null }],
    }
    show()
    const give = (name: string) => list().getByRole('button', { name: `Affecter ${name} : Julie Martin` })
    // However long the machine takes, the second press comes soon.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => void fireEvent.click(give('MARTIN Zoé')))
    await act(async () => void fireEvent.click(give('PETIT Léo')))
    vi.useRealTimers()
    expect(fake.assign.mock.calls.map(([shares]) => [...shares])).toEqual([[['j1', 'julie']]])
    // A sheet that is opened at once is no second press.
    fireEvent.click(list().getByRole('checkbox', { name: 'Sélectionner SANS Lieu' }))
    fireEvent.click(screen.getByRole('button', { name: 'Affecter' }))
    const sheet = within(await screen.findByRole('dialog'))
    await act(async () => void fireEvent.click(sheet.getByRole('button', { name: /Julie Martin/ })))
    expect(fake.assign.mock.calls.map(([shares]) => [...shares])).toEqual([[['j1', 'julie']], [['j4', 'julie']]])
  })

  it('[MGR-02] leave the list alone where no map can be drawn', () => {
    show()
    act(() => map?.onFailure())
    expect(
      screen.getByText('Cet appareil ne peut pas dessiner la carte : tous les projets sont dans la liste.'),
    ).toBeTruthy()
    expect(list().getAllByRole('listitem')).toHaveLength(4)
    expect(list().queryByRole('button', { name: /Situer/ })).toBeNull()
    expect(screen.queryByRole('radio', { name: 'Carte' })).toBeNull()
  })
})

it('[SET-05 labels] a list that is empty under a label says whether the label or what is typed hides the projects', () => {
  Object.assign(fake, { label: 'l1', search: 'martin' })
  const { unmount } = show()
  // One has the label.
  expect(screen.queryByText('Rien ici n’a cette étiquette.')).toBeNull()
  expect(screen.getByText('Rien ne correspond à « martin » dans cette liste.')).toBeTruthy()
  unmount()
  fake.label = 'l2'
  show()
  expect(screen.getByText('Rien ici n’a cette étiquette.')).toBeTruthy()
})
