// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { InterventionFormScreen } from './intervention-form-screen.tsx'

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
vi.mock('./planning-section.tsx', () => ({ PlanningSection: () => null }))
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
