// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, renderHook, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { RefField, usePersonnelOptions } from './ref-field.tsx'

const person = (IDPERSONNEL: string) => ({ IDPERSONNEL, NOM: IDPERSONNEL, NOM_COMPLET: null, ROLES: ['commercial'] })
const people = [person('Abel'), person('Léa'), person('Noé')]
const variant = (IDDEVIS: string, VARIANTE: string, PRIX_TTC: number, more: object = {}) => ({
  ...newRecord(entityOf('devis'), {}),
  ...{ IDDEVIS, IDPROJET: 'j1', NUMERO_DEVIS: `D-${IDDEVIS}`, OBJET: 'Fenêtres', VARIANTE, PRIX_TTC },
  ...{ GROUPE_VARIANTES: IDDEVIS === '1' ? null : '1', DATE_TRANSMISSION: '2026-11-02T09:00:00.000Z' },
  ...more,
})
const quotes = [
  variant('1', 'Éco', 8_000_00),
  variant('2', 'Confort', 12_000_00, { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2026-11-10T09:00:00.000Z' }),
  variant('3', 'Premium', 15_000_00, { REFUSE: 1 }),
]
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string) => (resource === 'devis' ? quotes : people),
  useLiveRecord: () => null,
}))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['Léa', 'Noé']) }))

it('[SET-12 handover] whoever has left is no choice, but what the record holds is still named', () => {
  const { result } = renderHook(() => usePersonnelOptions(['Noé']))
  expect(result.current.map(({ label }) => label)).toEqual(['Abel', 'Noé'])
})

it('[MGR-11] the order stands first among the quotes of a project, and each variant has its name, state and price', () => {
  render(
    <MantineProvider env="test">
      <RefField to="devis" label="Devis" value="" values={{ IDPROJET: 'j1' }} onChange={() => undefined} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByLabelText('Devis', { selector: 'input' }))
  const words = screen
    .getAllByRole('option', { hidden: true })
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '))
  expect(words).toEqual([
    'D-2 · ConfortFenêtres · Signé · 12 000,00 €',
    'D-1 · ÉcoFenêtres · Non retenu · 8 000,00 €',
    'D-3 · PremiumFenêtres · Refusé · 15 000,00 €',
  ])
})
