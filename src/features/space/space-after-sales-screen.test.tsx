// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { endPage } from '../../../tests/support/ended-page.ts'
import { theme } from '../../ui/theme.ts'
import { SpaceAfterSalesScreen } from './space-after-sales-screen.tsx'

interface Prepared {
  done: (bytes: Uint8Array) => void
  fail: (error: Error) => void
}
const fake = vi.hoisted(() => ({
  projects: [] as object[],
  calls: [] as { path: string; key: string; body: unknown }[],
  requests: [{ GENRE: 'apres_vente', MESSAGE: 'Ça fuit', DATE_DEMANDE: '2026-11-27T08:00:00Z' }] as object[],
  /** Answers by order of call; without one the call succeeds. */
  answers: [] as (Error | null | Promise<null>)[],
  preparing: [] as Prepared[],
}))
vi.mock('../../domain/files/shrink-photo.ts', () => ({
  shrinkPhoto: () => new Promise((done, fail) => fake.preparing.push({ done, fail })),
}))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: object, path: string, call: { body?: unknown; idempotencyKey?: string } = {}) => {
    fake.calls.push({ path, key: call.idempotencyKey ?? '', body: call.body })
    const answer = await fake.answers.shift()
    if (answer) throw answer
    if (path === '/space/requests') return fake.requests
    return path.endsWith('/photos') ? { IDFICHIER: call.idempotencyKey } : { id: 'd1' }
  },
}))
vi.mock('./use-seen.ts', () => ({
  useSeen: () => ({ data: fake.projects, state: 'fresh', at: null, again: () => {} }),
}))
vi.mock('./space-page.tsx', () => ({ SpacePage: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../forms/form-guard.tsx', async (actual) => ({
  ...(await actual<typeof import('../../forms/form-guard.tsx')>()),
  FormGuard: () => null,
}))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <SpaceAfterSalesScreen />
    </MantineProvider>,
  )
const bytes = new Uint8Array([1])
const choose = (...names: string[]) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: names.map((name) => new File(['x'], name, { type: 'image/jpeg' })) },
  })
const ready = async (at: number) => (await vi.waitFor(() => fake.preparing[at] ?? expect.fail())).done(bytes)
const send = () => userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
const request = () => fake.calls.find(({ path }) => path === '/space/mail/send')?.body

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(fake, {
    projects: [{ IDPROJET: 'p1', DESCRIPTION: 'Fenêtres', adresse: null }],
    calls: [],
    answers: [],
    preparing: [],
  })
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

it('[SPA-05] « Envoyer » waits for photos that are being prepared, and sends them', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Que se passe-t-il ?'), 'Ça fuit')
  choose('a.jpg', 'b.jpg')
  await ready(0)
  await send()
  expect(fake.calls).toEqual([])
  await ready(1)
  expect(await screen.findByText('Demande envoyée')).toBeTruthy()
  const photos = fake.calls.filter(({ path }) => path.endsWith('/photos')).map(({ key }) => key)
  expect(photos).toHaveLength(2)
  expect(request()).toMatchObject({ MESSAGE: 'Ça fuit', PHOTOS: photos })
})

it('[SPA-05] a photo that cannot be prepared stops the sending that waited for it; the next one goes without it', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Que se passe-t-il ?'), 'Ça fuit')
  choose('a.jpg')
  await send()
  fake.preparing[0]?.fail(new Error('not a picture'))
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect(fake.calls).toEqual([])
  await send()
  expect(await screen.findByText('Demande envoyée')).toBeTruthy()
})

it('[SPA-05] a photo that was removed while others were prepared does not come back', async () => {
  show()
  choose('a.jpg')
  await ready(0)
  await screen.findByRole('button', { name: 'Retirer la photo 1' })
  choose('b.jpg')
  await vi.waitFor(() => expect(fake.preparing).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Retirer la photo 1' }))
  await ready(1)
  await screen.findByRole('button', { name: 'Retirer la photo 1' })
  expect(screen.queryByRole('button', { name: 'Retirer la photo 2' })).toBeNull()
})

it('[SPA-05] a phone that ends the page while the camera is open: the message and the photos are there again, and are sent', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Que se passe-t-il ?'), 'Ça fuit')
  choose('a.jpg', 'b.jpg')
  await ready(0)
  await ready(1)
  await screen.findByRole('button', { name: 'Retirer la photo 2' })
  endPage()
  show()
  expect(screen.getByRole('button', { name: 'Retirer la photo 2' })).toBeTruthy()
  expect(screen.queryByText(/sauf les images/)).toBeNull()
  await send()
  await screen.findByText('Demande envoyée')
  const photos = fake.calls.filter(({ path }) => path.endsWith('/photos'))
  expect(await Promise.all(photos.map(({ body }) => (body as Blob).size))).toEqual([1, 1])
  expect(request()).toMatchObject({ MESSAGE: 'Ça fuit', PHOTOS: photos.map(({ key }) => key) })
})

const OFFLINE = new AppError('UNAVAILABLE', 'x', { details: { offline: true } })
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Que se passe-t-il ?')
const sends = () => fake.calls.filter(({ path }) => path === '/space/mail/send')

