// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TeamDevice } from '../../../schemas/device.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { Shape } from '../../data/api/shape.ts'
import { type Sync, SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { theme } from '../../ui/theme.ts'
import { TeamDevices } from './team-devices.tsx'

const fake = vi.hoisted(() => ({ roles: ['assistant'], callApi: vi.fn() }))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'p1', roles: fake.roles, agences: ['nantes'], personnel: {} } }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))
vi.mock('../../data/api/api.ts', async (real) => ({
  ...(await real<object>()),
  callApi: async (path: string, shape: Shape<unknown>, call: object) => {
    const answer: unknown = await fake.callApi(path, call)
    if (!shape(answer)) throw new AppError('UNAVAILABLE', 'illisible')
    return answer
  },
}))

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const device = (NOM_COMPLET: string, more: Partial<TeamDevice> = {}): TeamDevice => ({
  IDPERSONNEL: `p-${NOM_COMPLET}`,
  NOM_COMPLET,
  device_id: `d-${NOM_COMPLET}`,
  agent: 'iPhone · Safari',
  version: '2026-11-20T23:30:00.000Z',
  connected: true,
  reported_at: ago(1),
  synced_at: ago(1),
  pending: 0,
  refused: 0,
  files: 0,
  oldest: null,
  ...more,
})

const tree = (status: Partial<Sync['status']>): ReactNode => (
  <MantineProvider theme={theme} env="test">
    <SyncContext value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, ...status } }}>
      <TeamDevices />
    </SyncContext>
  </MantineProvider>
)
const rows = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('list', { name: 'Appareils de l’équipe' })).getAllByRole('listitem')

describe('« Appareils de l’équipe »', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    fake.roles = ['assistant']
    fake.callApi.mockResolvedValue([])
  })

  it('[MGR-21] says in words who has not synchronised and which devices have pending entries, the worst first', async () => {
    fake.callApi.mockResolvedValue([
      device('Camille Roy', { pending: 1, files: 2, oldest: ago(125) }),
      device('Marc Petit', { synced_at: ago(3 * 24 * 60) }),
      device('Théo Lenoir', { connected: false, pending: 3, synced_at: ago(120) }),
      device('Zoé Blanc', { synced_at: null, refused: 1, version: null }),
    ])
    render(tree({}))
    const [zoe, theo, marc, camille] = await rows()
    const shown = (row: HTMLElement | undefined, words: string) => within(row as HTMLElement).getByText(words)
    shown(zoe, 'Jamais synchronisé')
    shown(zoe, '1 saisie refusée')
    shown(theo, 'Déconnecté')
    shown(theo, '3 saisies en attente sur cet appareil')
    shown(marc, 'Synchronisé il y a 3 jours')
    shown(camille, 'Synchronisé il y a 1 min')
    shown(camille, '1 saisie à envoyer')
    shown(camille, '2 fichiers à envoyer')
    // The day of the build, in the company's time zone.
    shown(camille, 'iPhone · Safari · version du 21/11/2026')
    shown(camille, 'Plus ancienne saisie : il y a 2 h')
    expect(shown(camille, 'Camille Roy').getAttribute('href')).toBe('/manager/personnel/p-Camille%20Roy')
    expect(fake.callApi).toHaveBeenCalledWith('/sync/devices', expect.objectContaining({ ownRefusal: true }))
  })

  it('[MGR-21] [AUT-10] is for the office’s staff alone: nobody else’s screen asks for it', () => {
    fake.roles = ['commercial', 'metreur', 'technician']
    render(tree({}))
    expect(screen.queryByRole('region')).toBeNull()
    expect(fake.callApi).not.toHaveBeenCalled()
  })

  it('[MGR-21] says that it needs the network, and keeps showing the last answer', async () => {
    const { rerender } = render(tree({ online: false }))
    expect(await screen.findByText('Il faut du réseau pour voir les appareils de l’équipe.')).toBeTruthy()
    expect(fake.callApi).not.toHaveBeenCalled()
    fake.callApi.mockResolvedValue([device('Camille Roy')])
    rerender(tree({ online: true }))
    expect(await rows()).toHaveLength(1)
    expect(screen.queryByText(/Il faut du réseau/)).toBeNull()
    rerender(tree({ online: false }))
    expect(await screen.findByText(/Il faut du réseau .* Voici ce qui était connu à l'instant\./)).toBeTruthy()
    expect(await rows()).toHaveLength(1)
  })

  it('[MGR-21] says when the server did not answer, or when another server did, and asks again on request', async () => {
    fake.callApi.mockRejectedValueOnce(new AppError('INTERNAL', 'Une erreur est survenue'))
    fake.callApi.mockResolvedValueOnce([{ device_id: 'd' }])
    render(tree({}))
    const retry = await screen.findByRole('button', { name: 'Réessayer' })
    await userEvent.click(retry)
    expect(await screen.findByText(/Le bureau n’a pas répondu/)).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
    expect(await screen.findByText('Aucun appareil de votre équipe ne s’est encore synchronisé.')).toBeTruthy()
    expect(fake.callApi).toHaveBeenCalledTimes(3)
  })

  it('[MGR-21] shows the twenty worst first, and the others when asked', async () => {
    fake.callApi.mockResolvedValue(Array.from({ length: 23 }, (_, n) => device(`Personne ${n}`)))
    render(tree({}))
    expect(await rows()).toHaveLength(20)
    await userEvent.click(screen.getByRole('button', { name: 'Voir les 23 appareils' }))
    expect(await rows()).toHaveLength(23)
  })
})
