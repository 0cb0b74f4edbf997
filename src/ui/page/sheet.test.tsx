// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { theme } from '../theme.ts'
import { Sheet } from './sheet.tsx'

const fake = vi.hoisted(() => ({ desktop: false }))
vi.mock('../hooks/desktop.ts', () => ({ useDesktop: () => fake.desktop }))
vi.mock('../navigation/layers.ts', () => ({ useLayer: () => undefined }))

const sheet = (opened: boolean) => (
  <MantineProvider theme={theme} env="test">
    <Sheet opened={opened} onClose={() => undefined} title="Compte rendu">
      <input aria-label="Note" />
    </Sheet>
  </MantineProvider>
)

it.each([
  ['a tablet that is turned', false],
  ['a window that is made narrow', true],
])('[RES-03] what is typed in a sheet stays on %s', async (_what, desktop) => {
  fake.desktop = desktop
  const { rerender } = render(sheet(true))
  await userEvent.type(await screen.findByLabelText('Note'), 'Combles')
  fake.desktop = !desktop
  rerender(sheet(true))
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Combles')
})
