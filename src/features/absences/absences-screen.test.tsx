// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { AbsenceScreen } from './absence-screen.tsx'
import { AbsencesScreen } from './absences-screen.tsx'

const fake = vi.hoisted(() => ({
  id: 'a1',
  me: 'zoe',
  roles: ['commercial'] as string[],
  query: {} as Record<string, string>,
  absences: [] as Record<string, unknown>[],
  update: vi.fn(),
}))
const PEOPLE = new Map([
  ['zoe', { NOM_COMPLET: 'Zoé Petit', IDAGENCE: 'lyon' }],
  ['luc', { NOM_COMPLET: 'Luc Roy', IDAGENCE: 'lyon' }],
])

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: Record<string, string>; children: ReactNode }) => (
    <a href={[to, new URLSearchParams(search).toString()].filter(Boolean).join('?')}>{children}</a>
  ),
  useParams: () => ({ id: fake.id }),
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => false } }),
}))
vi.mock('../../ui/navigation/use-query.ts', async () => {
  const { useState } = await import('react')
  return {
    useQuery: () => {
      const [query, setQuery] = useState<Record<string, string>>(fake.query)
      return [query, (patch: Record<string, string>) => setQuery({ ...query, ...patch })]
    },
  }
})
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 12:00' }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: fake.me } }) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: () => fake.absences,
  useLiveRecord: () => fake.absences.find(({ id }) => id === fake.id) ?? null,
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => PEOPLE }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: fake.me, roles: fake.roles, agences: ['lyon'], toutesAgences: false }),
}))
vi.mock('../../domain/records/resource-view.tsx', () => ({
  MissingRecord: () => <p>absente</p>,
  RecordActions: ({ canEdit }: { canEdit: boolean }) => (canEdit ? <button type="button">Modifier</button> : null),
  Fact: ({ label, children }: { label: string; children: ReactNode }) => (
    <p>
      {label} : {children}
    </p>
  ),
}))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncChip: () => null, SyncLink: () => null }))

const absence = (id: string, person: string, values: object = {}) => ({
  id,
  IDPERSONNELS: [person],
  GENRE: 'conges',
  OBJET: null,
  JOURNEES: 1,
  DEBUT: '2026-11-26 00:00',
  FIN: '2026-11-28 00:00',
  REPETITION: null,
  REPETER_JUSQUA: null,
  REPETER_FOIS: null,
  EXCEPTIONS: [],
  sync: { state: 'synced' },
  ...values,
})
const meeting = absence('a1', 'zoe', {
  GENRE: 'reunion',
  OBJET: 'Réunion du lundi',
  JOURNEES: 0,
  DEBUT: '2026-11-23 09:00',
  FIN: '2026-11-23 10:00',
  REPETITION: 'semaine',
  EXCEPTIONS: [{ id: '2026-12-14' }],
})
const show = (what: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test">
      {what}
    </MantineProvider>,
  )
const rows = () =>
  within(screen.getByRole('list', { name: 'Absences du mois' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(() => {
  Object.assign(fake, { id: 'a1', me: 'zoe', roles: ['commercial'], query: {}, absences: [] })
  fake.update.mockReset()
})

describe('« Absences »', () => {
  it('[DAY-10 absence] lists mine of the month, each time of what repeats, without the cancelled one', async () => {
    fake.absences = [meeting, absence('a2', 'luc')]
    show(<AbsencesScreen />)
    expect(rows()).toEqual([
      ['lun. 23 nov., 09:00 – 10:00', '/manager/absence/a1?jour=2026-11-23'],
      ['lun. 30 nov., 09:00 – 10:00', '/manager/absence/a1?jour=2026-11-30'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Mois suivant' }))
    expect(rows().map(([words]) => words)).toEqual([
      'lun. 7 déc., 09:00 – 10:00',
      'lun. 21 déc., 09:00 – 10:00',
      'lun. 28 déc., 09:00 – 10:00',
    ])
    expect(screen.queryByText('L’équipe')).toBeNull()
  })

  it('[DAY-10 absence] shows a director the team first, with the names and the kinds', async () => {
    Object.assign(fake, { roles: ['commercial_director'], absences: [absence('a2', 'luc')] })
    show(<AbsencesScreen />)
    expect(rows()).toEqual([['jeu. 26 nov. – ven. 27 nov.', '/manager/absence/a2']])
    screen.getByText('Luc Roy')
    screen.getByText('Congés')
    await userEvent.click(screen.getByRole('radio', { name: 'Les miennes' }))
    screen.getByText('Rien ce mois-ci.')
  })
})

describe('one occurrence of what repeats', () => {
  const exceptions = () => fake.update.mock.calls.at(-1)?.[2]

  it('[DAY-10 recurring] is cancelled alone, beside what was cancelled before', async () => {
    Object.assign(fake, { absences: [meeting], query: { jour: '2026-12-07' } })
    show(<AbsenceScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Annuler cette fois' }))
    expect(exceptions()).toEqual({ EXCEPTIONS: [{ id: '2026-12-07' }, { id: '2026-12-14' }] })
  })

  it('[DAY-10 recurring] is put back', async () => {
    Object.assign(fake, { absences: [meeting], query: { jour: '2026-12-14' } })
    show(<AbsenceScreen />)
    screen.getByText('Cette fois est annulée.')
    await userEvent.click(screen.getByRole('button', { name: 'Remettre à sa place' }))
    expect(exceptions()).toEqual({ EXCEPTIONS: [] })
  })

  it('[DAY-10 recurring] is moved, as it is when nothing was typed', async () => {
    Object.assign(fake, { absences: [meeting], query: { jour: '2026-12-07' } })
    show(<AbsenceScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Déplacer cette fois' }))
    await userEvent.click(screen.getByRole('button', { name: 'Déplacer' }))
    expect(exceptions().EXCEPTIONS[0]).toEqual({
      id: '2026-12-07',
      DEBUT: '2026-12-07 09:00',
      FIN: '2026-12-07 10:00',
    })
  })

  it('[DAY-10 absence] whoever takes part, and does not direct, changes nothing of a meeting', () => {
    const shared = { ...meeting, IDPERSONNELS: ['luc', 'zoe'] }
    Object.assign(fake, { absences: [shared], query: { jour: '2026-12-07' } })
    show(<AbsenceScreen />)
    expect(screen.queryByRole('button', { name: /cette fois|Modifier/ })).toBeNull()
    screen.getByText(/Luc Roy, Zoé Petit/)
  })
})
