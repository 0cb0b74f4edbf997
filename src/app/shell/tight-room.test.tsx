// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { lookAtRoom } from '../../data/database/storage-room.ts'
import { theme } from '../../ui/theme.ts'
import { TightRoom } from './tight-room.tsx'

const MB = 1024 ** 2
const room = (left: number) =>
  act(() => lookAtRoom({ estimate: () => Promise.resolve({ usage: 100 * MB, quota: (100 + left) * MB }) }))

it('[DAY-16 full] [SYN-11] says on every page, before writes fail, that the device is nearly full', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TightRoom />
    </MantineProvider>,
  )
  await room(500)
  expect(screen.queryByRole('alert')).toBeNull()
  await room(42)
  expect(screen.queryByRole('alert')?.textContent).toContain('Il ne reste que 42 Mo pour l’application')
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
