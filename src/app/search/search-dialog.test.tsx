// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { searchText } from '../../text/search.ts'
import { theme } from '../../ui/theme.ts'
import { SearchDialog } from './search-dialog.tsx'
import { useSearch } from './use-search.ts'

const martin = { IDCLIENT: 'c1', NOM: 'Martin', PRENOM: 'Zoé', VILLE: 'Lyon', PORTABLE: null, TELEPHONE: null }
const fake = vi.hoisted(() => ({
  clients: undefined as unknown[] | undefined,
  current: false,
  telling: false,
}))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }))
vi.mock('../../ui/navigation/layers.ts', () => ({ useLayer: () => undefined }))
vi.mock('../../ui/hooks/desktop.ts', () => ({ useDesktop: () => true }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { roles: [] } }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => undefined }))
vi.mock('../../data/records/use-client-search.ts', () => ({
  useClientSearch: () => ({ clients: fake.clients, current: fake.current, more: false }),
}))
vi.mock('./use-journal-search.ts', () => ({ useJournalSearch: () => ({ hits: [], searching: fake.telling }) }))

beforeEach(() => Object.assign(fake, { clients: undefined, current: false, telling: false }))

describe('[DAY-03 complete] (everywhere) the search over everything while it reads', () => {
  const open = async () => {
    render(
      <MantineProvider theme={theme}>
        <SearchDialog opened onClose={() => undefined} />
      </MantineProvider>,
    )
    await userEvent.type(await screen.findByRole('combobox'), 'martin')
  }

  it('does not say that nothing matches before the clients are read', async () => {
    await open()
    expect(screen.queryByText(searchText.none('martin'))).toBeNull()
    expect(screen.getByText(searchText.searching)).toBeDefined()
  })

  it('tells how many there are once clients and journals are read', async () => {
    Object.assign(fake, { clients: [martin], current: true, telling: true })
    await open()
    expect(screen.getByRole('option', { name: /Martin/ })).toBeDefined()
    expect(screen.queryByText('1 résultat')).toBeNull()
    fake.telling = false
    await userEvent.type(screen.getByRole('combobox'), ' z')
    expect(screen.getByText('1 résultat')).toBeDefined()
  })

  it('says that nothing matches once all is read, and searches nothing without a text', async () => {
    Object.assign(fake, { clients: [], current: true })
    await open()
    expect(screen.getByText(searchText.none('martin'))).toBeDefined()
    fake.current = false
    expect(renderHook(() => useSearch('')).result.current.searching).toBe(false)
  })
})
