// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { theme } from '../../ui/theme.ts'
import type { Smtp } from './smtp.ts'
import { SmtpForm } from './smtp-form.tsx'

vi.mock('../../ui/navigation/use-leave.ts', () => ({ useGo: () => () => undefined }))
vi.mock('../../forms/form-frame.tsx', () => ({
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
}))
interface Frame {
  issues: Record<string, string>
  markSaved: () => void
}

const smtp: Smtp = {
  id: 'c1',
  NOM: 'Démo',
  host: 'a.example.com',
  port: 587,
  secure: false,
  user: 'demo',
  password: '********',
  MAIL_EXPEDITEUR: null,
}
const SEEN = { host: 'a.example.com', port: 587, secure: false, user: 'demo', MAIL_EXPEDITEUR: null }

it('[OUT-11] the form of a mail server says what it showed, and meets what somebody else saved meanwhile', async () => {
  const theirs = { ...smtp, host: 'b.example.com', user: 'autre' }
  const sent: object[] = []
  const save = async (body: object): Promise<void> => {
    sent.push(body)
    if (sent.length === 1) throw new AppError('CONFLICT', 'x', { details: { body: { details: { record: theirs } } } })
  }
  render(
    <MantineProvider theme={theme} env="test">
      <SmtpForm smtp={smtp} back="/" save={save} forget={async () => undefined} test={null} />
    </MantineProvider>,
  )
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  const host = screen.getByLabelText<HTMLInputElement>(/Adresse du serveur/)
  const user = screen.getByLabelText<HTMLInputElement>(/Identifiant/)
  const password = screen.getByLabelText<HTMLInputElement>(/^Mot de passe/)
  await userEvent.clear(host)
  await userEvent.type(host, 'c.example.com')
  await userEvent.type(password, 'secret')
  await press()
  expect(sent).toEqual([{ ...SEEN, host: 'c.example.com', password: 'secret', _base: SEEN }])
  // Mine stays and is named; what I have not touched is theirs.
  await vi.waitFor(() => expect(user.value).toBe('autre'))
  expect([host.value, password.value]).toEqual(['c.example.com', 'secret'])
  expect(screen.getByRole('alert').textContent).toMatch(/entre-temps, aussi ici : Adresse du serveur/)
  await press()
  const now = { ...SEEN, host: 'b.example.com', user: 'autre' }
  expect(sent.at(-1)).toEqual({ ...now, host: 'c.example.com', password: 'secret', _base: now })
})
