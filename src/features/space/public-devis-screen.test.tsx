// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '../../../schemas/errors.ts'
import { theme } from '../../ui/theme.ts'
import { PublicDevisScreen } from './public-devis-screen.tsx'

const fake = vi.hoisted(() => ({ answers: [] as (object | Error)[], link: (): string => 'd1.jeton' }))
vi.mock('./ask-space.ts', () => ({
  askSpace: async () => {
    const answer = fake.answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  },
}))
vi.mock('./link-token.ts', async (original) => ({
  ...(await original<typeof import('./link-token.ts')>()),
  linkToken: () => fake.link(),
}))
vi.mock('./note-view.ts', () => ({ noteView: async () => undefined }))
vi.mock('./use-seen.ts', () => ({ useSeen: () => ({ data: undefined, state: 'loading', at: null, again: () => {} }) }))
vi.mock('./space-layout.tsx', () => ({
  PublicBar: () => null,
  SpaceFrame: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
vi.mock('@tanstack/react-router', () => ({ Link: (props: Record<string, unknown>) => <a {...props} href="/" /> }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <PublicDevisScreen />
    </MantineProvider>,
  )
const issued = { token: 't', expires_at: null }
const refused = (code: ErrorCode) => new AppError(code, 'x')

beforeEach(() => Object.assign(fake, { link: () => 'd1.jeton' }))

it.each(['UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED'] as const)(
  '[AUT-04] a server that answers %s says nothing about the link: it is opened again by a button',
  async (code) => {
    fake.answers = [refused(code), issued]
    show()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Réessayez dans un instant/)
    expect(screen.queryByText(/plus valable/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByRole('status', { name: 'Chargement…' })).toBeTruthy()
  },
)

it.each(['NOT_FOUND', 'GONE', 'VALIDATION_ERROR'] as const)(
  '[AUT-04] a link that opens nothing any more, or was cut, is no longer valid (%s)',
  async (code) => {
    fake.answers = [refused(code)]
    show()
    expect(await screen.findByText('Ce lien n’est plus valable')).toBeTruthy()
  },
)

it('[AUT-04] an address that is no link at all is no longer valid', async () => {
  fake.link = () => decodeURIComponent('%E0%A4%A')
  show()
  expect(await screen.findByText('Ce lien n’est plus valable')).toBeTruthy()
})
