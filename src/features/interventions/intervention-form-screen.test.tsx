// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { InterventionFormScreen } from './intervention-form-screen.tsx'
import { planningEntries } from './planning.ts'

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({}) }))
const fake = vi.hoisted(() => ({ query: {} as Record<string, string>, quotes: {} as Record<string, object[]> }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, vi.fn()] }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: () => null,
  useLiveList: (_of: string, query: { selector: { IDPROJET: string } } | null) =>
    query === null ? undefined : (fake.quotes[query.selector.IDPROJET] ?? []),
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({}) }))
vi.mock('../../data/records/use-files.ts', () => ({ useFiles: () => [] }))
vi.mock('../../forms/use-form-record.ts', () => ({ useFormRecord: () => ({ record: null, gone: false }) }))
vi.mock('../../forms/form-guard.tsx', () => ({ useDraft: () => null }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: ({ children }: { children: ReactNode }) => children,
  FormSection: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../domain/rdv/taken-question.tsx', () => ({ useTakenQuestion: () => ({}) }))
const SLOT = { id: 's', IDPERSONNEL: 'tom', DEBUT: '2026-11-20 08:00', FIN: '2026-11-20 12:00' }
vi.mock('./planning-section.tsx', () => ({
  PlanningSection: ({ form }: { form: ResourceFormState }) => (
    <>
      <button type="button" onClick={() => form.set('IDINTERVENTION_PLANNING', [SLOT])}>
        Planifier
      </button>
      {planningEntries(form.values).map(({ id, DEBUT, FIN }) => (
        <p key={id}>{`${DEBUT} à ${FIN}`}</p>
      ))}
    </>
  ),
}))
vi.mock('../../forms/resource-form.tsx', () => ({
  backOf: () => '/',
  Fields: ({ form, names }: { form: ResourceFormState; names: string[] }) =>
    names.map((name) => (
      <input
        key={name}
        aria-label={name}
        value={String(form.values[name] ?? '')}
        onChange={(event) => form.set(name, event.currentTarget.value)}
      />
    )),
}))

const input = (name: string) => screen.getByLabelText(name) as HTMLInputElement
const type = (name: string, value: string) => fireEvent.change(input(name), { target: { value } })

const quote = (IDDEVIS: string, IDPROJET: string, DEVIS_SIGNE: 0 | 1) => ({
  ...{ IDDEVIS, IDPROJET, DEVIS_SIGNE },
  ...{ REFUSE: 0, DATE_CREATION: null },
})
beforeEach(() => {
  fake.query = {}
  fake.quotes = {}
})

it('[RES-09 interventions] the end of an intervention follows its start, an hour after it at least', () => {
  render(<InterventionFormScreen />)
  type('RDV_DEBUT', '2026-11-20 08:00')
  expect(input('RDV_FIN').value).toBe('2026-11-20 09:00')
  type('RDV_FIN', '2026-11-20 12:00')
  type('RDV_DEBUT', '2026-11-21 13:00')
  expect(input('RDV_FIN').value).toBe('2026-11-21 17:00')
  type('RDV_FIN', '2026-11-21 13:20')
  expect(input('RDV_FIN').value).toBe('2026-11-21 14:00')
})

it('the technician who has the hours of the works has those to which the form moves them', () => {
  render(<InterventionFormScreen />)
  type('RDV_DEBUT', '2026-11-20 08:00')
  type('RDV_FIN', '2026-11-20 12:00')
  fireEvent.click(screen.getByRole('button', { name: 'Planifier' }))
  type('RDV_DEBUT', '2026-11-27 08:00')
  expect(screen.getByText('2026-11-27 08:00 à 2026-11-27 12:00')).toBeTruthy()
  type('RDV_FIN', '2026-11-27 17:00')
  expect(screen.getByText('2026-11-27 08:00 à 2026-11-27 17:00')).toBeTruthy()
})

it('works that are given to another project lose the quote of the former one, and have it again with that project', () => {
  render(<InterventionFormScreen />)
  type('IDPROJET', 'p1')
  type('IDDEVIS', 'd1')
  type('RDV_OBJET', 'Pose')
  expect(input('IDDEVIS').value).toBe('d1')
  type('IDPROJET', 'p2')
  expect(input('IDDEVIS').value).toBe('')
  type('IDPROJET', '')
  type('IDPROJET', 'p1')
  expect(input('IDDEVIS').value).toBe('d1')
})

it('[MGR-11] new works of a project open with its only order among its variants, and may be left without one', () => {
  fake.query = { IDPROJET: 'p1' }
  fake.quotes = { p1: [quote('eco', 'p1', 0), quote('confort', 'p1', 1), quote('premium', 'p1', 0)] }
  render(<InterventionFormScreen />)
  expect(input('IDDEVIS').value).toBe('confort')
  type('IDDEVIS', '')
  expect(input('IDDEVIS').value).toBe('')
})

it('[MGR-11] where several orders stand, or none does among several quotes, the quote is asked for', () => {
  fake.query = { IDPROJET: 'p1' }
  fake.quotes = { p1: [quote('un', 'p1', 1), quote('deux', 'p1', 1)] }
  const { unmount } = render(<InterventionFormScreen />)
  expect(input('IDDEVIS').value).toBe('')
  unmount()
  fake.quotes = { p1: [quote('eco', 'p1', 0), quote('confort', 'p1', 0)] }
  render(<InterventionFormScreen />)
  expect(input('IDDEVIS').value).toBe('')
})

it('[MGR-11] a project that is chosen in the form brings its order, once', () => {
  fake.quotes = { p1: [quote('d1', 'p1', 1)], p2: [quote('d2', 'p2', 1), quote('v2', 'p2', 0)] }
  render(<InterventionFormScreen />)
  type('IDPROJET', 'p1')
  expect(input('IDDEVIS').value).toBe('d1')
  type('IDPROJET', 'p2')
  expect(input('IDDEVIS').value).toBe('d2')
  type('IDDEVIS', '')
  type('RDV_OBJET', 'Visite')
  expect(input('IDDEVIS').value).toBe('')
})
