// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Handover, HandoverPreview } from '../../../schemas/handover.ts'
import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { PassationScreen } from './passation-screen.tsx'

const DAY_MS = 86_400_000
const fromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
const COUNTS = { CLIENTS: 0, PROJETS: 0, RELANCES: 0, RDVS: 0, INTERVENTIONS: 0, DEVIS: 0 }

const handover = (more: Partial<Handover> = {}): Handover => ({
  id: 'h1',
  IDPERSONNEL: 'camille',
  REPARTITION: 'egal',
  PAR: 'diane',
  LE: fromNow(-1),
  ANNULEE_LE: null,
  ANNULABLE_JUSQUA: fromNow(29),
  TOTAL: 250,
  RESTE: 0,
  LAISSES: [],
  ...more,
})
const preview = (parts: readonly string[], more: Partial<HandoverPreview> = {}): HandoverPreview => ({
  TOTAL: { ...COUNTS, CLIENTS: 7, RDVS: 3 },
  PARTS: parts.map((IDPERSONNEL, at) => ({
    IDPERSONNEL,
    ...COUNTS,
    CLIENTS: at === 0 ? 4 : 3,
    RDVS: at === 0 ? 3 : 0,
  })),
  COLLISIONS: [],
  EMPREINTE: `print of ${parts.join()}`,
  ...more,
})

const server = vi.hoisted(() => ({
  handovers: [] as unknown[],
  posted: [] as [string, unknown][],
  /** Answers to the calls that act, in order; an Error is thrown. */
  answers: [] as unknown[],
  collisions: [] as unknown[],
  devices: [] as unknown[],
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string, shape: Shape<unknown>, { method = 'GET', body }: Call = {}) => {
    if (path === '/entreprise/personnels/camille/appareils') return server.devices
    if (method === 'GET') return server.handovers
    if (path.endsWith('/apercu')) {
      const answer = preview((body as { COLLEGUES: string[] }).COLLEGUES, { COLLISIONS: server.collisions as never })
      if (!shape(answer)) throw new Error('not a preview')
      return answer
    }
    server.posted.push([path, body])
    const answer = server.answers.shift()
    if (answer instanceof Error) throw answer
    if (!shape(answer)) throw new Error(`${method} ${path} does not answer that`)
    return answer
  },
}))
const told = vi.hoisted(() => ({ confirm: vi.fn(async () => true), said: [] as string[] }))
vi.mock('../../ui/notices/notices.tsx', async (original) => ({
  ...(await original<typeof import('../../ui/notices/notices.tsx')>()),
  notices: {
    confirm: told.confirm,
    success: (words: string) => told.said.push(words),
    info: (words: string) => told.said.push(words),
    failure: () => told.said.push('failure'),
  },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useParams: () => ({ id: 'camille' }),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
const me = vi.hoisted(() => ({ id: 'diane' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => me, useMay: () => () => true }))
const person = (IDPERSONNEL: string, NOM_COMPLET: string, ROLES: string[] = ['commercial']) => ({
  IDPERSONNEL,
  NOM: NOM_COMPLET,
  NOM_COMPLET,
  ROLES,
})
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: () => person('camille', 'Camille Roy'),
  useLiveList: () => [
    person('camille', 'Camille Roy'),
    person('colin', 'Colin Petit'),
    person('bea', 'Béa Noir'),
    person('gone', 'Parti Déjà', []),
    person('paul', 'Paul Ancien'),
    person('diane', 'Diane Chef', ['commercial_director']),
  ],
}))

vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => new Set(['paul']) }))

