// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErasureProposal, ErasureRequest } from '../../../schemas/privacy.ts'
import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { DonneesPersonnellesScreen } from './donnees-personnelles-screen.tsx'

const DAY_MS = 86_400_000
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

const proposal = (id: string, more: Partial<ErasureProposal> = {}): ErasureProposal => ({
  IDCLIENT: id,
  NOM: 'Ancien',
  PRENOM: 'Paul',
  VILLE: 'Nantes',
  kind: 'prospects',
  last: '2023-05-04T10:00:00.000Z',
  asked: false,
  ...more,
})
const request = (id: string, more: Partial<ErasureRequest> = {}): ErasureRequest => ({
  id,
  kind: 'client',
  person_id: 'c1',
  name: 'Anne Martin',
  why: 'demande',
  asked_by: 'personnel:diane',
  asked_at: ago(1),
  ...more,
})

const server = vi.hoisted(() => ({
  lists: { '/privacy/requests': [] as unknown[], '/privacy/proposals': [] as unknown[] } as Record<string, unknown[]>,
  posted: [] as unknown[],
  says: true,
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string, shape: Shape<unknown>, { method = 'GET', body }: Call = {}) => {
    if (method === 'POST') server.posted.push(body)
    const answer = method === 'POST' ? { id: 'r9' } : server.lists[path]
    if (!server.says || !shape(answer)) throw new Error(`${method} ${path} does not answer that`)
    return answer
  },
}))
const confirm = vi.hoisted(() => vi.fn(async () => true))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { confirm, success: () => undefined, failure: () => undefined },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))

const page = (online: boolean) => (
  <MantineProvider env="test">
    <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online } }}>
      <DonneesPersonnellesScreen />
    </SyncContext.Provider>
  </MantineProvider>
)
const rowsOf = async (name: string): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem')

describe('« Données personnelles »', () => {
  beforeEach(() => {
    server.posted.length = 0
    server.says = true
    confirm.mockReset().mockResolvedValue(true)
    server.lists = {
      '/privacy/requests': [
        request('r1', { asked_at: ago(40) }),
        request('r2', { name: null, why: 'duree' }),
        request('r3', { kind: 'personnel', person_id: 'p1', name: 'Luc Parti' }),
      ],
      '/privacy/proposals': [proposal('c2'), proposal('c3', { NOM: 'Dupont', kind: 'contrats', asked: true })],
    }
  })

  it('says of each request who, why, since when, and by which day the answer is due', async () => {
    render(page(true))
    const [late, over, staff] = (await rowsOf('Demandes en attente')) as [HTMLElement, HTMLElement, HTMLElement]
    expect(late.textContent).toMatch(/Anne MartinClient · à sa demande · demandé le \d.*En retard, due le \d\d/)
    expect(within(late).getByRole('link').getAttribute('href')).toBe('/manager/client/c1')
    expect(over.textContent).toMatch(/Fiche effacée.*durée passée/)
    expect(over.textContent).not.toMatch(/due le/)
    expect(staff.textContent).toMatch(/Luc PartiPersonnel.*Réponse due le \d\d/)
    expect(within(staff).getByRole('link').getAttribute('href')).toBe('/manager/personnel/p1')
  })

  it('asks for a client whose period is over, once that is confirmed, and shows that it has been asked', async () => {
    render(page(true))
    const [first, second] = (await rowsOf('Durée de conservation passée')) as [HTMLElement, HTMLElement]
    expect(first.textContent).toContain('Paul AncienNantes · dernier échange le 04/05/2023 · sans contrat (3 ans)')
    expect(second.textContent).toContain('sous contrat (10 ans)')
    expect(within(second).queryByRole('button')).toBeNull()
    confirm.mockResolvedValueOnce(false)
    const ask = within(first).getByRole('button', { name: 'Demander l’effacement de Paul Ancien' })
    await userEvent.click(ask)
    expect(server.posted).toEqual([])
    server.lists['/privacy/proposals'] = [proposal('c2', { asked: true })]
    await userEvent.click(ask)
    await screen.findByText('Demandé')
    expect(server.posted).toEqual([{ kind: 'client', id: 'c2', why: 'duree' }])
  })

  it('keeps what it knows without a network and asks for nothing then', async () => {
    const { rerender } = render(page(true))
    await rowsOf('Durée de conservation passée')
    rerender(page(false))
    await screen.findByText('Pas de connexion. Il faut du réseau pour voir les demandes et en faire.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Paul Ancien/ }).disabled).toBe(true)
  })

  it('says that nothing could be read, or that nothing waits', async () => {
    server.says = false
    render(page(true))
    expect((await screen.findByText('Les demandes n’ont pas pu être lues.')).isConnected).toBe(true)
    server.says = true
    server.lists = { '/privacy/requests': [], '/privacy/proposals': [] }
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect((await screen.findByText('Aucune demande n’attend.')).isConnected).toBe(true)
    expect((await screen.findByText('Aucun client à effacer.')).isConnected).toBe(true)
  })
})
