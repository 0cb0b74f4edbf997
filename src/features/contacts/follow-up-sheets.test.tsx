// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ContactScreen } from './contact-screen.tsx'
import { RelanceScreen } from './relance-screen.tsx'

const fake = vi.hoisted(() => ({ waiting: {} as Record<string, { projet: object }[]> }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, vi.fn()] }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({ items, row }: { items: readonly T[]; row: (one: T) => ReactNode }) => (
    <>{items[0] === undefined ? null : row(items[0])}</>
  ),
}))
vi.mock('../../ui/controls/plain-button.tsx', () => ({
  PlainButton: ({ label, onClick }: { label: string; onClick?: () => void }) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  ),
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 12:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'moi', roles: ['commercial'] } }),
}))
vi.mock('../../data/session/agency-filter.ts', () => ({ useAgencyFilter: () => ({ agence: null }) }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../domain/labels/use-labels.ts', () => ({ useLabels: () => new Map() }))
vi.mock('../../domain/labels/label-chips.tsx', () => ({ LabelChips: () => null }))
vi.mock('../../domain/labels/label-filter.tsx', () => ({
  hasLabel: () => true,
  LabelFilter: () => null,
  NothingLabelled: () => null,
  useLabelChoice: () => [undefined, vi.fn()],
}))
vi.mock('../../domain/projets/use-waiting-projects.ts', () => ({
  useMyWaiting: () => fake.waiting,
  useUnheldRecalls: () => [],
}))
vi.mock('../../domain/projets/known-client-chip.tsx', () => ({ KnownClientChip: () => null }))
vi.mock('../../domain/rdv/use-plan-rdv.ts', () => ({ usePlanRdv: () => vi.fn() }))
vi.mock('../../domain/records/task-row.tsx', () => ({
  TaskRow: ({ actions }: { actions: ReactNode }) => <div>{actions}</div>,
}))
vi.mock('../../domain/views/list-tools.tsx', () => ({
  ListSort: () => null,
  ListTools: () => null,
  NothingFound: () => <p>Rien</p>,
}))
vi.mock('./use-follow-ups.ts', () => ({
  useFollowUps: (_screen: string, rows: { projet: object }[] | undefined) => ({
    view: { rows: rows?.map((one) => ({ ...one, due: null })), all: rows?.length ?? 0 },
    clients: new Map([['c1', { NOM: 'Durand', PRENOM: 'Léa' }]]),
  }),
}))
vi.mock('../../domain/calls/call-sheet.tsx', () => ({ CallSheet: () => <textarea aria-label="Remarque" /> }))
vi.mock('../../domain/calls/note-sheet.tsx', () => ({ NoteSheet: () => <textarea aria-label="Note" /> }))

const projet = { IDPROJET: 'p1', IDCLIENT: 'c1', JOURNAL: [], IDLABELS: [], sync: { state: 'synced' } }
const NONE = { to_contact: [], without_rdv: [], without_quote: [], to_call_again: [] }

beforeEach(() => {
  fake.waiting = NONE
})

it.each([
  ['« Contacts »', ContactScreen, 'to_contact', /^Noter/, 'Remarque'],
  ['« Relances »', RelanceScreen, 'without_quote', /^Noter/, 'Remarque'],
  ['a note on « Relances »', RelanceScreen, 'without_quote', /note/, 'Note'],
] as const)(
  '[MGR-07] [MGR-16] %s: what is being typed about a call stays when the last project of the list leaves it',
  async (_where, Screen, list, button, field) => {
    const page = () => (
      <MantineProvider env="test">
        <Screen />
      </MantineProvider>
    )
    fake.waiting = { ...NONE, [list]: [{ projet }] }
    const { rerender } = render(page())
    await userEvent.click(screen.getByRole('button', { name: button }))
    await userEvent.type(screen.getByLabelText(field), 'Rappeler après la pose')
    // The office has planned an appointment, or given the project to a colleague.
    fake.waiting = NONE
    rerender(page())
    expect(screen.queryByRole('button', { name: button })).toBeNull()
    expect((screen.getByLabelText(field) as HTMLTextAreaElement).value).toBe('Rappeler après la pose')
  },
)
