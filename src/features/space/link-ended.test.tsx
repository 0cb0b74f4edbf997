// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { theme } from '../../ui/theme.ts'
import { PublicDevisScreen } from './public-devis-screen.tsx'
import { SpaceContext } from './space-context.ts'
import { useSigning } from './use-signing.ts'

/** The session of a link lasts a day; the page may be open for longer. */

const fake = vi.hoisted(() => ({ asked: [] as string[], answer: (_path: string): unknown => undefined }))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: unknown, path: string, call: { token?: string }) => {
    fake.asked.push(`${path} ${call.token ?? ''}`.trim())
    return fake.answer(path)
  },
}))
vi.mock('./link-token.ts', async (original) => ({
  ...(await original<typeof import('./link-token.ts')>()),
  linkToken: () => 'd1.jeton',
}))
vi.mock('./devis-body.tsx', () => ({ DevisBody: () => null }))
vi.mock('./devis-documents.tsx', () => ({ DevisDocuments: () => null }))
vi.mock('./note-view.ts', () => ({ noteView: async () => undefined }))
vi.mock('./space-layout.tsx', () => ({
  PublicBar: () => null,
  SpaceFrame: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search: Record<string, string>; children: ReactNode }) => (
    <a href={`${to}?${new URLSearchParams(search)}`}>{children}</a>
  ),
}))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))

const over = new AppError('UNAUTHENTICATED', 'Non authentifié')

it('[AUT-04] a link whose session is over says so, and opens the quote again by a button or by the login', async () => {
  let session = 0
  fake.answer = (path) => {
    if (path === '/space/login_public') {
      session += 1
      return { token: `t${session}`, expires_at: null }
    }
    if (session === 1) throw over
    return new Promise(() => undefined)
  }
  render(
    <MantineProvider theme={theme} env="test">
      <PublicDevisScreen />
    </MantineProvider>,
  )
  expect(await screen.findByText('Votre devis est resté ouvert longtemps')).toBeTruthy()
  const login = screen.getByRole('link', { name: 'Entrer dans mon espace client' }).getAttribute('href')
  expect(login).toBe(`/login/space?redirect=${encodeURIComponent('/space/devis/d1')}`)
  await userEvent.click(screen.getByRole('button', { name: 'Rouvrir mon devis' }))
  expect(await screen.findByRole('status', { name: 'Chargement…' })).toBeTruthy()
  expect(fake.asked.at(-1)).toBe('/space/devis/d1 t2')
})

const SIGNED = 'Ce devis est déjà signé depuis le 1er décembre 2026.'

/** Opens the quote of the link and asks for a code, which is refused for this reason; the quote is not to be read any more then. */
async function signRefused(reason: string, said: string): Promise<void> {
  let isRefused = false
  const quote = {
    IDDEVIS: 'd1',
    NUMERO_DEVIS: 'D-1',
    OBJET: null,
    sha256: 'h',
    PRIX_HT: 1000,
    PRIX_TTC: 1200,
    LIGNES: [],
    TVA: [],
    files: [],
    variantes: [],
    client: { PRENOM: 'Ana', NOM: 'Li' },
    commercial: null,
    consentement: 'J’accepte',
    etat: 'attente',
    DATE_TRANSMISSION: '2026-11-30 10:00:00',
    DATE_VALIDITE: null,
  }
  fake.answer = (path) => {
    if (path === '/space/login_public') return { token: 't', expires_at: null }
    if (path === '/sms/otp') {
      isRefused = true
      throw new AppError('CONFLICT', said, { details: { body: { details: { reason } } } })
    }
    if (isRefused) throw new AppError('NOT_FOUND', 'Enregistrement introuvable.')
    return quote
  }
  render(
    <MantineProvider theme={theme} env="test">
      <PublicDevisScreen />
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Signer ce devis' }))
  await userEvent.click(screen.getByRole('button', { name: 'J’ai lu le devis, continuer' }))
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Recevoir le code par SMS' }))
}

it('[SPA-04] who signs again by the link after a lost answer reads that the quote is signed, and where the order is', async () => {
  await signRefused('signe', SIGNED)
  expect((await screen.findByText(SIGNED)).getAttribute('role')).toBe('alert')
  expect(screen.getByRole('link', { name: 'Entrer dans mon espace client' })).toBeTruthy()
  expect(screen.queryByText('Ce lien n’est plus valable')).toBeNull()
})

it('[SPA-04] the link of a quote that has changed and was then replaced is no longer valid', async () => {
  const said = 'Le devis a changé depuis que vous l’avez lu.'
  await signRefused('change', said)
  expect(await screen.findByText('Ce lien n’est plus valable')).toBeTruthy()
  expect(screen.queryByText(said)).toBeNull()
})

it('[SPA-04] signing by a link whose session is over leads back to the link, and says nothing wrong', async () => {
  const onEnded = vi.fn()
  fake.answer = () => {
    throw over
  }
  const { result } = renderHook(
    () => useSigning({ signatory: 'Ana', onSigned: () => undefined, onChanged: () => undefined }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <SpaceContext value={{ store: null, token: 't1', onEnded }}>{children}</SpaceContext>
      ),
    },
  )
  act(() => result.current.haveRead({ IDDEVIS: 'd1' } as never))
  await act(() => result.current.askCode())
  expect(onEnded).toHaveBeenCalledOnce()
  expect(result.current.failure).toBeNull()
})
