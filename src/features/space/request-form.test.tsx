// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { theme } from '../../ui/theme.ts'
import { SpaceReferralScreen } from './space-referral-screen.tsx'

vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('./space-page.tsx', () => ({ SpacePage: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../forms/form-guard.tsx', async (actual) => ({
  ...(await actual<typeof import('../../forms/form-guard.tsx')>()),
  FormGuard: () => null,
}))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <SpaceReferralScreen />
    </MantineProvider>,
  )
const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

beforeEach(() => sessionStorage.clear())

it('[PWA-02] a customer’s message and the fields above it outlast the reload of an update', async () => {
  const { unmount } = show()
  await userEvent.type(screen.getByLabelText(/^Prénom/), 'Lina')
  await userEvent.type(screen.getByLabelText(/Son projet/), 'Une voisine')
  dirtyForms.saveDrafts()
  unmount()
  show()
  expect(value(/^Prénom/)).toBe('Lina')
  expect(value(/Son projet/)).toBe('Une voisine')
})
