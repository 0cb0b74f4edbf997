// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { SpaceLoginScreen } from './space-login-screen.tsx'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn(), useSearch: () => ({}) }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))
vi.mock('../../data/session/client-session.ts', () => ({ startClientSession: vi.fn() }))
vi.mock('./auth-layout.tsx', () => ({ AuthLayout: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
vi.mock('./space-codes.ts', async (original) => ({
  ...(await original<typeof import('./space-codes.ts')>()),
  askLoginCode: async () => 'challenge',
  giveLoginCode: async ({ CODE }: { CODE: string }) => {
    if (CODE === '000000') throw new AppError('VALIDATION_ERROR', 'Code incorrect')
    return { clients: [{ IDCLIENT: 'c1', label: 'DURAND Anne' }], preuve: true }
  },
}))

it('[AUT-03] who shares a number is told of the question, and may take another number', async () => {
  render(
    <MantineProvider env="test">
      <SpaceLoginScreen />
    </MantineProvider>,
  )
  await userEvent.type(screen.getByLabelText('Numéro de mobile'), '0639980001')
  await userEvent.click(screen.getByRole('button', { name: 'Recevoir mon code' }))
  const code = await screen.findByLabelText('Code à 6 chiffres')
  expect(document.activeElement).toBe(code)
  await userEvent.type(code, '000000')
  await userEvent.click(screen.getByRole('button', { name: 'Entrer dans mon espace' }))
  await screen.findByRole('alert')
  // Not on the page's body: the button was disabled while it waited.
  expect(document.activeElement).toBe(code)
  await userEvent.clear(code)
  await userEvent.type(code, '123456')
  await act(async () => void (await userEvent.click(screen.getByRole('button', { name: 'Entrer dans mon espace' }))))
  expect(document.activeElement).toBe(await screen.findByRole('heading', { name: 'Qui êtes-vous ?' }))
  await userEvent.click(screen.getByRole('button', { name: 'Changer de numéro' }))
  expect(await screen.findByLabelText('Numéro de mobile')).toBeTruthy()
})
