// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { TestMail } from './test-mail.tsx'

it('[RES-06 dialog] says « Invalid email address » and sends nothing', async () => {
  const send = vi.fn(async () => 'm1')
  render(
    <MantineProvider theme={theme} env="test">
      <TestMail to="" send={send} ask={async () => ({ status: 'sent', error: null })} />
    </MantineProvider>,
  )
  const address = screen.getByLabelText('Envoyer à')
  fireEvent.change(address, { target: { value: 'léa@' } })
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer un essai' }))
  await vi.waitFor(() => expect(screen.queryByText('Invalid email address')).toBeTruthy())
  expect(send).not.toHaveBeenCalled()
  fireEvent.change(address, { target: { value: 'lea@example.com' } })
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer un essai' }))
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith('lea@example.com'))
})
