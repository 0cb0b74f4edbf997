// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { DevisFormScreen } from './devis-form-screen.tsx'

const fake = vi.hoisted(() => ({ projet: undefined as object | null | undefined }))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => ({}),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{ IDPROJET: 'p1' }, vi.fn()] }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useGo: () => vi.fn(), useLeave: () => vi.fn() }))
vi.mock('../../domain/navigation/use-way-back.ts', () => ({ useClientsHref: () => '/' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({}) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (_resource: string, id: string | null) => (id === 'p1' ? fake.projet : null),
}))
vi.mock('../../forms/form-guard.tsx', () => ({ useDraft: () => null }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: ({ children }: { children: ReactNode }) => children,
  FormSection: ({ children }: { children: ReactNode }) => children,
  Wide: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../forms/resource-form.tsx', () => ({
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
vi.mock('./lignes-editor.tsx', () => ({
  LignesEditor: ({ lines, onChange }: { lines: unknown[]; onChange: (lines: unknown[]) => void }) => (
    <button type="button" onClick={() => onChange([...lines, { id: 'l', LIBELLE: 'Porte' }])}>
      {lines.length} ligne
    </button>
  ),
}))

const shown = () => (
  <MantineProvider env="test">
    <DevisFormScreen />
  </MantineProvider>
)
beforeEach(() => {
  fake.projet = { IDPROJET: 'p1', IDCLIENT: 'c1', DESCRIPTION: 'Fenêtres', IDRESPONSABLEPROJET: null }
})

it('[OUT-11] a new quote stays with its lines when its project leaves the device', () => {
  const { rerender } = render(shown())
  fireEvent.change(screen.getByLabelText('OBJET'), { target: { value: 'Trois fenêtres' } })
  fireEvent.click(screen.getByRole('button', { name: '0 ligne' }))
  fake.projet = null
  rerender(shown())
  expect(screen.getByLabelText<HTMLInputElement>('OBJET').value).toBe('Trois fenêtres')
  expect(screen.getByRole('button', { name: '1 ligne' })).toBeTruthy()
})

it('a project that was never on this device is said to be missing', () => {
  fake.projet = null
  render(shown())
  expect(screen.queryByLabelText('OBJET')).toBeNull()
  expect(screen.getByText('Choisir un client')).toBeTruthy()
})

it.each([
  ['the first line of the description', 'Trois fenêtres \nau salon', 'Trois fenêtres'],
  ['nothing without a description: the customer reads the subject', null, ''],
])('a new quote proposes as its subject %s', (_, DESCRIPTION, OBJET) => {
  fake.projet = { IDPROJET: 'p1', IDCLIENT: 'c1', IDRESPONSABLEPROJET: null, DESCRIPTION }
  render(shown())
  expect(screen.getByLabelText<HTMLInputElement>('OBJET').value).toBe(OBJET)
})
