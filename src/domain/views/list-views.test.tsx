// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CSV_START } from '../../../schemas/csv.ts'
import { oneSave } from '../../../tests/support/one-save.ts'
import type { Column } from '../../ui/list/columns.ts'
import { theme } from '../../ui/theme.ts'
import { ExportButton } from '../clients/client-export.tsx'
import { ListSort, ListTools, NothingFound } from './list-tools.tsx'
import { useListView } from './use-list-view.ts'
import { openingFilter, sameQuery } from './use-saved-filters.ts'

interface Saved {
  id: string
  ECRAN: string
  NOM: string
  VALEURS: string
  DEFAUT: 0 | 1
}
const fake = vi.hoisted(() => ({
  address: '',
  desktop: true,
  returning: false,
  saved: [] as Saved[],
  files: [] as { name: string; text: string }[],
  failures: [] as string[],
  /** The device has no room. */
  full: false,
  /** The clients of the rows are here. */
  read: true,
  rows: [] as Row[],
  /** What the screen asks for. */
  asked: 'mine',
  told: (): void => undefined,
  /** Lists that this device has not completely. */
  incomplete: [] as string[],
}))

vi.mock('../../ui/hooks/desktop.ts', () => ({ useDesktop: () => fake.desktop }))
vi.mock('../../ui/navigation/kept-place.ts', () => ({ isReturning: () => fake.returning }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    success: () => undefined,
    error: (message: string) => fake.failures.push(message),
    failure: (error: Error) => fake.failures.push(error.message),
  },
}))
vi.mock('../../ui/format/csv.ts', () => ({
  downloadText: (name: string, text: string) => fake.files.push({ name, text }),
}))
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => ({ db: {} }) }))
vi.mock('../../data/sync-status/use-pull-states.ts', () => ({
  areWhole: async (_db: unknown, lists: readonly string[]) => !lists.some((one) => fake.incomplete.includes(one)),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.saved }))
const one = oneSave({
  create: async (_resource: string, values: Omit<Saved, 'id' | 'DEFAUT'>) => {
    if (fake.full) throw new Error('QuotaExceededError')
    fake.saved = [...fake.saved, { id: `f${fake.saved.length}`, DEFAUT: 0, ...values }]
    fake.told()
  },
  update: async (_resource: string, id: string, patch: Partial<Saved>) => {
    if (fake.full) throw new Error('QuotaExceededError')
    fake.saved = fake.saved.map((one) => (one.id === id ? { ...one, ...patch } : one))
    fake.told()
  },
  remove: async (_resource: string, id: string) => {
    if (fake.full) throw new Error('QuotaExceededError')
    fake.saved = fake.saved.filter((one) => one.id !== id)
    fake.told()
  },
})
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => one.commands }))
vi.mock('../../ui/navigation/use-query.ts', () => {
  const go = (search: string): void => {
    fake.address = search
    fake.told()
  }
  const values = () => Object.fromEntries(new URLSearchParams(fake.address))
  return {
    useAddress: () => [fake.address, go],
    useQuery: () => [
      values(),
      (patch: Record<string, string | undefined>) => {
        const next = new URLSearchParams()
        for (const [name, value] of Object.entries({ ...values(), ...patch })) if (value) next.set(name, value)
        go(next.toString())
      },
    ],
  }
})

interface Row {
  name: string
  town: string
  phone: string
}
// More rows than any page of a list.
const ROWS: Row[] = Array.from({ length: 700 }, (_, n) => ({
  name: `Client ${n}`,
  town: n % 2 === 0 ? 'Lyon' : 'Nîmes',
  phone: `06399${String(n).padStart(5, '0')}`,
}))
const HOSTILE: Row = { name: '=HYPERLINK("x")', town: 'Lyon', phone: '0700000000' }
const COLUMNS: Column<Row>[] = [
  { id: 'nom', title: 'Nom', by: ({ name }) => name, cell: ({ name }) => name },
  { id: 'ville', title: 'Ville', by: ({ town }) => town, cell: ({ town }) => town },
]
const find = ({ name, town, phone }: Row) => ({ words: [name, town], phones: [phone] })
/** Without their clients, rows have neither names nor towns. */
const byNothing = () => ({ words: [] })

