// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ShellNavigation } from './shell-navigation.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children, ...rest }: { to: string; children: ReactNode }) => (
    <a href={to} aria-label={(rest as Record<string, string>)['aria-label']}>
      {children}
    </a>
  ),
}))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { roles: ['technician'] } }) }))

it.each([true, false])('[TEN-08 drawer] the legal link is reachable with the drawer collapsed: %s', async (narrow) => {
  render(
    <MantineProvider theme={theme} env="test">
      <ShellNavigation narrow={narrow} onToggle={() => undefined} />
    </MantineProvider>,
  )
  await vi.waitFor(() => {
    const link = screen.queryByRole('link', { name: 'Confidentialité et mentions légales' })
    expect(link?.getAttribute('href')).toBe('/confidentialite')
  })
})
