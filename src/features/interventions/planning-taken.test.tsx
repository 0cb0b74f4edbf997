// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { occupationText } from '../../text/occupation.ts'
import { theme } from '../../ui/theme.ts'
import { InterventionFormScreen } from './intervention-form-screen.tsx'

/** Théo has an appointment on the first day, and Luc is absent from the second on. */
const DAY = '2026-11-26'
const entry = (id: string, IDPERSONNEL: string, day: string) => ({
  id,
  IDPERSONNEL,
  DEBUT: `${day} 08:00`,
  FIN: `${day} 12:00`,
})
const rdv = { IDRDV: 'r1', SUPPRIME: 0, IDPERSONNELS: ['theo'], RDV_DEBUT: `${DAY} 09:00`, RDV_FIN: `${DAY} 10:00` }
const works = {
  IDINTERVENTION: 'i1',
  SUPPRIME: 0,
  IDPROJET: 'j1',
  RDV_OBJET: 'Pose',
  RDV_DEBUT: `${DAY} 08:00`,
  RDV_FIN: `${DAY} 12:00`,
  IDINTERVENTION_PLANNING: [entry('p0', 'ana', DAY)],
}
const weeks = [
  {
    SEMAINE: '2026-11-23',
    EMPREINTE: 'e',
    PRIS: [{ IDPERSONNEL: 'luc', RDV: [], INTERVENTION: [], ABSENCE: [['2026-11-27 00:00', '2026-11-29 00:00']] }],
  },
]
const fake = vi.hoisted(() => ({ update: vi.fn(async () => undefined), searched: vi.fn() }))
// The same until a record changes, as from the local database.
const RDVS = [rdv]
const NONE: object[] = []
const OCCUPATION = { at: `${DAY}T06:00:00Z`, weeks }
let saved: unknown

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 'i1' }) }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, vi.fn()] }))
vi.mock('../../ui/hooks/use-later.ts', () => ({ useLater: () => undefined }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => `${DAY} 07:00` }))
vi.mock('../../data/session/use-hours.ts', () => ({ useHours: () => null }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-files.ts', () => ({ useFiles: () => [] }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => NONE }))
vi.mock('../../data/records/ask-list.ts', () => ({ askList: async () => [] }))
vi.mock('../../domain/records/use-between.ts', () => ({
  useBetween: (resource: string, between: unknown) => (between && resource === 'rdv' ? RDVS : NONE),
  readBetween: async (_data: unknown, resource: string) => (resource === 'rdv' ? [rdv] : []),
}))
vi.mock('../../data/records/use-occupation.ts', () => ({ useOccupation: () => OCCUPATION }))
vi.mock('../../../sync/replicate/occupation.ts', () => ({ readOccupation: async () => ({ weeks }) }))
vi.mock('../../../schemas/rules/free-slots.ts', async (actual) => {
  const rules = await actual<typeof import('../../../schemas/rules/free-slots.ts')>()
  const freeSlots: typeof rules.freeSlots = (search, hours) => {
    fake.searched()
    return rules.freeSlots(search, hours)
  }
  return { ...rules, freeSlots }
})
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () =>
    new Map([
      ['theo', { NOM_COMPLET: 'Théo Blanc' }],
      ['luc', { NOM_COMPLET: 'Luc Roy' }],
    ]),
}))
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => ({ db: {} }) }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => ({ id: 'me', roles: ['assistant'] }) }))
vi.mock('../../forms/use-form-record.ts', () => ({ useFormRecord: () => ({ record: works, gone: false }) }))
vi.mock('../../forms/form-guard.tsx', () => ({ useDraft: () => null }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: ({ children, onSave }: { children: ReactNode; onSave: () => Promise<unknown> }) => (
    <>
      {children}
      <button type="button" onClick={() => void onSave().then((done) => (saved = done))}>
        Enregistrer
      </button>
    </>
  ),
  FormSection: ({ children }: { children: ReactNode }) => children,
  Wide: ({ children }: { children: ReactNode }) => <div data-wide>{children}</div>,
}))
vi.mock('../../forms/field-change.tsx', () => ({ FieldChangeNotice: () => null }))
vi.mock('../../forms/fields/dates-field.tsx', () => ({ DatesField: () => null }))
vi.mock('../../forms/resource-form.tsx', () => ({ backOf: () => '/', Fields: () => null }))
interface FieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}
const Field = ({ label, value, onChange }: FieldProps) => (
  <input aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
)
vi.mock('../../forms/fields/ref-field.tsx', () => ({ RefField: (props: FieldProps) => <Field {...props} /> }))
vi.mock('../../forms/fields/datetime-field.tsx', () => ({ DateTimeField: (props: FieldProps) => <Field {...props} /> }))