function List() {
  const [, again] = useState(0)
  fake.told = () => again((n) => n + 1)
  const rows = fake.rows
  const view = useListView({
    screen: 'contact',
    rows,
    columns: COLUMNS,
    find: fake.read ? find : byNothing,
    isRead: fake.read,
    asked: fake.asked,
  })
  return (
    <>
      <ListTools view={view} />
      <ListSort view={view} />
      {view.rows?.length === 0 ? <NothingFound view={view} /> : null}
      <p>{`${view.rows?.length} sur ${view.all}`}</p>
      <ul aria-label="lignes">
        {view.rows?.slice(0, 3).map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}

const open = (part = <List />) => render(<MantineProvider theme={theme}>{part}</MantineProvider>)
const shown = () =>
  within(screen.getByRole('list', { name: 'lignes' }))
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
const lines = (): string[] => fake.files.at(-1)?.text.slice(CSV_START.length).trim().split('\r\n') ?? []
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  Object.assign(fake, {
    address: '',
    desktop: true,
    returning: false,
    saved: [],
    files: [],
    failures: [],
    full: false,
    read: true,
    rows: [...ROWS, HOSTILE],
    asked: 'mine',
    incomplete: [],
  })
})

describe('a list with its tools', () => {
  it('[DAY-13 columns] (sort) sorts all rows by a head, by mouse and keyboard, and says so', async () => {
    open()
    const head = screen.getByRole('columnheader', { name: 'Nom' })
    expect(head.getAttribute('aria-sort')).toBe('none')
    await press('Nom')
    expect(head.getAttribute('aria-sort')).toBe('ascending')
    expect(shown()).toEqual(['=HYPERLINK("x")', 'Client 0', 'Client 1'])
    // The last of 700 comes first: not the last of those that are rendered.
    screen.getByRole('button', { name: 'Nom' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(head.getAttribute('aria-sort')).toBe('descending')
    expect(shown()[0]).toBe('Client 699')
    expect(fake.address).toBe('tri=-nom')
    await press('Nom')
    expect([head.getAttribute('aria-sort'), fake.address, shown()[0]]).toEqual(['none', '', 'Client 0'])
  })

  it('[DAY-13 columns] (sort) has a choice of the order on a phone', async () => {
    fake.desktop = false
    fake.address = 'tri=-nom'
    open()
    expect(screen.queryByRole('columnheader')).toBeNull()
    expect((screen.getByRole('combobox', { name: 'Trier par' }) as HTMLInputElement).value).toBe('Nom (décroissant)')
    expect(shown()[0]).toBe('Client 699')
  })

  it('[DAY-12 lists] searches names, towns and numbers of all rows, and says when nothing is found', async () => {
    open()
    const field = screen.getByRole('searchbox', { name: 'Rechercher dans la liste' })
    await userEvent.type(field, 'nimes')
    expect(screen.getByText('350 sur 701')).toBeDefined()
    await userEvent.clear(field)
    await userEvent.type(field, '06 39 90 06 99')
    expect(shown()).toEqual(['Client 699'])
    await userEvent.clear(field)
    await userEvent.type(field, 'inconnu')
    expect(screen.getByText(/Rien ne correspond à « inconnu »/)).toBeDefined()
  })

  it('[DAY-13 csv] writes what is shown, all rows in their order, and no formula', async () => {
    fake.address = 'tri=-nom&q=lyon'
    open()
    await press('Exporter en CSV')
    await vi.waitFor(() => expect(fake.files).toHaveLength(1))
    expect(fake.files.at(-1)?.name).toMatch(/^contact-\d{4}-\d\d-\d\d\.csv$/)
    expect(lines()).toHaveLength(1 + 351)
    expect(lines().slice(0, 2)).toEqual(['Nom;Ville', 'Client 698;Lyon'])
    expect(lines().at(-1)).toBe(`"'=HYPERLINK(""x"")";Lyon`)
  })

  it('[DAY-13 columns] (csv) writes nothing while a list that it reads is not whole, and says that lines would be missing', async () => {
    const [start, cancel] = [vi.fn(), () => undefined]
    const exporter = <ExportButton disabled={false} exporter={{ running: false, written: 0, start, cancel }} />
    for (const part of [<List key="list" />, exporter]) {
      fake.incomplete = ['client']
      fake.failures = []
      const { unmount } = open(part)
      await press('Exporter en CSV')
      await vi.waitFor(() => expect(fake.failures).toHaveLength(1))
      expect(fake.failures[0]).toMatch(/^Cet appareil n’a pas encore reçu toutes les données/)
      unmount()
    }
    expect([fake.files, start.mock.calls.length]).toEqual([[], 0])
    // A list that stands in none of their lines: the server may fail on it for a long time.
    fake.incomplete = ['article']
    open(exporter)
    await press('Exporter en CSV')
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1))
  })
})

