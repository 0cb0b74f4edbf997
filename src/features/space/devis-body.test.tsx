// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import { theme } from '../../ui/theme.ts'
import { DevisBody } from './devis-body.tsx'

vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))
vi.mock('./devis-state.ts', () => ({ answerOf: () => 'attente' }))
vi.mock('./space-page.tsx', () => ({
  Section: ({ title, children }: { title: string; children: React.ReactNode }) => (
    <section aria-label={title}>{children}</section>
  ),
}))
afterEach(cleanup)

const QUOTE = {
  IDDEVIS: 'd',
  PRIX_TTC: 1000,
  NET_HT: 900,
  LIGNES: [],
  TVA: [],
  chantier: null,
  entreprise: {
    NOM: 'Fenêtres Éléonore',
    SIRET: null,
    MENTIONS_LEGALES: null,
    MEDIATEUR: 'CM2C',
    ASSURANCE: null,
    ADRESSE: null,
    CODE_POSTAL: null,
    VILLE: null,
  },
} as unknown as QuoteView

const show = (more: Partial<QuoteView>) =>
  render(
    <MantineProvider theme={theme} env="test">
      <DevisBody quote={{ ...QUOTE, ...more }} />
    </MantineProvider>,
  )

it('[SPA-04] shows the conditions of the contract and the withdrawal form before it is signed', () => {
  const conditions = ['Le client certifie.', 'Quatorze jours.', 'Médiateur de la consommation : CM2C']
  show({ conditions, formulaire: ['Je vous notifie ma rétractation.'] })
  const section = screen.getByRole('region', { name: 'Conditions' })
  for (const one of conditions) expect(section.textContent).toContain(one)
  expect(section.textContent).toContain('Formulaire de rétractation')
  expect(section.textContent).toContain('Je vous notifie ma rétractation.')
  // Each once.
  expect(screen.getAllByText(/CM2C/)).toHaveLength(1)
})

it('[SPA-04] of an older server, which sends no conditions, shows the company’s mentions', () => {
  show({})
  expect(screen.queryByRole('region', { name: 'Conditions' })).toBeNull()
  expect(screen.getAllByText(/CM2C/)).toHaveLength(1)
})
