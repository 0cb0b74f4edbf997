// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PersonnelFormScreen } from './personnel-form-screen.tsx'

const shown = vi.hoisted(() => ({ id: 'camille', record: {} as Record<string, unknown> }))
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: shown.id }) }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useMay: () => () => true,
  useStaff: () => ({ id: 'diane', roles: ['commercial_director'], agences: ['lyon'], toutesAgences: false }),
}))
vi.mock('../../domain/records/resource-view.tsx', () => ({ MissingRecord: () => null }))
vi.mock('../../forms/use-form-record.ts', () => ({ useFormRecord: () => ({ record: shown.record, gone: false }) }))
vi.mock('../../forms/resource-form.tsx', () => ({ backOf: () => '/', ResourceForm: () => <form aria-label="Fiche" /> }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))

it.each([
  ['one of my agency', 'camille', { IDAGENCE: 'lyon' }, true],
  ['one of another agency', 'bruno', { IDAGENCE: 'brest' }, false],
  ['one of all agencies', 'zoe', { IDAGENCE: 'lyon', TOUTES_AGENCES: 1 }, false],
  ['myself, in two agencies', 'diane', { IDAGENCE: 'lyon', AGENCES: ['brest'] }, true],
] as const)('[AUT-10] [SEC] a director writes the name of %s, or reads why not', (_, id, record, opens) => {
  shown.id = id
  shown.record = { IDPERSONNEL: id, ROLES: ['commercial'], AGENCES: [], TOUTES_AGENCES: 0, ...record }
  render(
    <MantineProvider env="test">
      <PersonnelFormScreen />
    </MantineProvider>,
  )
  expect(screen.queryByRole('form') !== null).toBe(opens)
  expect(screen.queryByText(/un directeur de toutes les agences gère ce compte/) !== null).toBe(!opens)
})
