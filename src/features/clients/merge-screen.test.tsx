// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClientMerge, MergePreview } from '../../../schemas/client-merge.ts'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { MergeScreen } from './merge-screen.tsx'
import { MergedNotice } from './merged-notice.tsx'

const client = (IDCLIENT: string, values: object) => newRecord(entityOf('client'), { IDCLIENT, ...values })
const NONE = { PROJETS: 0, DEVIS: 0, RDVS: 0, INTERVENTIONS: 0, RAPPORTS: 0, FICHIERS: 0, PAIEMENTS: 0, DEMANDES: 0 }
const kept = client('garde', { NOM: 'Durand', PRENOM: 'Anne', PORTABLE: '0639980001', OBSERVATIONS: 'Chien' })
const gone = client('autre', { NOM: 'Durant', PRENOM: 'Anne', MAIL: 'anne@example.com', OBSERVATIONS: 'Interphone' })
const preview = (EMPREINTE = '1.1'): MergePreview => ({
  GARDE: { IDCLIENT: 'garde', FICHE: kept, RATTACHE: NONE },
  AUTRE: { IDCLIENT: 'autre', FICHE: gone, RATTACHE: { ...NONE, PROJETS: 2 } },
  EMPREINTE,
})
const merge = (more: Partial<ClientMerge> = {}): ClientMerge => ({
  id: 'f1',
  IDCLIENT: 'garde',
  AUTRE: 'autre',
  NOM: 'Durant Anne',
  PAR: 'alice',
  LE: '2026-11-20T09:00:00.000Z',
  ANNULEE_LE: null,
  ANNULABLE_JUSQUA: '2026-12-20T09:00:00.000Z',
  ANNULABLE: true,
  ...more,
})

const server = vi.hoisted(() => ({
  posted: [] as [string, unknown][],
  previews: [] as unknown[],
  merges: [] as unknown[],
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string, shape: Shape<unknown>, { method = 'GET', body }: Call = {}) => {
    let answer: unknown
    if (method === 'GET') answer = server.merges
    else if (path.endsWith('/apercu')) answer = server.previews.shift()
    else {
      server.posted.push([path, body])
      answer = path.endsWith('/annuler') ? merge({ ANNULABLE: false }) : merge()
      if ((body as { EMPREINTE?: string }).EMPREINTE === 'stale') throw new Error('it has changed')
    }
    if (!shape(answer)) throw new Error(`${method} ${path} does not answer that`)
    return answer
  },
}))
const told = vi.hoisted(() => ({ confirm: vi.fn(async () => true), said: [] as string[], went: [] as string[] }))
vi.mock('../../ui/notices/notices.tsx', async (original) => ({
  ...(await original<typeof import('../../ui/notices/notices.tsx')>()),
  notices: {
    confirm: told.confirm,
    success: (words: string) => told.said.push(words),
    failure: () => told.said.push('failure'),
  },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: address.id }),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
  useNavigate:
    () =>
    async ({ to }: { to: string }) =>
      void told.went.push(to),
}))
vi.mock('../../ui/page/page-header.tsx', () => ({
  PageHeader: ({ title, back }: { title: string; back: string }) => (
    <>
      <h1>{title}</h1>
      <a href={back}>Retour</a>
    </>
  ),
}))
vi.mock('../../data/session/session.tsx', async (original) => ({
  ...(await original<typeof import('../../data/session/session.tsx')>()),
  useSession: () => ({ account: { id: 'ana', roles: ['assistant'] } }),
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
const address = vi.hoisted(() => ({ id: 'garde', query: {} as Record<string, string>, more: [] as object[] }))
vi.mock('../../ui/navigation/use-query.ts', () => ({
  useQuery: () => [address.query, (patch: Record<string, string>) => Object.assign(address.query, patch)],
}))
vi.mock('../../forms/fields/ref-field.tsx', () => ({
  RefField: ({ label, error }: { label: string; error?: string }) => (
    <p>
      {label} {error}
    </p>
  ),
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string, id: string | null) =>
    resource === 'client' && id === 'garde' ? { ...kept, CLE_NOM: 'durand anne', CLE_PORTABLE: '0639980001' } : null,
  useLiveList: (resource: string) => (resource === 'client' ? [kept, { ...gone, VILLE: 'Lyon' }, ...address.more] : []),
}))

const page = (content = <MergeScreen />, online = true) => (
  <MantineProvider env="test">
    <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online } }}>
      {content}
    </SyncContext.Provider>
  </MantineProvider>
)

