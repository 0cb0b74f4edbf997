// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { AbsenceFormScreen } from './absence-form-screen.tsx'

const PEOPLE = [
  { IDPERSONNEL: 'bruno', IDAGENCE: 'brest', AGENCES: ['brest'] },
  { IDPERSONNEL: 'brice', IDAGENCE: 'brest', AGENCES: ['brest'] },
  { IDPERSONNEL: 'camille', IDAGENCE: 'lyon', AGENCES: ['lyon'] },
  { IDPERSONNEL: 'colin', IDAGENCE: 'lyon', AGENCES: ['lyon'] },
  { IDPERSONNEL: 'sam', IDAGENCE: null, AGENCES: [] },
  { IDPERSONNEL: 'bea', IDAGENCE: null, AGENCES: ['brest'] },
  { IDPERSONNEL: 'lea', IDAGENCE: null, AGENCES: ['lyon'] },
  { IDPERSONNEL: 'max', IDAGENCE: null, AGENCES: ['lyon', 'brest'] },
  { IDPERSONNEL: 'eva', IDAGENCE: null, AGENCES: [], TOUTES_AGENCES: 1 },
]
const fake = vi.hoisted(() => ({
  id: undefined as string | undefined,
  absence: null as object | null,
  roles: ['commercial_director'],
  everywhere: false,
  create: vi.fn(async () => 'a1'),
  update: vi.fn(async () => undefined),
}))
let state: ResourceFormState | null = null

vi.mock('@tanstack/react-router', () => ({
  useParams: () => ({ id: fake.id }),
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => false, push: vi.fn() } }),
  useBlocker: () => undefined,
  Link: () => null,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{ jour: '2026-11-26' }, vi.fn()] }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useLeave: () => vi.fn() }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 12:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'bruno' } }) }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ create: fake.create, update: fake.update }),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => PEOPLE }))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () => new Map(PEOPLE.map((one) => [one.IDPERSONNEL, one])),
}))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'bruno', roles: fake.roles, agences: ['brest'], toutesAgences: fake.everywhere }),
}))
vi.mock('../../domain/rdv/taken-warning.tsx', () => ({ TakenList: () => null }))
vi.mock('../../domain/records/resource-view.tsx', () => ({ MissingRecord: () => null }))
vi.mock('../../forms/use-form-record.ts', () => ({
  useFormRecord: () => ({ record: fake.absence, gone: false }),
}))
vi.mock('../../forms/form-guard.tsx', () => ({ useDraft: () => null, FormGuard: () => null }))
vi.mock('../../forms/fields/date-field.tsx', () => ({ DateField: () => null }))
vi.mock('../../forms/resource-form.tsx', () => ({
  Fields: ({ form, names }: { form: ResourceFormState; names: string[] }) => {
    state = form
    return names.includes('IDPERSONNELS') ? <p>{form.errors.IDPERSONNELS}</p> : null
  },
}))

const show = () =>
  render(
    <MantineProvider env="test">
      <AbsenceFormScreen />
    </MantineProvider>,
  )
const choose = (...people: string[]) => {
  act(() => state?.set('IDPERSONNELS', people))
  act(() => state?.touch('IDPERSONNELS'))
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
const press = () => act(async () => void fireEvent.submit(button().form as HTMLFormElement))

beforeEach(() => {
  Object.assign(fake, { id: undefined, absence: null, roles: ['commercial_director'], everywhere: false })
  fake.create.mockClear()
  fake.update.mockClear()
})

it('[DAY-10 absence] a director notes no absence of somebody of another agency, which the server refuses: the form says who does', async () => {
  show()
  expect(button().disabled).toBe(false)
  choose('camille')
  expect(button().disabled).toBe(true)
  screen.getByText(/est d’une autre agence/)
  await press()
  expect(fake.create).not.toHaveBeenCalled()
  for (const one of ['lea', 'max', 'eva']) {
    choose(one)
    expect(button().disabled, one).toBe(true)
  }
  // Of his agency, or of none.
  for (const one of ['brice', 'bea', 'sam']) {
    choose(one)
    expect(button().disabled, one).toBe(false)
  }
  await press()
  expect(fake.create).toHaveBeenCalledWith('absence', expect.objectContaining({ IDPERSONNELS: ['sam'] }))
})

it('[DAY-10 absence] a meeting of two agencies is any director’s; one of the other agency alone is not', () => {
  show()
  act(() => state?.set('GENRE', 'reunion'))
  choose('brice', 'camille')
  expect(button().disabled).toBe(false)
  choose('camille', 'colin')
  expect(button().disabled).toBe(true)
  screen.getByText(/sont d’une autre agence/)
})

it('[DAY-10 absence] a director of all agencies notes those of everybody', () => {
  fake.everywhere = true
  show()
  choose('camille')
  expect(button().disabled).toBe(false)
})

it('[DAY-10 absence] an absence of the agency is not given to somebody of another one', () => {
  fake.id = 'a1'
  fake.absence = {
    id: 'a1',
    IDPERSONNELS: ['brice'],
    GENRE: 'conges',
    OBJET: null,
    JOURNEES: 1,
    DEBUT: '2026-11-26 00:00',
    FIN: '2026-11-28 00:00',
    REPETITION: null,
    REPETER_JUSQUA: null,
    REPETER_FOIS: null,
    EXCEPTIONS: [],
  }
  show()
  expect(button().disabled).toBe(false)
  choose('camille')
  expect(button().disabled).toBe(true)
})

it('[DAY-10 absence] whoever directs no more while the form is open reads that they note their own', () => {
  const { rerender } = show()
  choose('brice')
  fake.roles = ['commercial']
  rerender(
    <MantineProvider env="test">
      <AbsenceFormScreen />
    </MantineProvider>,
  )
  expect(button().disabled).toBe(true)
  screen.getByText('Vous notez vos absences ; un directeur note celles des autres.')
})
