// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnSession } from '../../../schemas/account.ts'
import { AppError } from '../../../schemas/errors.ts'
import { errorsText } from '../../text/errors.ts'
import type { AccountCall } from './account-call.ts'
import { passwordErrors, passwordRefusal } from './new-password.ts'
import { SessionsPanel } from './sessions-panel.tsx'
import { useOwnSessions } from './use-own-sessions.ts'

const confirm = vi.hoisted(() => vi.fn(async () => true))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { confirm, success: () => undefined, failure: () => undefined },
}))

const session = (id: string, more: Partial<OwnSession> = {}): OwnSession => ({
  id,
  agent: 'Android · Chrome',
  address: '203.0.113.x',
  created_at: '2026-11-20T08:00:00.000Z',
  last_seen_at: '2026-11-20T09:00:00.000Z',
  expires_at: '2027-01-20T08:00:00.000Z',
  current: false,
  by_admin: false,
  ...more,
})

let open: OwnSession[]
const calls: string[] = []
const call: AccountCall = async (path, shape, { method = 'GET' } = {}) => {
  calls.push(`${method} ${path}`)
  let answer: unknown = open
  if (method === 'DELETE') {
    const before = open.length
    open = open.filter(({ id, current }) => (path.endsWith('/sessions') ? current : !path.endsWith(`/${id}`)))
    answer = path.endsWith('/sessions') ? { ended: before - open.length } : undefined
  }
  if (!shape(answer)) throw new Error(`${method} ${path} does not answer that`)
  return answer
}

const Page = ({ asked = call, online = true, readOnly = false }) => (
  <SessionsPanel call={asked} online={online} readOnly={readOnly} reading={useOwnSessions(asked, online)} />
)
const show = (props: Parameters<typeof Page>[0] = {}) =>
  render(
    <MantineProvider env="test">
      <Page {...props} />
    </MantineProvider>,
  )
const rows = async (): Promise<HTMLElement[]> => screen.findAllByRole('listitem')

describe('the list of my sessions', () => {
  beforeEach(() => {
    calls.length = 0
    confirm.mockClear()
    open = [
      session('moi', { agent: 'iPhone · Safari', current: true }),
      session('b', { agent: null, address: null }),
      session('c', { by_admin: true }),
    ]
  })

  it('says the device, the network, since when, and which one this is; this one is ended by logging out', async () => {
    show()
    const [mine, unknown, admin] = (await rows()) as [HTMLElement, HTMLElement, HTMLElement]
    expect(mine.textContent).toContain('iPhone · Safari')
    expect(within(mine).getByText('Cet appareil')).toBeTruthy()
    expect(mine.textContent).toContain('Ouverte le 20/11/2026 09:00 · réseau 203.0.113.x')
    expect(within(mine).queryByRole('button')).toBeNull()
    expect(unknown.textContent).toContain('Appareil inconnu')
    expect(unknown.textContent).not.toContain('réseau')
    expect(within(admin).getByText(/administrateur/)).toBeTruthy()
  })

  it('ends one that is chosen, and all the others at once, after it was asked', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: /^Terminer : Android · Chrome, Ouverte le/ }))
    await expect.poll(async () => (await rows()).length).toBe(2)
    confirm.mockResolvedValueOnce(false)
    await userEvent.click(screen.getByRole('button', { name: 'Terminer toutes les autres' }))
    expect(open).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Terminer toutes les autres' }))
    await screen.findByText('Aucune autre session n’est ouverte.')
    expect(calls.filter((one) => one.startsWith('DELETE'))).toEqual([
      'DELETE /account/sessions/c',
      'DELETE /account/sessions',
    ])
    expect(screen.queryByRole('button', { name: 'Terminer toutes les autres' })).toBeNull()
  })

  it('says without a network, and in somebody’s place, that nothing is ended from here', async () => {
    const { unmount } = show({ online: false })
    expect(screen.getByRole('status').textContent).toContain('Pas de connexion')
    expect(calls).toEqual([])
    unmount()
    show({ readOnly: true })
    await rows()
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true)
  })

  it('asks again when it could not be read', async () => {
    let fails = true
    const asked: AccountCall = (path, shape, options) =>
      fails ? Promise.reject(new AppError('INTERNAL', 'Non.')) : call(path, shape, options)
    show({ asked })
    const again = await screen.findByRole('button', { name: errorsText.retry })
    fails = false
    await userEvent.click(again)
    expect(await rows()).toHaveLength(3)
  })
})

describe('the form of a new password', () => {
  const filled = { current: 'x', password: 'une phrase de passe', confirmation: 'une phrase de passe' }

  it.each([
    [filled, []],
    [{ ...filled, current: '' }, ['current']],
    [{ ...filled, password: 'court', confirmation: 'court' }, ['password']],
    [{ ...filled, confirmation: 'autre' }, ['confirmation']],
    [{ current: '', password: '', confirmation: '' }, ['current', 'password']],
  ])('%j is wrong in %j', (values, fields) => {
    expect(Object.keys(passwordErrors(values))).toEqual(fields)
  })

  it('says what the server refused beside its field, else above', () => {
    const errors = { current: ['Non'], password: ['Trop courant'], password_confirmation: ['Autre'] }
    expect(passwordRefusal(new AppError('VALIDATION_ERROR', 'Non', { errors }))).toEqual({
      fields: { current: 'Non', password: 'Trop courant', confirmation: 'Autre' },
      sentence: null,
    })
    expect(passwordRefusal(new AppError('RATE_LIMITED', 'x')).sentence).toContain('quart d’heure')
    expect(passwordRefusal(new Error('x')).sentence).toBe(errorsText.unknown)
  })
})