it('[SPA-05] a request whose answer was lost is sent once: after an edit the customer is told what arrived, and keeps the edit', async () => {
  show()
  await userEvent.type(message(), 'Ça fuit')
  fake.answers = [OFFLINE]
  await send()
  await screen.findByText(/connexion Internet/)
  await userEvent.type(message(), ' beaucoup')
  fake.answers = [new AppError('KEY_REUSED', 'Cet identifiant de modification a déjà servi.')]
  await send()
  const told = (await screen.findByText('Votre demande était déjà partie')).closest('[role=status]') as HTMLElement
  expect(told.textContent).toMatch(/« Ça fuit »/)
  expect(told.textContent).not.toMatch(/identifiant/)
  expect(new Set(sends().map(({ key }) => key)).size).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer une autre demande' }))
  expect(message().value).toBe('Ça fuit beaucoup')
  await send()
  await screen.findByText('Demande envoyée')
  expect(new Set(sends().map(({ key }) => key)).size).toBe(2)
})

const photoKeys = () => fake.calls.filter(({ path }) => path.endsWith('/photos')).map(({ key }) => key)

it('[SPA-05] a phone that ends the page while photos leave: those that had arrived are not added a second time', async () => {
  show()
  await userEvent.type(message(), 'Ça fuit')
  choose('a.jpg', 'b.jpg')
  await ready(0)
  await ready(1)
  await screen.findByRole('button', { name: 'Retirer la photo 2' })
  let arrives = (): void => undefined
  fake.answers = [new Promise<null>((done) => (arrives = () => done(null))), new Promise<null>(() => undefined)]
  await send()
  await vi.waitFor(() => expect(photoKeys()).toHaveLength(1))
  // Another app is shown. The first one arrives all the same, and the page ends while the second one is under way.
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  const kept = { ...sessionStorage }
  arrives()
  await vi.waitFor(() => expect(photoKeys()).toHaveLength(2))
  cleanup()
  Object.assign(sessionStorage, kept)
  hidden.mockRestore()
  show()
  await send()
  await screen.findByText('Demande envoyée')
  const [a, b, ...again] = photoKeys()
  expect(again).toEqual([a, b])
  expect(request()).toMatchObject({ PHOTOS: [a, b] })
})

it('[SPA-05] a phone that ends the page after a lost answer: the request is sent again as the same', async () => {
  show()
  await userEvent.type(message(), 'Ça fuit')
  choose('a.jpg')
  await ready(0)
  await screen.findByRole('button', { name: 'Retirer la photo 1' })
  fake.answers = [null, OFFLINE]
  await send()
  await screen.findByText(/connexion Internet/)
  endPage()
  show()
  await send()
  await screen.findByText('Demande envoyée')
  const [lost, again] = sends()
  expect(again).toEqual(lost)
})

it('[SPA-05] photos of a request that had arrived are added anew for the next one: no two requests have one', async () => {
  show()
  await userEvent.type(message(), 'Ça fuit')
  choose('a.jpg')
  await ready(0)
  fake.answers = [null, OFFLINE]
  await send()
  await screen.findByText(/connexion Internet/)
  await userEvent.type(message(), ' beaucoup')
  fake.answers = [null, new AppError('KEY_REUSED', 'Cet identifiant de modification a déjà servi.')]
  await send()
  await screen.findByText('Votre demande était déjà partie')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer une autre demande' }))
  await send()
  await screen.findByText('Demande envoyée')
  const [first, edited, next] = photoKeys()
  expect([edited === first, next === first]).toEqual([true, false])
  expect(sends().at(-1)?.body).toMatchObject({ MESSAGE: 'Ça fuit beaucoup', PHOTOS: [next] })
})

it('[SPA-05] [PWA-02] photos in a draft of a former build are there again', async () => {
  sessionStorage.setItem('lolapp.brouillon.space/apres-vente/photos', JSON.stringify({ photos: [btoa('x')] }))
  show()
  expect(await screen.findByRole('button', { name: 'Retirer la photo 1' })).toBeTruthy()
})

it('[SPA-05] a refusal between a lost answer and the next sending begins no second request', async () => {
  show()
  await userEvent.type(message(), 'Ça fuit')
  for (const answer of [OFFLINE, new AppError('RATE_LIMITED', 'Trop de demandes envoyées.'), null]) {
    fake.answers = [answer]
    await send()
  }
  await screen.findByText('Demande envoyée')
  expect(new Set(sends().map(({ key }) => key)).size).toBe(1)
})

it('[SPA-05] photos that were sent for one project are sent anew for another one', async () => {
  fake.projects = ['p1', 'p2'].map((IDPROJET) => ({ IDPROJET, DESCRIPTION: IDPROJET, adresse: null }))
  show()
  await userEvent.selectOptions(screen.getByLabelText('Projet concerné'), 'p1')
  await userEvent.type(message(), 'Ça fuit')
  choose('a.jpg')
  await ready(0)
  const refused = new AppError('RATE_LIMITED', 'Trop de demandes envoyées.')
  for (const answers of [
    [null, refused],
    [null, refused],
  ]) {
    fake.answers = answers
    await send()
    await screen.findByText('Trop de demandes envoyées.')
  }
  await userEvent.selectOptions(screen.getByLabelText('Projet concerné'), 'p2')
  await send()
  await screen.findByText('Demande envoyée')
  const photos = fake.calls.filter(({ path }) => path.endsWith('/photos'))
  expect(photos.map(({ path }) => path)).toEqual(['p1', 'p1', 'p2'].map((id) => `/space/project/${id}/photos`))
  // The same photo again for one project, another one for the next.
  expect(photos[1]?.key).toBe(photos[0]?.key)
  expect(photos[2]?.key).not.toBe(photos[0]?.key)
  expect(sends().at(-1)?.body).toMatchObject({ IDPROJET: 'p2', PHOTOS: [photos[2]?.key] })
})
