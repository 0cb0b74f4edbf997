// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { SpaceAfterSalesScreen } from './space-after-sales-screen.tsx'

interface Prepared {
  done: (bytes: Uint8Array) => void
  fail: (error: Error) => void
}
const fake = vi.hoisted(() => ({
  projects: [{ IDPROJET: 'p1', DESCRIPTION: 'Fenêtres', adresse: null }] as object[],
  calls: [] as { path: string; key: string; body: unknown }[],
  /** Answers by order of call; without one the call succeeds. */
  answers: [] as (Error | null)[],
  preparing: [] as Prepared[],
}))
vi.mock('../../domain/files/shrink-photo.ts', () => ({
  shrinkPhoto: () => new Promise((done, fail) => fake.preparing.push({ done, fail })),
}))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: object, path: string, call: { body: unknown; idempotencyKey: string }) => {
    fake.calls.push({ path, key: call.idempotencyKey, body: call.body })
    const answer = fake.answers.shift()
    if (answer) throw answer
    return path.endsWith('/photos') ? { IDFICHIER: call.idempotencyKey } : { id: 'd1' }
  },
}))
vi.mock('./use-seen.ts', () => ({
  useSeen: () => ({ data: fake.projects, state: 'fresh', at: null, again: () => {} }),
}))
vi.mock('./space-page.tsx', () => ({ SpacePage: ({ children }: { children: ReactNode }) => <main>{children}</main> }))
vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('../../forms/form-guard.tsx', () => ({ FormGuard: () => null }))

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
  Object.assign(fake, { calls: [], answers: [], preparing: [] })
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
