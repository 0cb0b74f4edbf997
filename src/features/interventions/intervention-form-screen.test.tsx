// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { InterventionFormScreen } from './intervention-form-screen.tsx'
import { planningEntries } from './planning.ts'

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({}) }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, vi.fn()] }))
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
