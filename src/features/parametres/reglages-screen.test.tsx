// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { PUBLIC_COMPANY } from '../../../schemas/public-company.ts'
import { SessionProvider } from '../../data/session/session.tsx'
import { sessionStore } from '../../data/session/session-store.ts'
import { accountOf, type Company, type Personnel } from '../../data/session/stored-session.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { company as entity } from '../../domain/company/company-entity.ts'
import { asEntity } from '../../domain/online/answers.ts'
import { theme } from '../../ui/theme.ts'
import { ReglagesScreen } from './reglages-screen.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: (props: Record<string, unknown>) => <a {...props} href={String(props.to)} />,
  useBlocker: () => undefined,
  useRouter: () => ({}),
}))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useLeave: () => () => undefined }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { success: () => undefined, failure: () => undefined, confirm: async () => true },
}))

/** The company on the server, and what was written to it. */
const server = { record: {} as Record<string, unknown>, refuses: false }
const publicPart = () => Object.fromEntries(PUBLIC_COMPANY.map((name) => [name, server.record[name] ?? null]))

beforeEach(() => {
  server.record = {
    ...newRecord(asEntity(entity), {}),
    id: 'c1',
    key: 'demo',
    NOM: 'Démo',
    ASSURANCE: 'Décennale 2025',
  }
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const path = new URL(url, location.origin).pathname.replace(/^\/api/, '')
    if (path === '/entreprise' && method === 'PUT') {
      const { base: _, ...fields } = JSON.parse(body ?? '{}')
      Object.assign(server.record, fields)
    }
    const data = path === '/lolapp/start' ? publicPart() : server.record
    return Response.json({ data }, { headers: { 'lolapp-server': 'lolapp' } })
  })
  localStorage.setItem('lolapp.config', '{"apiBase":"/api"}')
  const director = {
    IDPERSONNEL: 'diane',
    NOM: 'Roy',
    ROLES: ['commercial_director'],
    TOUTES_AGENCES: 1,
  } as unknown as Personnel
  sessionStore.setCompany(publicPart() as unknown as Company)
  sessionStore.setAuth({ token: 't', expiresAt: null, account: accountOf(director) })
})

it('[ENT-09] the papers that this device makes bear the mentions that were just saved', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <SessionProvider>
        <SyncContext value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online: true } }}>
          <ReglagesScreen />
        </SyncContext>
      </SessionProvider>
    </MantineProvider>,
  )
  const field = await screen.findByRole('textbox', { name: /assurance/i })
  expect(sessionStore.get().company?.ASSURANCE).toBe('Décennale 2025')
  await userEvent.clear(field)
  await userEvent.type(field, 'Décennale 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await expect.poll(() => server.record.ASSURANCE).toBe('Décennale 2026')
  await expect.poll(() => sessionStore.get().company?.ASSURANCE).toBe('Décennale 2026')
})
