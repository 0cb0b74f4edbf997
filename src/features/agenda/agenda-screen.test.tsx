// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { AgendaScreen } from './agenda-screen.tsx'
import type { PersonShift, Slot } from './calendar/agenda-event.ts'

interface Calendar {
  onCreate: (slot: Slot, person: string | null) => void
  onMove: (id: string, slot: Slot, shift: PersonShift | null) => Promise<void>
}
const fake = vi.hoisted(() => ({
  calendar: undefined as unknown,
  shown: [] as { id: string }[],
  waiting: null as object | null,
  kept: [] as unknown[],
  written: [] as unknown[],
  error: vi.fn(),
}))
const calendar = () => fake.calendar as Calendar
const PEOPLE = [
  { id: 'me', name: 'Moi', initials: 'M' },
  { id: 'noe', name: 'Noé', initials: 'N' },
  { id: 'tom', name: 'Tom Petit (compte fermé)', initials: 'T' },
]
const EVENT = { id: 'r1', start: '2026-12-01 09:00', end: '2026-12-01 10:00', people: ['noe'], version: 1 }

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => undefined }))
vi.mock('../../data/database/early-rows-context.ts', () => ({ useEarlyRows: () => null }))
vi.mock('../../data/database/stored-first.ts', () => ({ tellDrawn: () => undefined }))
vi.mock('../../data/first-picture/use-first-picture.ts', () => ({ useFirstPicture: () => undefined }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ update: async (...given: unknown[]) => void fake.written.push(given) }),
}))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['tom']) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => null }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'me', roles: ['commercial'] } }),
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../domain/rdv/rdv-cache.ts', () => ({
  cacheRdv: (_: unknown, values: { IDPERSONNELS: unknown }) => fake.kept.push(values.IDPERSONNELS),
  cachedRdv: () => null,
  clearRdvCache: () => undefined,
}))
vi.mock('../../domain/rdv/taken-question.tsx', () => ({
  useTakenQuestion: () => ({ ask: async (slot: Slot) => slot, question: null }),
}))
vi.mock('../../domain/rdv/taken-warning.tsx', () => ({ TakenWarning: () => null }))
vi.mock('../../domain/rdv/use-tell-client.ts', () => ({ useTellClient: () => ({ asks: () => undefined }) }))
vi.mock('../../ui/hooks/desktop.ts', () => ({ useDesktop: () => true }))
vi.mock('../../ui/hooks/use-later.ts', () => ({ useLater: () => undefined }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { error: fake.error, action: () => undefined, info: () => undefined, failure: () => undefined },
}))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))
vi.mock('./calendar/agenda-calendar.tsx', () => ({
  loadedRange: () => ({ from: '2026-12-01', to: '2026-12-01' }),
  AgendaCalendar: (props: unknown) => {
    fake.calendar = props
    return null
  },
}))
vi.mock('./tell-client.ts', () => ({ tellingOf: () => undefined }))
vi.mock('./use-agenda-address.ts', () => ({
  useAgendaAddress: () => ({ view: 'category', date: '2026-12-01', rdv: null, people: null, go: () => undefined }),
}))
vi.mock('./use-agenda-events.ts', () => ({ useAgendaEvents: () => ({ events: [EVENT], doubt: null }) }))
vi.mock('./use-agenda-people.ts', () => ({ useAgendaPeople: () => ({ all: PEOPLE, shown: fake.shown }) }))
vi.mock('./use-waiting-form.ts', () => ({
  useWaitingForm: () => ({ waiting: fake.waiting, setWaiting: () => undefined, toForm: { current: false } }),
}))

const SLOT = { start: '2026-12-02 09:00', end: '2026-12-02 10:00' }

function show(...shown: string[]): void {
  fake.shown = PEOPLE.filter(({ id }) => shown.includes(id))
  render(
    <MantineProvider theme={theme} env="test">
      <AgendaScreen />
    </MantineProvider>,
  )
}
/** For whom the form of a slot in this column opens. */
const bookedFor = (person: string | null): unknown => {
  act(() => calendar().onCreate(SLOT, person))
  return fake.kept.at(-1)
}

beforeEach(() => {
  fake.error.mockClear()
  Object.assign(fake, { waiting: null, kept: [], written: [] })
})

it('[DAY-08] [SET-12] a slot in somebody’s column, or only agenda, is for them; of somebody who left it is one’s own visit', () => {
  show('noe', 'tom')
  expect([bookedFor('noe'), bookedFor('tom'), bookedFor(null)]).toEqual([['noe'], ['me'], ['me']])
  show('noe')
  expect(bookedFor(null)).toEqual(['noe'])
  show('tom')
  expect(bookedFor(null)).toEqual(['me'])
})

it('[DAY-08] [SET-12] a form that waits for its slot keeps its people in the column of somebody who left', () => {
  fake.waiting = { current: null, values: { IDPERSONNELS: ['noe'] } }
  show('me', 'tom')
  expect([bookedFor('tom'), bookedFor(null), bookedFor('me')]).toEqual([['noe'], ['noe'], ['me']])
})

it('[DAY-08] [SET-12] nothing is moved to somebody who left, and the notice says why; away from them it is', async () => {
  show('noe', 'tom')
  await expect(calendar().onMove('r1', SLOT, { from: 'noe', to: 'tom' })).rejects.toThrow()
  expect(fake.error.mock.calls).toEqual([['Tom Petit (compte fermé)']])
  expect(fake.written).toEqual([])
  await act(() => calendar().onMove('r1', SLOT, { from: 'tom', to: 'noe' }))
  expect(fake.written).toMatchObject([['rdv', 'r1', { IDPERSONNELS: ['noe'] }, expect.anything()]])
  expect(fake.error).toHaveBeenCalledTimes(1)
})