describe('the merge of two records of a client', () => {
  beforeEach(() => {
    Object.assign(server, { posted: [], previews: [preview()], merges: [] })
    address.query = { avec: 'autre' }
    address.id = 'garde'
    told.confirm.mockReset().mockResolvedValue(true)
    told.said.length = 0
    told.went.length = 0
  })

  it('a client that this device does not have leads back to a list that the office may open', async () => {
    address.id = 'absent'
    render(page())
    expect((await screen.findByRole('link', { name: 'Retour' })).getAttribute('href')).toBe('/manager/suivi-client')
  })

  it('[DAY-14 merge-duplicates] (screen) shows what differs side by side and what hangs on each, and sends the choices once confirmed', async () => {
    render(page())
    const mail = await screen.findByRole('radiogroup', { name: 'Adresse email' })
    // What only one of them has is proposed.
    expect(within(mail).getByRole<HTMLInputElement>('radio', { name: /anne@example.com/ }).checked).toBe(true)
    const notes = screen.getByRole('radiogroup', { name: 'Observations' })
    expect(within(notes).getByRole<HTMLInputElement>('radio', { name: /Les deux/ }).checked).toBe(true)
    expect(screen.queryByRole('radiogroup', { name: 'Prénom' })).toBeNull()
    expect(screen.getByText(/Identique sur les deux fiches : Prénom/)).toBeTruthy()
    const row = screen.getByRole('rowheader', { name: 'Projets' }).closest('tr') as HTMLElement
    expect(
      within(row)
        .getAllByRole('cell')
        .map((one) => one.textContent),
    ).toEqual(['0', '2'])

    await userEvent.click(
      within(screen.getByRole('radiogroup', { name: 'Nom' })).getByRole('radio', { name: /Durant/ }),
    )
    told.confirm.mockResolvedValueOnce(false)
    await userEvent.click(screen.getByRole('button', { name: 'Fusionner les deux fiches' }))
    expect(server.posted).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Fusionner les deux fiches' }))
    await vi.waitFor(() => expect(told.said).toEqual(['Les deux fiches n’en font plus qu’une']))
    const body = { IDCLIENT: 'autre', CHOIX: { NOM: 'autre' }, EMPREINTE: '1.1' }
    expect(server.posted).toEqual([['/clients/garde/fusions', body]])
    expect(told.went).toEqual(['/manager/client/garde'])
  })

  it('[DAY-14 merge-duplicates] (screen) reads both again when one has changed since, and keeps the choices', async () => {
    server.previews = [preview('stale'), preview('2.1')]
    render(page())
    await userEvent.click(
      within(await screen.findByRole('radiogroup', { name: 'Nom' })).getByRole('radio', { name: /Durant/ }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Fusionner les deux fiches' }))
    await vi.waitFor(() => expect(told.said).toEqual(['failure']))
    await vi.waitFor(() => expect(server.previews).toEqual([]))
    await userEvent.click(screen.getByRole('button', { name: 'Fusionner les deux fiches' }))
    await vi.waitFor(() => expect(told.said).toHaveLength(2))
    expect(server.posted.at(-1)?.[1]).toMatchObject({ CHOIX: { NOM: 'autre' }, EMPREINTE: '2.1' })
  })

  it('[DAY-14 merge-duplicates] (screen) proposes records that look alike, keeps the other one instead, and says what it needs', async () => {
    address.query = {}
    const { rerender } = render(page())
    await userEvent.click(screen.getByRole('button', { name: 'Durant Anne · Lyon' }))
    expect(address.query).toEqual({ avec: 'autre' })
    rerender(page(<MergeScreen />, true))
    await userEvent.click(await screen.findByRole('button', { name: 'Garder plutôt l’autre fiche' }))
    expect(told.went).toEqual(['/manager/client/autre/fusion'])
    address.query = { avec: 'garde' }
    rerender(page(<MergeScreen />, true))
    expect(screen.getByText(/choisissez-en une autre/)).toBeTruthy()
    address.query = { avec: 'troisieme' }
    rerender(page(<MergeScreen />, false))
    await screen.findByText('Pas de connexion. Il faut du réseau pour fusionner deux fiches.')
  })

  it('[DAY-14 merge-duplicates] [DAY-03 complete] (screen) all that look alike can be chosen', async () => {
    address.query = {}
    address.more = Array.from({ length: 7 }, (_, n) => ({ ...gone, IDCLIENT: `n${n}`, VILLE: `Ville ${n}` }))
    render(page())
    expect(screen.queryByText(/Ville 6/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Voir les 3 autres' }))
    expect(screen.queryByText(/Ville 6/)).toBeTruthy()
    address.more = []
  })

  it('[DAY-14 merge-duplicates] (screen) undoes a merge from the kept client while that is possible', async () => {
    server.merges = [merge()]
    const { unmount } = render(page(<MergedNotice id="garde" />))
    await screen.findByText(/Fusionnée avec « Durant Anne »/)
    server.merges = [merge({ ANNULABLE: false })]
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la fusion' }))
    await vi.waitFor(() => expect(told.said).toEqual(['La fusion est annulée']))
    expect(server.posted).toEqual([['/fusions/f1/annuler', {}]])
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler la fusion' })).toBeNull())
    unmount()
    render(page(<MergedNotice id="garde" />, false))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
