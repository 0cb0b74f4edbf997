// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { theme } from '../../ui/theme.ts'
import { PublicRdvScreen } from './public-rdv-screen.tsx'

const RDV = {
  RDV_DEBUT: '2026-11-24 14:00',
  RDV_FIN: '2026-11-24 15:00',
  etat: 'attente',
  adresse: { ADRESSE: '12 rue des Lilas', CODE_POSTAL: '69003', VILLE: 'Lyon' },
  personnes: [{ NOM: 'Camille Robin', TELEPHONE_PORTABLE: '0639980001' }],
  TELEPHONE: '0472000000',
}
const fake = vi.hoisted(() => ({ calls: [] as [string, object][], answers: [] as (object | Error)[] }))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: object, path: string, { body }: { body: object }) => {
    fake.calls.push([path, body])
    const answer = fake.answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  },
}))
vi.mock('./link-token.ts', async (original) => ({
  ...(await original<typeof import('./link-token.ts')>()),
  linkToken: () => 'jeton',
}))
vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../forms/form-guard.tsx', async (actual) => ({
  ...(await actual<typeof import('../../forms/form-guard.tsx')>()),
  FormGuard: () => null,
}))
vi.mock('./space-layout.tsx', () => ({
  PublicBar: () => null,
  SpaceFrame: ({ children }: { children: ReactNode }) => <main>{children}</main>,
}))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <PublicRdvScreen />
    </MantineProvider>,
  )
beforeEach(() => Object.assign(fake, { calls: [], answers: [RDV] }))

it('[DAY-09 answer] a day of another year is shown with its year, as in the message', async () => {
  fake.answers = [{ ...RDV, RDV_DEBUT: '2019-11-20 14:00', RDV_FIN: '2019-11-20 15:00' }]
  show()
  expect(await screen.findByText(/mercredi 20 novembre 2019.*14:00/)).toBeTruthy()
})

it('[DAY-09 answer] shows when, where and with whom, and answers nothing by being opened', async () => {
  show()
  expect(await screen.findByText(/mardi 24 novembre.*14:00/)).toBeTruthy()
  expect(screen.getByText(/12 rue des Lilas, 69003 Lyon/)).toBeTruthy()
  expect(screen.getByText(/Avec Camille Robin/)).toBeTruthy()
  expect(fake.calls).toEqual([['/space/rdv_link', { token: 'jeton' }]])
})

it('[DAY-09 answer] « Je confirme » confirms the time that is shown', async () => {
  fake.answers.push({ ...RDV, etat: 'confirme' })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Je confirme' }))
  expect(await screen.findByText('Merci, vous avez confirmé ce rendez-vous.')).toBeTruthy()
  expect(fake.calls.at(-1)).toEqual(['/space/rdv_link/confirm', { token: 'jeton', RDV_DEBUT: RDV.RDV_DEBUT }])
})

it('[DAY-09 answer] « Proposer un autre moment » needs a word or a time, and sends both', async () => {
  fake.answers.push({ ...RDV, etat: 'autre_moment' })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Proposer un autre moment' }))
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer ma demande' }))
  expect(screen.getByText('Dites quel moment vous conviendrait.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Moment souhaité'), '2026-11-25T18:30')
  await userEvent.type(screen.getByLabelText('Votre message'), 'Plutôt le soir')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer ma demande' }))
  expect(await screen.findByText(/Votre demande est envoyée/)).toBeTruthy()
  expect(fake.calls.at(-1)).toEqual([
    '/space/rdv_link/other',
    { token: 'jeton', RDV_DEBUT: RDV.RDV_DEBUT, MESSAGE: 'Plutôt le soir', SOUHAITS: ['2026-11-25 18:30'] },
  ])
})

it('[DAY-09 answer] on a bad line nothing is typed into wishes that are being sent', async () => {
  let answer = (): void => undefined
  fake.answers.push(new Promise<void>((resolve) => (answer = resolve)).then(() => ({ ...RDV, etat: 'autre_moment' })))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Proposer un autre moment' }))
  await userEvent.type(screen.getByRole('textbox'), 'Plutôt jeudi')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer ma demande' }))
  await userEvent.type(screen.getByRole('textbox'), ' matin')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Plutôt jeudi')
  answer()
  expect(await screen.findByRole('status')).toBeTruthy()
})

it('[PWA-02] the wishes and words typed outlast the reload of an update, and show at once', async () => {
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Proposer un autre moment' }))
  await userEvent.type(screen.getByLabelText('Moment souhaité'), '2026-11-25T18:30')
  await userEvent.type(screen.getByLabelText('Votre message'), 'Plutôt le soir')
  dirtyForms.saveDrafts()
  unmount()
  fake.answers = [RDV]
  show()
  expect((await screen.findByLabelText<HTMLInputElement>('Moment souhaité')).value).toBe('2026-11-25T18:30')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Votre message').value).toBe('Plutôt le soir')
})

it('[DAY-09 answer] a time that moved meanwhile is not confirmed: the new one is shown', async () => {
  fake.answers.push(new AppError('CONFLICT', 'Ce rendez-vous a changé entre-temps : voici le nouveau moment.'), {
    ...RDV,
    RDV_DEBUT: '2026-11-26 09:00',
    RDV_FIN: '2026-11-26 10:00',
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Je confirme' }))
  expect(await screen.findByText(/jeudi 26 novembre.*09:00/)).toBeTruthy()
  expect(screen.getByText(/voici le nouveau moment/)).toBeTruthy()
})

it('[DAY-09 customer-rdv] (cancelled) while the page was open: the page says so, and asks for a new one with what was typed', async () => {
  const cancelled = { ...RDV, etat: 'annule' }
  fake.answers.push({ ...cancelled, demande: true })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Proposer un autre moment' }))
  await userEvent.type(screen.getByLabelText('Votre message'), 'Plutôt le soir')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer ma demande' }))
  expect((await screen.findByRole('status')).textContent).toBe(
    'Ce rendez-vous a été annulé. Votre demande d’un nouveau rendez-vous est envoyée. Nous vous répondrons.',
  )
  expect(screen.getByRole('button', { name: 'Demander un nouveau rendez-vous' })).toBeTruthy()
})

it.each([
  ['annule', 'Ce rendez-vous a été annulé.'],
  ['passe', 'Ce rendez-vous est passé.'],
])(
  '[DAY-09 customer-rdv] (%s) what is confirmed too late says so once, with the way to a new one',
  async (etat, said) => {
    fake.answers.push(new AppError('CONFLICT', `${said} Vous pouvez en demander un nouveau.`), { ...RDV, etat })
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Je confirme' }))
    expect((await screen.findByRole('status')).textContent).toBe(said)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Demander un nouveau rendez-vous' })).toBeTruthy()
  },
)

it('[DAY-09 customer-rdv] (link) says that a link is no longer valid', async () => {
  fake.answers = [new AppError('NOT_FOUND', 'Introuvable')]
  show()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it.each(['UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED'] as const)(
  '[DAY-09 customer-rdv] (link) a server that answers %s says nothing about the link: it is opened again by a button',
  async (code) => {
    fake.answers = [new AppError(code, 'x'), RDV]
    show()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Réessayez dans un instant/)
    expect(screen.queryByText(/plus valable/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByRole('button', { name: 'Je confirme' })).toBeTruthy()
  },
)