const tap = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getAllByLabelText(label).at(-1) as HTMLElement, { target: { value } })
const plan = async (person: string, day: string): Promise<void> => {
  await tap('Ajouter une personne')
  type('Personne', person)
  type('Début', `${day} 08:00`)
  type('Fin', `${day} 12:00`)
}
const entriesSaved = () => {
  const [, , patch] = (fake.update.mock.calls.at(-1) ?? []) as unknown as [string, string, Record<string, unknown>]
  return (patch?.IDINTERVENTION_PLANNING as { IDPERSONNEL: string; DEBUT: string }[] | undefined)?.map(
    ({ IDPERSONNEL, DEBUT }) => [IDPERSONNEL, DEBUT],
  )
}

beforeEach(() => {
  fake.update.mockClear()
  saved = 'nothing yet'
  render(
    <MantineProvider theme={theme} env="test">
      <InterventionFormScreen />
    </MantineProvider>,
  )
})

it('[DAY-01 busy] [DAY-10 absence] [CAL-06] each planned person who is taken or absent is said while works are planned, and asked about once for all at saving', async () => {
  await plan('theo', DAY)
  expect(screen.getByText('Théo Blanc : rendez-vous, 09:00 – 10:00')).toBeTruthy()
  await plan('luc', '2026-11-27')
  expect(screen.getByText('Luc Roy : absent, ven. 27 nov. – sam. 28 nov.')).toBeTruthy()

  await tap('Enregistrer')
  const sheet = await screen.findByRole('dialog', { name: 'Ces créneaux sont pris' })
  expect(sheet.textContent).toContain('Théo Blanc : rendez-vous, 09:00 – 10:00')
  expect(sheet.textContent).toContain('Luc Roy : absent, ven. 27 nov. – sam. 28 nov.')
  await tap('Revenir')
  expect(saved).toBe(false)
  expect(fake.update).not.toHaveBeenCalled()

  await tap('Enregistrer')
  await tap('Enregistrer quand même')
  expect(entriesSaved()).toEqual([
    ['ana', `${DAY} 08:00`],
    ['theo', `${DAY} 08:00`],
    ['luc', '2026-11-27 08:00'],
  ])
})

it('[DAY-01 busy] a free slot is taken by one tap, and who is free is not asked about', async () => {
  await plan('theo', DAY)
  await tap(/10:00 – 14:00/)
  expect(screen.queryByText('Théo Blanc : rendez-vous, 09:00 – 10:00')).toBeNull()
  await tap('Enregistrer')
  await act(async () => undefined)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(entriesSaved()).toEqual([
    ['ana', `${DAY} 08:00`],
    ['theo', `${DAY} 10:00`],
  ])
})

it('[DAY-01 busy] free slots are proposed for the entry that is being edited, and looked for once', async () => {
  await plan('theo', DAY)
  expect(screen.getAllByLabelText(occupationText.free)).toHaveLength(1)
  fake.searched.mockClear()
  await tap('Ajouter une personne')
  expect(fake.searched).not.toHaveBeenCalled()
  type('Début', `${DAY} 08:00`)
  type('Fin', `${DAY} 12:00`)
  type('Personne', 'theo')
  expect(screen.getAllByText('Théo Blanc : rendez-vous, 09:00 – 10:00')).toHaveLength(2)
  expect(screen.getAllByLabelText(occupationText.free)).toHaveLength(1)
  expect(fake.searched).toHaveBeenCalledOnce()
})