const page = (online = true) => (
  <MantineProvider env="test">
    <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online } }}>
      <PassationScreen />
    </SyncContext.Provider>
  </MantineProvider>
)
const choose = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    await userEvent.click(screen.getByRole('combobox', { name: /Collègues/ }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
}
const begin = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Confier et fermer le compte' })

describe('the handover of somebody', () => {
  beforeEach(() => {
    Object.assign(server, { handovers: [], posted: [], answers: [], collisions: [], devices: [] })
    me.id = 'diane'
    told.confirm.mockReset().mockResolvedValue(true)
    told.said.length = 0
  })

  it('[SET-12 handover] (screen) gives nothing to somebody who has left already', async () => {
    render(page())
    await userEvent.click(await screen.findByRole('combobox', { name: /Collègues/ }))
    expect(await screen.findByRole('option', { name: 'Colin Petit' })).toBeTruthy()
    expect(screen.queryByRole('option', { name: 'Paul Ancien' })).toBeNull()
  })

  it('[SET-12 handover] (screen) shows what each colleague gets before anything is done, and does what was shown', async () => {
    server.collisions = [
      {
        IDPERSONNEL: 'colin',
        RESSOURCE: 'rdv',
        ID: 'r1',
        OBJET: 'Visite',
        DEBUT: '2027-03-02 09:00',
        FIN: '2027-03-02 10:00',
        PRIS_DEBUT: '2027-03-02 09:30',
        PRIS_FIN: '2027-03-02 11:00',
      },
    ]
    server.answers = [handover({ RESTE: 250 }), handover({ RESTE: 150 }), handover({ RESTE: 0 })]
    render(page())
    expect(begin().disabled).toBe(true)
    await userEvent.click(screen.getByRole('combobox', { name: /Collègues/ }))
    expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual([
      'Béa Noir',
      'Colin Petit',
      'Diane Chef',
    ])
    await choose('Colin Petit', 'Béa Noir')
    const row = (await screen.findByRole('rowheader', { name: 'Béa Noir' })).closest('tr') as HTMLElement
    expect(
      within(row)
        .getAllByRole('cell')
        .map((one) => one.textContent),
    ).toEqual(['3', '0', '0', '0', '0', '0'])
    expect(screen.getByText(/Colin Petit : indisponible 09:30/)).toBeTruthy()
    told.confirm.mockResolvedValueOnce(false)
    await userEvent.click(begin())
    expect(server.posted).toEqual([])
    await userEvent.click(begin())
    await vi.waitFor(() => expect(told.said).toEqual(['Tout est confié']))
    const [first, ...steps] = server.posted
    expect(first).toEqual([
      '/personnels/camille/passations',
      { REPARTITION: 'egal', COLLEGUES: ['colin', 'bea'], ENVOI: true, EMPREINTE: 'print of colin,bea' },
    ])
    expect(steps.map(([path]) => path)).toEqual(['/passations/h1/suite', '/passations/h1/suite'])
  })

  it('[SET-12 handover] (screen) goes on with one that was interrupted, takes one back, and names what stays', async () => {
    server.handovers = [
      handover({ id: 'h2', RESTE: 40 }),
      handover({
        id: 'h1',
        ANNULEE_LE: fromNow(-1),
        LAISSES: [{ RESSOURCE: 'rdv', ID: 'r9', IDPERSONNEL: 'colin' }],
      }),
      handover({ id: 'h0', ANNULABLE_JUSQUA: fromNow(-1) }),
    ]
    server.answers = [handover({ id: 'h2' }), handover({ id: 'h2', ANNULEE_LE: fromNow(0) })]
    render(page())
    const [open, back, old] = within(await screen.findByRole('list', { name: 'Passations' })).getAllByRole('listitem', {
      // Not those of the lists inside.
      name: (_name, element) => element.parentElement?.getAttribute('aria-label') === 'Passations',
    }) as [HTMLElement, HTMLElement, HTMLElement]
    expect(open.textContent).toContain('Reste 40 sur 250')
    expect(within(back).getByRole('link', { name: 'Rendez-vous' }).getAttribute('href')).toBe('/manager/rdv/r9')
    expect(back.textContent).toMatch(/1 fiche a changé depuis et reste au collègue.*Colin Petit/)
    for (const done of [back, old]) expect(within(done).queryByRole('button')).toBeNull()
    await userEvent.click(within(open).getByRole('button', { name: 'Reprendre' }))
    await vi.waitFor(() => expect(server.posted.map(([path]) => path)).toEqual(['/passations/h2/suite']))
    const undo = await screen.findByRole('button', { name: 'Annuler la passation' })
    await userEvent.click(undo)
    await vi.waitFor(() => expect(told.said).toContain('La passation est annulée'))
    expect(server.posted.at(-1)?.[0]).toBe('/passations/h2/annuler')
  })

  it('[SET-12 handover] (screen) says what it needs: a network, one person for « tout à une personne », another director', async () => {
    const { rerender } = render(page())
    await choose('Colin Petit', 'Béa Noir')
    await userEvent.click(screen.getByRole('radio', { name: 'Tout à une personne' }))
    await screen.findByText(/Choisissez une seule personne/)
    expect(begin().disabled).toBe(true)
    rerender(page(false))
    await screen.findByText('Pas de connexion. Il faut du réseau pour préparer un départ.')
    expect(begin().disabled).toBe(true)
    me.id = 'camille'
    rerender(page())
    await screen.findByText('Un autre directeur doit préparer votre départ.')
  })

  it('[SET-12 handover] (screen) counts what was given apart, and names what was past, deleted or no longer the person’s', async () => {
    const one = { RESSOURCE: 'client' as const, ID: 'c9' }
    const IGNOREES = [one, { RESSOURCE: 'rdv' as const, ID: 'r9' }]
    server.handovers = [handover({ DONNEES: 248, IGNOREES })]
    server.answers = [handover({ RESTE: 250, DONNEES: 0, IGNOREES: [] }), handover({ DONNEES: 249, IGNOREES: [one] })]
    render(page())
    const list = await screen.findByRole('list', { name: 'Passations' })
    expect(list.textContent).toContain('248 fiches confiées')
    expect(list.textContent).toContain(
      '2 fiches n’ont pas été confiées : elles étaient passées, supprimées ou déjà à quelqu’un d’autre',
    )
    expect(within(list).getByRole('link', { name: 'Client' }).getAttribute('href')).toBe('/manager/client/c9')
    await choose('Colin Petit')
    await screen.findByRole('rowheader', { name: 'Colin Petit' })
    await userEvent.click(begin())
    const said =
      'Passation terminée. 1 fiche n’a pas été confiée : elle était passée, supprimée ou déjà à quelqu’un d’autre.'
    await vi.waitFor(() => expect(told.said).toEqual([expect.stringContaining(said)]))
  })

  it('[SET-12 handover] (screen) says that it stopped before the end', async () => {
    server.answers = [handover({ RESTE: 250 }), new Error('the line broke')]
    render(page())
    await choose('Colin Petit')
    await screen.findByRole('rowheader', { name: 'Colin Petit' })
    await userEvent.click(begin())
    await vi.waitFor(() => expect(told.said).toEqual(['failure', expect.stringContaining('avant la fin')]))
  })

  it('[SET-12 handover] [WORK-7] (screen) says which devices can still send: only those where the person is logged in', async () => {
    const phone = { reported_at: fromNow(-2), synced_at: null, oldest: null, version: null, refused: 0, files: 0 }
    server.devices = [
      { ...phone, device_id: 'tel', agent: 'iPhone · Safari', connected: true, pending: 2 },
      { ...phone, device_id: 'tab', agent: 'iPad · Safari', connected: false, pending: 3 },
    ]
    render(page())
    const section = await screen.findByRole('region', { name: 'Ses appareils' })
    const [first, second] = [...section.querySelectorAll('p')].map((one) => one.textContent)
    expect(first).toMatch(/^iPhone · Safari \(vu .*2 saisies y attendent\)\. Connecté : enverra encore/)
    expect(second).toMatch(
      /^iPad · Safari \(vu .*3 saisies y attendent\)\. .*n’arrivera plus après la passation.*compte rouvert/,
    )
  })
})
