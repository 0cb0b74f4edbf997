// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../../ui/theme.ts'
import { TestMail } from './test-mail.tsx'

const fake = vi.hoisted(() => ({ follow: vi.fn() }))
vi.mock('../../../data/session/admin-session.ts', () => ({ useAdminSession: () => ({ user: { email: '' } }) }))
vi.mock('../services/use-outcome.ts', () => ({ useOutcome: () => ({ words: null, follow: fake.follow }) }))

it('[RES-06 dialog] says « Invalid email address » and sends nothing', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TestMail companyId="demo" />
    </MantineProvider>,
  )
  const address = screen.getByLabelText('Envoyer à')
  fireEvent.change(address, { target: { value: 'léa@' } })
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer un essai' }))
  expect(await screen.findByText('Invalid email address')).toBeTruthy()
  expect(fake.follow).not.toHaveBeenCalled()
  fireEvent.change(address, { target: { value: 'lea@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer un essai' }))
  await vi.waitFor(() => expect(fake.follow).toHaveBeenCalledOnce())
})
