// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Decided } from '../../../schemas/space/decisions.ts'
import { theme } from '../../ui/theme.ts'
import { SignedReceipt } from './receipt.tsx'

vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('./evidence-panel.tsx', () => ({ EvidenceSummary: () => null }))
vi.mock('./space-page.tsx', () => ({
  SpacePage: ({ children }: { children: React.ReactNode }) => children,
  Section: ({ children }: { children: React.ReactNode }) => children,
}))

const show = (more: Partial<Decided>) => {
  const decided = {
    IDDEVIS: 'd',
    NUMERO_DEVIS: 'D-1',
    DATE_SIGNATURE: null,
    preuve: { date: '2026-11-24T09:00:00.000Z' },
  }
  render(
    <MantineProvider theme={theme} env="test">
      <SignedReceipt decided={{ ...decided, ...more } as Decided} next={null} />
    </MantineProvider>,
  )
}

it.each([
  [true, /part à votre adresse mail/],
  [false, /Demandez à votre conseiller un exemplaire papier/],
])('[SPA-04] says how the customer gets their copy of the contract, mailed: %s', (mail, said) => {
  show({ mail })
  expect(screen.getByText(said)).toBeTruthy()
})

it('[SPA-04] says nothing of a copy that an older server knows nothing of', () => {
  show({})
  expect(screen.queryByText(/exemplaire/)).toBeNull()
})
