// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { theme } from '../../ui/theme.ts'
import { ContactBlockNotice } from './contact-block-notice.tsx'

const DENIED = {
  DEPUIS: '2026-11-23T09:00:00.000Z',
  JUSQUA: null as string | null,
  CONTESTE_LE: '2026-11-24T09:00:00.000Z' as string | null,
  ANCIEN_NUMERO: '0639980001',
  ANCIENNE_ADRESSE: 'lea@example.com',
}
const fake = vi.hoisted(() => ({
  online: true,
  roles: ['assistant'] as string[],
  block: null as object | null,
  posted: [] as string[],
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string, shape: Shape<unknown>, { method = 'GET' }: Call = {}) => {
    if (method === 'POST') {
      fake.posted.push(path)
      fake.block = null
    }
    const answer = { BLOCAGE: fake.block }
    if (!shape(answer)) throw new Error('not its answer')
    return answer
  },
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: fake.online } }) }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'p', roles: fake.roles as RoleName[], agences: ['lyon'] }),
  useMay: () => () => true,
}))
const said = vi.hoisted(() => ({ confirm: vi.fn(async () => true), words: [] as string[] }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { confirm: said.confirm, success: (words: string) => said.words.push(words), failure: () => undefined },
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <ContactBlockNotice id="c1" version={3} />
    </MantineProvider>,
  )
beforeEach(() => {
  Object.assign(fake, { online: true, roles: ['assistant'], block: DENIED, posted: [] })
  said.words.length = 0
  said.confirm.mockClear()
})
const region = () => screen.findByRole('region', { name: 'Signature par code suspendue' })

it('[SPA-04] says that a former contact denied the change, which contact ends it, and leads to the form', async () => {
  show()
  expect((await region()).textContent).toMatch(
    /le 24\/11\/2026.*« Ce n’est pas moi ».*06 39 98 00 01, lea@example\.com/,
  )
  expect(screen.getByRole('link', { name: 'Modifier la fiche' }).getAttribute('href')).toBe('/manager/client/c1/edit')
})

it('[SPA-04] the office ends it once it has asked the customer; a salesperson is told who may', async () => {
  const { unmount } = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Lever la suspension' }))
  await vi.waitFor(() => expect(said.words).toEqual(['La contestation est levée']))
  expect([said.confirm.mock.calls.length, fake.posted]).toEqual([1, ['/clients/c1/coordonnees/confirmer']])
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  unmount()
  Object.assign(fake, { block: DENIED, roles: ['commercial'] })
  show()
  expect((await region()).textContent).toContain('un directeur ou un assistant lève la suspension')
  expect(screen.queryByRole('button', { name: 'Lever la suspension' })).toBeNull()
})

it('[SPA-04] of a change that the former number could not be told of: why it is suspended, and the office ends it', async () => {
  fake.block = { ...DENIED, CONTESTE_LE: null }
  show()
  const words = (await region()).textContent ?? ''
  expect(words).toMatch(/coordonnées ont changé le 23\/11\/2026.*n’en a pas été prévenu.*Appelez le client/)
  expect(words).not.toContain('Ce n’est pas moi')
  await userEvent.click(screen.getByRole('button', { name: 'Lever la suspension' }))
  await vi.waitFor(() => expect(said.words).toEqual(['La suspension est levée']))
})

it('[SPA-04] while the delay of a change runs: until when, and nothing to press', async () => {
  fake.block = { ...DENIED, JUSQUA: '2026-11-24T09:00:00.000Z', CONTESTE_LE: null }
  show()
  expect((await region()).textContent).toMatch(/changées le 23\/11\/2026.*à partir du 24\/11\/2026/)
  expect([screen.queryByRole('link'), screen.queryByRole('button')]).toEqual([null, null])
})
