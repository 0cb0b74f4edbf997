// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { spaceText } from '../../text/space.ts'
import { theme } from '../../ui/theme.ts'
import { SpaceAccountsScreen } from './space-accounts-screen.tsx'
import { SpaceAfterSalesScreen } from './space-after-sales-screen.tsx'
import { SpaceReferralScreen } from './space-referral-screen.tsx'

vi.mock('./needs-network.tsx', () => ({ NeedsNetwork: ({ children }: { children: ReactNode }) => children }))
vi.mock('./space-page.tsx', () => {
  const Children = ({ children }: { children: ReactNode }) => children
  return { SpacePage: Children, Section: Children }
})
vi.mock('../../forms/form-guard.tsx', async (actual) => ({
  ...(await actual<typeof import('../../forms/form-guard.tsx')>()),
  FormGuard: () => null,
}))

const server = vi.hoisted(() => ({ answers: (): Promise<void> => Promise.resolve() }))
vi.mock('./send-request.ts', () => ({ sendRequest: () => server.answers(), sendPhoto: async () => 'photo' }))
vi.mock('./order-payments.tsx', () => ({ OrderPayments: () => null }))
vi.mock('./use-seen.ts', () => ({
  useSeen: (path: string) => ({
    data: path.endsWith('project')
      ? ['p1', 'p2'].map((IDPROJET) => ({ IDPROJET, DESCRIPTION: IDPROJET, adresse: null }))
      : [{ IDDEVIS: 'd1', NUMERO_DEVIS: 'D-1', OBJET: '' }],
  }),
}))
vi.mock('./shown.tsx', () => ({
  Shown: ({ reading, children }: { reading: { data: unknown }; children: (data: unknown) => ReactNode }) =>
    children(reading.data),
}))

const show = (shown = <SpaceReferralScreen />) =>
  render(
    <MantineProvider theme={theme} env="test">
      {shown}
    </MantineProvider>,
  )
/** Whether a form has words that a reload would lose. */
const hasWords = (): boolean => {
  dirtyForms.keepDrafts()
  const kept = sessionStorage.length > 0
  sessionStorage.clear()
  return kept
}
const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value

beforeEach(() => {
  cleanup()
  sessionStorage.clear()
})

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

it.each([
  ['accounts', <SpaceAccountsScreen key="a" />, 'd1'],
  ['after-sales', <SpaceAfterSalesScreen key="s" />, 'p1'],
] as const)('[PWA-02] a request to the %s that was sent leaves no draft', async (_to, form, choice) => {
  show(form)
  await userEvent.selectOptions(screen.getByRole('combobox'), choice)
  await userEvent.type(screen.getByRole('textbox'), 'Bonjour')
  expect(hasWords()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: spaceText.request.send }))
  await screen.findByText(spaceText.request.sent)
  expect(hasWords()).toBe(false)
  dirtyForms.saveDrafts()
  expect(sessionStorage).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: spaceText.request.another }))
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
  expect(hasWords()).toBe(false)
})

it('[SPA-05] on a bad line nothing is typed into a message that is being sent: it would be in none', async () => {
  let answer = (): void => undefined
  server.answers = () => new Promise((resolve) => (answer = resolve))
  show(<SpaceAccountsScreen />)
  await userEvent.selectOptions(screen.getByRole('combobox'), 'd1')
  await userEvent.type(screen.getByRole('textbox'), 'Bonjour')
  await userEvent.click(screen.getByRole('button', { name: spaceText.request.send }))
  await userEvent.type(screen.getByRole('textbox'), ', et merci')
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Bonjour')
  await act(async () => answer())
  await screen.findByText(spaceText.request.sent)
})