describe('a list whose clients are still read', () => {
  const again = () => act(async () => fake.told())
  const csv = () => screen.getByRole('button', { name: 'Exporter en CSV' }) as HTMLButtonElement

  it('[DAY-03 complete] (lists) does not say that a search found nothing, and finds all once they are here', async () => {
    Object.assign(fake, { address: 'q=lyon', read: false })
    open()
    expect(screen.queryByText(/Rien ne correspond/)).toBeNull()
    expect(screen.getByText('undefined sur 701')).toBeDefined()
    fake.read = true
    await again()
    expect(screen.getByText('351 sur 701')).toBeDefined()
  })

  it('[DAY-03 complete] (lists) has no order yet, and no file with empty cells', async () => {
    Object.assign(fake, { address: 'tri=-nom', read: false })
    open()
    expect(shown()).toEqual([])
    expect(csv().disabled).toBe(true)
    fake.read = true
    await again()
    expect(shown()[0]).toBe('Client 699')
    expect(csv().disabled).toBe(false)
  })

  it('[DAY-03 complete] (lists) shows its rows in its own order at once, without a file', () => {
    fake.read = false
    open()
    expect(shown()[0]).toBe('Client 0')
    expect(csv().disabled).toBe(true)
  })

  it('[DAY-03 complete] (lists) stays as it is while what a later row brings is read', async () => {
    fake.address = 'tri=-nom'
    open()
    // Its client is not read, so it has no name yet.
    Object.assign(fake, { read: false, rows: [...ROWS, HOSTILE, { name: '', town: '', phone: '' }] })
    await again()
    expect(shown()[0]).toBe('Client 699')
    expect(csv().disabled).toBe(true)
    fake.address = 'tri=nom'
    await again()
    expect(screen.getByText('701 sur 702')).toBeDefined()
    fake.read = true
    await again()
    expect(screen.getByText('702 sur 702')).toBeDefined()
    expect(csv().disabled).toBe(false)
  })

  it('[DAY-03 complete] (lists) says nothing of other rows that are asked for, until their clients are read', async () => {
    fake.address = 'q=lyon'
    open()
    expect(screen.getByText('351 sur 701')).toBeDefined()
    Object.assign(fake, { read: false, asked: 'all', rows: ROWS.map((row) => ({ ...row, town: '' })) })
    await again()
    expect(screen.queryByText(/Rien ne correspond/)).toBeNull()
    expect(screen.getByText('undefined sur 700')).toBeDefined()
    expect(csv().disabled).toBe(true)
    Object.assign(fake, { read: true, rows: ROWS })
    await again()
    expect(screen.getByText('350 sur 700')).toBeDefined()
    expect(csv().disabled).toBe(false)
  })
})

