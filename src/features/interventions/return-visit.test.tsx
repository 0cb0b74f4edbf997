// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { returnNoteId } from '../../../schemas/rules/return-visits.ts'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { InterventionFormScreen } from './intervention-form-screen.tsx'

const create = vi.fn(() => Promise.resolve())
const slot = (IDPERSONNEL: string, day: string) => ({
  id: `${IDPERSONNEL}-${day}`,
  IDPERSONNEL,
  DEBUT: `${day} 08:00`,
  FIN: `${day} 17:00`,
})
const first = {
  IDINTERVENTION: 'i1',
  IDPROJET: 'p1',
  IDDEVIS: 'd1',
  IDTYPE_INTERVENTION: 't1',
  RDV_OBJET: 'Pose fenêtres',
  RDV_DEBUT: '2026-11-18 08:00',
  RDV_FIN: '2026-11-19 17:00',
  IDINTERVENTION_PLANNING: [slot('tom', '2026-11-18'), slot('tom', '2026-11-19'), slot('ana', '2026-11-18')],
  NOTES: [
    { id: 'r1', TEXTE: 'Joint à refaire', LE: '2026-11-19T15:00:00.000Z', IDPERSONNEL: 'tom', GENRE: 'reserve' },
    {
      id: 'r2',
      TEXTE: 'Vitre rayée',
      LE: '2026-11-19T15:01:00.000Z',
      IDPERSONNEL: 'tom',
      GENRE: 'reserve',
      LEVEE: 'f1',
    },
  ],
  FEEDBACK: 'mauvais',
}

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({}) }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{ reprise: 'i1' }, vi.fn()] }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'moi' } }) }))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['ana']) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => first, useLiveList: () => [] }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ create }) }))
vi.mock('../../data/records/use-files.ts', () => ({ useFiles: () => [] }))
vi.mock('../../forms/use-form-record.ts', () => ({ useFormRecord: () => ({ record: null, gone: false }) }))
vi.mock('../../forms/form-guard.tsx', () => ({ useDraft: () => null }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: ({ children, title, onSave }: { children: ReactNode; title: string; onSave: () => void }) => (
    <>
      <h1>{title}</h1>
      {children}
      <button type="button" onClick={onSave}>
        save
      </button>
    </>
  ),
  FormSection: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../domain/rdv/taken-question.tsx', () => ({
  useTakenQuestion: () => ({ askAll: () => Promise.resolve(true), question: null }),
}))
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

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name) as HTMLInputElement, { target: { value } })

it('[INT-03] a return visit opens with the project, the quote and the technicians of the first works, and names them', async () => {
  render(<InterventionFormScreen />)
  expect(screen.getByRole('heading').textContent).toBe('Planifier une reprise')
  type('RDV_DEBUT', '2026-12-01 09:00')
  type('RDV_FIN', '2026-12-01 11:00')
  fireEvent.click(screen.getByRole('button', { name: 'save' }))
  await vi.waitFor(() => expect(create).toHaveBeenCalled())
  const [[resource, body]] = create.mock.calls as unknown as [[string, Record<string, unknown>]]
  expect(resource).toBe('intervention')
  expect(body).toMatchObject({
    IDPROJET: 'p1',
    IDDEVIS: 'd1',
    IDTYPE_INTERVENTION: 't1',
    RDV_OBJET: 'Reprise : Pose fenêtres',
    RDV_DEBUT: '2026-12-01 09:00',
    RDV_FIN: '2026-12-01 11:00',
    IDINTERVENTION_PLANNING: [{ IDPERSONNEL: 'tom', DEBUT: '2026-12-01 09:00', FIN: '2026-12-01 11:00' }],
    NOTES: [
      {
        id: returnNoteId('i1'),
        TEXTE: 'Reprise de « Pose fenêtres » du 18/11/2026.\n1. Joint à refaire',
        IDPERSONNEL: 'moi',
      },
    ],
  })
})
