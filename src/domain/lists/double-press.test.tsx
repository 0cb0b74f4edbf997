// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { ArticleList } from '../articles/article-list.tsx'
import { FormList } from '../reports/form-list.tsx'
import { ListEntries } from './list-entries.tsx'

vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ preloadRoute: async () => undefined }) }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, vi.fn()] }))
vi.mock('../../ui/list/search-field.tsx', () => ({ SearchField: () => null, useSearchText: () => ['', vi.fn()] }))
vi.mock('../../ui/list/row-link.tsx', () => ({
  above: '',
  RowLink: ({ children }: { children: ReactNode }) => <b>{children}</b>,
}))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({ items, row, keyOf }: { items: T[]; row: (one: T) => ReactNode; keyOf: (one: T) => string }) =>
    items.map((one) => <div key={keyOf(one)}>{row(one)}</div>),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const NAMES = ['Alpha', 'Bravo', 'Charlie']
const archived = vi.fn()
const made = (resource: 'reference' | 'article', values: { id: string } & Record<string, unknown>) => ({
  ...newRecord(entityOf(resource), values),
  ...values,
})

/** The rows, of which an archived one is no longer listed, as on the screens. */
function useRows<T extends { id: string }>(
  make: (name: string) => T,
): { rows: T[]; archive: (id: string) => Promise<void> } {
  const [rows, setRows] = useState(() => NAMES.map(make))
  return {
    rows,
    archive: async (id) => {
      archived(id)
      setRows((before) => before.filter((one) => one.id !== id))
    },
  }
}

function Entries() {
  const { rows, archive } = useRows((name) => made('reference', { id: name, LIBELLE: name, LISTE: 'LABEL' }))
  return <ListEntries list="LABEL" entries={rows as never} hrefOf={String} onChange={archive} />
}
function Articles() {
  const { rows, archive } = useRows((name) =>
    made('article', { id: name, LIBELLE: name, REFERENCE: `ref ${name}`, FAMILLE: '', PRIX_HT: 100 }),
  )
  return <ArticleList articles={rows as never} empty="" hrefOf={String} onArchive={archive} />
}
function Forms() {
  const { rows, archive } = useRows((name) => ({
    id: name,
    TITRE: name,
    ACTIF: 1 as const,
    NATURES: [],
    CHAMPS: [],
    REVISION: 1,
  }))
  return <FormList forms={rows} natures={[]} hrefOf={String} onChange={archive} />
}

it.each([
  ['of a list', Entries],
  ['of the price list', Articles],
  ['of the report forms', Forms],
] as const)(
  'a double press archives one entry %s, not the next one, which comes under the finger',
  async (_of, List) => {
    archived.mockClear()
    render(
      <MantineProvider env="test">
        <List />
      </MantineProvider>,
    )
    const press = (name: string) =>
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Archiver.*${name}`) }))
    press('Alpha')
    await waitFor(() => expect(screen.queryByText('Alpha')).toBeNull())
    press('Bravo')
    await act(async () => undefined)
    expect(archived.mock.calls).toEqual([['Alpha']])
    expect(screen.getByText('Bravo')).toBeDefined()
  },
)