describe('[DAY-13 saved] saved filters', () => {
  it('are saved under a name, applied, renamed and deleted', async () => {
    fake.address = 'tri=-nom&q=lyon'
    open()
    await press('Filtres enregistrés')
    await userEvent.type(await screen.findByLabelText('Enregistrer les filtres affichés'), 'Lyon')
    await press('Enregistrer')
    expect(fake.saved).toMatchObject([{ ECRAN: 'contact', NOM: 'Lyon', VALEURS: 'q=lyon&tri=-nom' }])
    await press('Filtres enregistrés : Lyon')
    await press('Renommer « Lyon »')
    const name = await screen.findByLabelText('Nom du filtre')
    await userEvent.clear(name)
    await userEvent.type(name, 'Autour de Lyon')
    await press('Enregistrer')
    await press('Supprimer « Autour de Lyon »')
    expect(fake.saved).toEqual([])
  })

  const named = (id: string, NOM: string) => ({ id, ECRAN: 'contact', NOM, VALEURS: `q=${id}`, DEFAUT: 0 as const })

  it('a filter that could not be written is said, and its name stays in the field', async () => {
    Object.assign(fake, { address: 'q=lyon', saved: [named('a', 'Alpha')], full: true })
    open()
    await press('Filtres enregistrés')
    await userEvent.type(await screen.findByLabelText('Enregistrer les filtres affichés'), 'Lyon')
    await press('Enregistrer')
    await press('Renommer « Alpha »')
    await press('Enregistrer')
    expect(screen.getByLabelText('Nom du filtre')).toHaveProperty('value', 'Alpha')
    await press('Fermer')
    await press('Filtres enregistrés')
    await press('Ouvrir cette liste avec « Alpha »')
    await press('Supprimer « Alpha »')
    expect(fake.failures).toEqual(Array.from({ length: 4 }, () => 'QuotaExceededError'))
    expect(fake.saved).toHaveLength(1)
  })

  it('a double press deletes one filter, not the next one, and saves one', async () => {
    Object.assign(fake, { address: 'q=lyon', saved: [named('a', 'Alpha'), named('b', 'Bravo')] })
    open()
    await press('Filtres enregistrés')
    const remove = (name: string) => screen.getByRole('button', { name: `Supprimer « ${name} »` })
    const first = await screen.findByRole('button', { name: 'Supprimer « Alpha »' })
    // However long the machine takes, the second press comes soon.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await act(async () => void fireEvent.click(first))
    await act(async () => void fireEvent.click(remove('Bravo')))
    vi.useRealTimers()
    expect(fake.saved.map(({ NOM }) => NOM)).toEqual(['Bravo'])
    await userEvent.type(screen.getByLabelText('Enregistrer les filtres affichés'), 'Lyon')
    const save = screen.getByRole('button', { name: 'Enregistrer' })
    await act(async () => {
      fireEvent.click(save)
      fireEvent.click(save)
    })
    expect(fake.saved.map(({ NOM }) => NOM)).toEqual(['Bravo', 'Lyon'])
  })

  it('the search field shows the words of a filter that is applied', async () => {
    fake.saved = [{ id: 'f', ECRAN: 'contact', NOM: 'Nîmes', VALEURS: 'q=nimes', DEFAUT: 0 }]
    open()
    await press('Filtres enregistrés')
    await press(/^Nîmes/)
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('nimes')
    expect(screen.getByText('350 sur 701')).toBeDefined()
  })

  it('a list opens with the chosen one; not with other filters in the address, nor for who comes back to the whole list', () => {
    fake.saved = [{ id: 'f', ECRAN: 'contact', NOM: 'Nîmes', VALEURS: 'q=nimes', DEFAUT: 1 }]
    open()
    expect(fake.address).toBe('q=nimes')
  })

  it.each([
    ['with another filter in the address', { address: 'q=lyon' }],
    ['for who comes back to the whole list', { returning: true }],
    [
      'of another screen',
      { saved: [{ id: 'f', ECRAN: 'relance', NOM: 'Nîmes', VALEURS: 'q=nimes', DEFAUT: 1 as const }] },
    ],
  ])('does not open %s', (_what, given) => {
    fake.saved = [{ id: 'f', ECRAN: 'contact', NOM: 'Nîmes', VALEURS: 'q=nimes', DEFAUT: 1 }]
    Object.assign(fake, given)
    const before = fake.address
    open()
    expect(fake.address).toBe(before)
  })

  it('of two that two phones chose at once, the later one opens; addresses are compared whatever their order', () => {
    const one = (id: string, DEFAUT: 0 | 1) => ({ id, DEFAUT }) as never
    expect(openingFilter([one('2', 1), one('1', 1), one('3', 0)])).toMatchObject({ id: '2' })
    expect(sameQuery('b=2&a=1&page=3')).toBe(sameQuery('a=1&b=2'))
  })
})
