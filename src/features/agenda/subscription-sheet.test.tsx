// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { SubscriptionSheet } from './subscription-sheet.tsx'

const server = vi.hoisted(() => ({ answers: [] as (() => Promise<unknown>)[] }))
vi.mock('../../data/api/api.ts', () => ({
  callApi: () => server.answers.shift()?.(),
  isOffline: (error: unknown) => error instanceof TypeError,
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: true } }) }))

it('[CAL-08] a reading that fails is said and tried again, and does not leave a button that does nothing', async () => {
  server.answers = [
    async () => {
      throw new AppError('INTERNAL', 'Erreur')
    },
    async () => {
      throw new TypeError('Failed to fetch')
    },
    async () => ({ url: null, created_at: null }),
    async () => ({ url: 'https://demo.example.com/ics/1', created_at: '2026-11-30T08:00:00Z' }),
  ]
  render(
    <MantineProvider env="test">
      <SubscriptionSheet onClose={() => undefined} />
    </MantineProvider>,
  )
  expect((await screen.findByRole('status')).textContent).toContain("L'adresse n'a pas pu être lue.")
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  // Nobody answers, although there is a network.
  await screen.findByText(/^Il faut du réseau/)
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await screen.findByText("Vous n'avez pas encore d'adresse.")
  await userEvent.click(screen.getByRole('button', { name: "Créer l'adresse" }))
  expect(await screen.findByDisplayValue('https://demo.example.com/ics/1')).toBeTruthy()
})
