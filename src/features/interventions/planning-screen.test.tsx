// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { PlanningScreen } from './planning-screen.tsx'

const entry = { id: 'e', IDPERSONNEL: 'p', DEBUT: '2026-11-20 08:00', FIN: '' }
const fake = vi.hoisted(() => ({ end: '' }))

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 'e' }), Link: () => null }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => false }))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncLink: () => null }))
vi.mock('../../forms/fields/resource-value.tsx', () => ({ RecordLink: ({ id }: { id: string }) => id }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))
vi.mock('./use-planning-entry.ts', () => ({
  usePlanningEntry: () => ({
    entry: { ...entry, FIN: fake.end },
    intervention: { IDINTERVENTION: 'i', sync: { state: 'synced' } },
  }),
}))

it.each([
  ['2026-11-20 17:00', '9h'],
  ['2026-11-23 08:00', '3j'],
  ['2026-11-20 08:30', '30 min'],
  ['2026-11-20 08:00', 'Aucun'],
])('[ENT-10 shown] a planning until %s lasts « %s »', (end, words) => {
  fake.end = end
  render(
    <MantineProvider theme={theme} env="test">
      <PlanningScreen />
    </MantineProvider>,
  )
  expect(screen.getByText('Durée').nextSibling?.textContent).toBe(words)
})
