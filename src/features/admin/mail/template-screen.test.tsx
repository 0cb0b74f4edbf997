// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../../schemas/errors.ts'
import { theme } from '../../../ui/theme.ts'
import { TemplateScreen } from './template-screen.tsx'

const words = { subject: 'Bonjour', body: 'Un' }
const fake = vi.hoisted(() => ({ sent: [] as object[], answers: [] as (Error | null)[] }))
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 't1' }) }))
vi.mock('../../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}] }))
vi.mock('../../../ui/navigation/use-leave.ts', () => ({ useGo: () => () => undefined }))
vi.mock('../../../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))
vi.mock('./preview.tsx', () => ({ Preview: () => null }))
vi.mock('../online/admin-api.ts', () => ({
  adminApi: {
    one: async () => ({ id: 't1', code: 'invitation', variables: [], ...words }),
    write: async (_method: string, _path: string, { body }: { body: object }) => {
      fake.sent.push(body)
      const answer = fake.answers.shift()
      if (answer) throw answer
      return { id: 't1', code: 'invitation', ...words }
    },
  },
}))
vi.mock('../../../forms/form-frame.tsx', () => ({
  FormFrame: ({ form, onSave, children }: { form: Frame; onSave: () => Promise<unknown>; children: ReactNode }) => (
    <form>
      <p role="alert">{form.issues._}</p>
      {children}
      <button type="button" onClick={() => void onSave().then(form.markSaved, () => undefined)}>
        Enregistrer
      </button>
    </form>
  ),
  FormSection: ({ children }: { children: ReactNode }) => children,
  Wide: ({ children }: { children: ReactNode }) => children,
}))
interface Frame {
  issues: Record<string, string>
  markSaved: () => void
}
const changed = new AppError('CONFLICT', 'x', {
  details: { body: { details: { record: { id: 't1', code: 'invitation', subject: 'Salut', body: 'Deux' } } } },
})
const save = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
const subject = () => screen.getByLabelText<HTMLInputElement>(/Objet/)
const body = () => screen.getByLabelText<HTMLTextAreaElement>(/Texte/)

beforeEach(() => Object.assign(fake, { sent: [], answers: [] }))

it('[OUT-11] a mail template sends only the text that was changed, and meets what another administrator changed meanwhile', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TemplateScreen />
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(subject().value).toBe('Bonjour'))
  await userEvent.clear(subject())
  await userEvent.type(subject(), 'Bonsoir')
  fake.answers = [changed]
  await save()
  expect(fake.sent).toEqual([{ subject: 'Bonsoir', _base: { subject: 'Bonjour' } }])
  // Mine stays and is named; what I have not touched is theirs.
  await vi.waitFor(() => expect(body().value).toBe('Deux'))
  expect(subject().value).toBe('Bonsoir')
  expect(screen.getByRole('alert').textContent).toMatch(/entre-temps, aussi ici : Objet/)
  await save()
  expect(fake.sent.at(-1)).toEqual({ subject: 'Bonsoir', _base: { subject: 'Salut' } })
  // Saved: the next change is based on that.
  await userEvent.type(body(), ' !')
  await save()
  expect(fake.sent.at(-1)).toEqual({ body: 'Deux !', _base: { body: 'Deux' } })
})

it('a variable that is pressed stands apart from the text before it', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <TemplateScreen />
    </MantineProvider>,
  )
  await vi.waitFor(() => expect(body().value).toBe('Un'))
  const press = () => userEvent.click(screen.getByRole('button', { name: /entreprise/ }))
  await press()
  expect(body().value).toBe('Un {{entreprise}}')
  await userEvent.type(body(), '{Enter}')
  await press()
  expect(body().value).toBe('Un {{entreprise}}\n{{entreprise}}')
})
