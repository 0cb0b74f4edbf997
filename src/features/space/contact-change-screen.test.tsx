// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ContactChangeScreen } from './contact-change-screen.tsx'

const fake = vi.hoisted(() => ({ answer: {} }))
vi.mock('./ask-space.ts', () => ({ askSpace: async () => fake.answer }))
vi.mock('./link-token.ts', async (original) => ({
  ...(await original<typeof import('./link-token.ts')>()),
  linkToken: () => 'c1.jeton',
}))
vi.mock('./space-layout.tsx', () => ({
  PublicBar: () => null,
  SpaceFrame: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))

it.each([
  ['the change is theirs', { reponse: 'confirme' }, /Vous pouvez signer/],
  ['it is not, and signing is blocked', { reponse: 'conteste', suspendue: true }, /est suspendue jusqu’à/],
  [
    'it is not, and the former contact is there again',
    { reponse: 'conteste', suspendue: false },
    /n’est pas suspendue/,
  ],
  ['a former server answers', { reponse: 'conteste' }, /est suspendue jusqu’à/],
])('[SPA-04] says what follows from the answer: %s', async (_title, answer, words) => {
  fake.answer = answer
  render(
    <MantineProvider theme={theme} env="test">
      <ContactChangeScreen />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ce n’est pas moi' }))
  expect((await screen.findByRole('status')).textContent).toMatch(words)
})
