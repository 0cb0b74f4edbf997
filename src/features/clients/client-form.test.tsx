// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { oneSave } from '../../../tests/support/one-save.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { clientsText } from '../../text/clients.ts'
import { theme } from '../../ui/theme.ts'
import { ClientForm } from './client-form.tsx'

const commands = vi.hoisted(() => ({
  create: vi.fn((resource: string, _body: object) => Promise.resolve(`new-${resource}`)),
  update: vi.fn((_resource: string, _id: string, _patch: object, _options?: object) => Promise.resolve()),
  convert: vi.fn(() => Promise.resolve()),
}))
const one = oneSave(commands)
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => one.commands }))
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => ({}) }))
const fake = vi.hoisted(() => ({
  duplicates: [] as object[],
  uses: { clients: [] as object[], projets: [] as object[], rdvs: [] as object[] },
  staff: { id: 'p1', roles: ['assistant'], agences: [] as string[], toutesAgences: true },
  agencies: [{ id: 'lyon' }, { id: 'nantes' }],
  /** Into which the client was merged while the form was open. */
  kept: null as object | null,
  asked: [] as { IDCLIENT: string }[],
}))
vi.mock('../../data/records/ask-list.ts', () => ({
  askList: async (_: unknown, __: string, { selector }: { selector: { IDCLIENT: { $in: string[] } } }) =>
    fake.asked.filter(({ IDCLIENT }) => selector.IDCLIENT.$in.includes(IDCLIENT)),
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => fake.agencies }))
vi.mock('../../domain/adresses/use-address-uses.ts', () => ({ useAddressUses: () => fake.uses }))
vi.mock('./find-duplicates.ts', () => ({ findDuplicates: async () => fake.duplicates }))
vi.mock('../../data/session/session.tsx', () => ({
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
  useSession: () => ({ account: { id: 'p1', roles: ['assistant'], agences: [], personnel: { IDAGENCE: null } } }),
}))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true, useStaff: () => fake.staff }))
vi.mock('../../domain/map/town-choice.tsx', () => ({ TownChoice: () => null }))
vi.mock('../../domain/map/pick-point.tsx', () => ({
  PickPoint: ({ onPick }: { onPick: (patch: object) => void }) => (
    <button type="button" onClick={() => onPick({ LATITUDE: 47.2, LONGITUDE: -1.5 })}>
      Placer
    </button>
  ),
}))
vi.mock('./use-alike.ts', () => ({
  useAlike: () => [{ reason: 'telephone', client: { IDCLIENT: 'c9', NOM: 'Ancien', PRENOM: null, VILLE: 'Lyon' } }],
}))
vi.mock('../../forms/resource-form.tsx', () => ({
  Fields: ({ form, names }: { form: ResourceFormState; names: string[] }) =>
    names.map((name) => (
      <input
        key={name}
        aria-label={name}
        value={String(form.values[name] ?? '')}
        onChange={(event) => {
          const { value } = event.currentTarget
          form.set(name, name === 'TYPE_PROJET' ? Number(value) : value)
        }}
      />
    )),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const HOME = {
  IDADRESSE: 'a1',
  ADRESSE: '3 rue des Lilas',
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  LATITUDE: 45.76,
  LONGITUDE: 4.85,
  VERSION: 1,
} as unknown as LocalRecord<'adresse'>
const AT_HOME = { IDCLIENT: 'c1', NOM: 'Martin', IDLABELS: [], IDADRESSE: 'a1', VILLE: 'Lyon', VERSION: 1 }
const STORED = { IDCLIENT: 'c1', NOM: 'Martin', IDLABELS: [], VERSION: 1 } as unknown as LocalRecord<'client'>

async function stand(path = '/ailleurs') {
  vi.stubGlobal('scrollTo', () => undefined)
  if (path !== '') window.history.replaceState(null, '', path)
  const links = () => (
    <>
      <Link to={'/creer' as string}>Nouveau client</Link>
      <Link to={'/demande' as string}>Créer le client</Link>
      <Link to={'/modifier' as string}>Modifier</Link>
      <Link to={'/domicile' as string}>Modifier le domicile</Link>
    </>
  )
  const root = createRootRoute({ component: Outlet })
  const page = (at: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: at, component })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/ailleurs', links),
      page('/manager/client/$id', links),
      page('/creer', () => <ClientForm client={null} adresse={null} from={{}} />),
      page('/demande', () => <ClientForm client={null} adresse={null} from={{ demande: 'd1', NOM: 'Martin' }} />),
      page('/modifier', () => <ClientForm client={STORED} adresse={null} from={{}} />),
      page('/domicile', () => (
        <ClientForm
          client={AT_HOME as unknown as LocalRecord<'client'>}
          adresse={HOME}
          kept={fake.kept as LocalRecord<'client'> | null}
          from={{}}
        />
      )),
    ]),
  })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  return router
}
const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }))
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const input = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const type = async (name: string, words: string) => {
  await userEvent.clear(await input(name))
  await userEvent.paste(words)
}
const back = (router: { history: { back: () => void } }) => act(async () => router.history.back())

beforeEach(() => {
  one.forget()
  vi.clearAllMocks()
  fake.duplicates = []
  Object.assign(fake, { kept: null, asked: [] })
  fake.uses = { clients: [AT_HOME], projets: [], rdvs: [] }
  fake.staff = { id: 'p1', roles: ['assistant'], agences: [], toutesAgences: true }
  sessionStorage.clear()
})

describe('a new client', () => {
  it('[MGR-06] what was typed comes back with « Précédent », never into the form of another client', async () => {
    const router = await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await press(/C’est lui/)
    await follow('Nouveau client')
    expect((await input('NOM')).value).toBe('')
    await back(router)
    await follow('Créer le client')
    expect((await input('NOM')).value).toBe('Martin')
    await back(router)
    await screen.findByRole('link', { name: 'Nouveau client' })
    await back(router)
    await waitFor(async () => expect((await input('NOM')).value).toBe('Dupont'))
  })

  it('[MGR-06] the project and the point that were chosen come back with it, and are saved', async () => {
    const router = await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await press('Placer')
    await userEvent.click(screen.getByRole('switch'))
    await type('DESCRIPTION', 'Véranda')
    await press(/C’est lui/)
    await screen.findByRole('link', { name: 'Nouveau client' })
    await back(router)
    await waitFor(async () => expect((await input('DESCRIPTION')).value).toBe('Véranda'))
    // A point alone is an address already, whose town is asked for.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(true)
    await type('VILLE', 'Lyon')
    await press('Enregistrer')
    await waitFor(() => expect(commands.create).toHaveBeenCalledTimes(3))
    expect(commands.create.mock.calls.map(([resource]) => resource)).toEqual(['adresse', 'client', 'projet'])
    expect(commands.create.mock.calls[0]?.[1]).toMatchObject({ LATITUDE: 47.2 })
    // OUT-13: a phone that stops in between keeps no client without its project.
    expect(one.saves()).toEqual([['create', 'create', 'create']])
  })

  it('[MGR-06] its project goes to the commercial and the agency that the form says', async () => {
    await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await type('IDPERSONNEL', 'lea')
    await type('IDAGENCE', 'nantes')
    await userEvent.click(screen.getByRole('switch'))
    await type('DESCRIPTION', 'Véranda')
    await press('Enregistrer')
    await waitFor(() => expect(commands.create).toHaveBeenCalledTimes(2))
    expect(commands.create.mock.calls[1]).toEqual([
      'projet',
      expect.objectContaining({ IDRESPONSABLEPROJET: 'lea', IDAGENCE: 'nantes' }),
    ])
  })

  it('[MGR-06] its after-sales project asks who is responsible when nobody is', async () => {
    await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await userEvent.click(screen.getByRole('switch'))
    expect(screen.queryByLabelText('IDRESPONSABLEPROJET')).toBeNull()
    await type('TYPE_PROJET', '1')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
    expect(save.disabled).toBe(true)
    await type('IDRESPONSABLEPROJET', 'noe')
    await press('Enregistrer')
    await waitFor(() => expect(commands.create).toHaveBeenCalledTimes(2))
    expect(commands.create.mock.calls[1]?.[1]).toMatchObject({ IDRESPONSABLEPROJET: 'noe', TYPE_PROJET: 1 })
  })

  it('[RES-03] [RES-10] « Enregistrer » on the way elsewhere asks about a possible double, then leads there', async () => {
    fake.duplicates = [{ client: { IDCLIENT: 'c9', NOM: 'Dupont' }, address: undefined, reasons: ['telephone'] }]
    const router = await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await back(router)
    await screen.findByRole('dialog', { name: 'Modifications non enregistrées' })
    await userEvent.click(screen.getAllByRole('button', { name: 'Enregistrer' }).at(-1) as HTMLElement)
    const [question, ...others] = await waitFor(() => {
      const open = screen.getAllByRole('dialog')
      expect(open).toHaveLength(1)
      return open
    })
    expect(others).toEqual([])
    expect(question?.textContent).toContain('Dupont')
    expect(commands.create).not.toHaveBeenCalled()
    await press('Continuer quand même')
    await screen.findByRole('link', { name: 'Nouveau client' })
    expect(router.state.location.pathname).toBe('/ailleurs')
    expect(commands.create).toHaveBeenCalledWith('client', expect.anything(), { skipDuplicateCheck: true })
  })

  it('[RES-03] [RES-10] « Précédent », « Enregistrer », then the possible double: its page is shown, and « Précédent » leads where it would have', async () => {
    fake.duplicates = [{ client: { IDCLIENT: 'c9', NOM: 'Dupont' }, address: undefined, reasons: ['telephone'] }]
    const router = await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await back(router)
    await screen.findByRole('dialog', { name: 'Modifications non enregistrées' })
    await userEvent.click(screen.getAllByRole('button', { name: 'Enregistrer' }).at(-1) as HTMLElement)
    await press(clientsText.duplicates.open)
    await waitFor(() => expect(router.state.location.pathname).toBe('/manager/client/c9'))
    // A page is left in the history a moment later, if it is.
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect([window.location.pathname, router.state.location.pathname]).toEqual(Array(2).fill('/manager/client/c9'))
    await back(router)
    await waitFor(() => expect(router.state.location.pathname).toBe('/ailleurs'))
    expect(window.location.pathname).toBe('/ailleurs')
    expect(commands.create).not.toHaveBeenCalled()
  })

  it('[PWA-02] all of it outlasts the reload of an update', async () => {
    await stand()
    await follow('Nouveau client')
    await type('NOM', 'Dupont')
    await userEvent.click(screen.getByRole('switch'))
    dirtyForms.saveDrafts()
    cleanup()
    await stand('')
    await waitFor(async () => expect((await input('NOM')).value).toBe('Dupont'))
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true)
  })
})

describe('a client that is changed', () => {
  it('[MGR-06] what was typed before a look at another record comes back with « Précédent », never into a later edit', async () => {
    const router = await stand()
    await follow('Modifier')
    await type('NOM', 'Mauvais')
    await press(/C’est lui/)
    await follow('Modifier')
    expect((await input('NOM')).value).toBe('Martin')
    await back(router)
    await screen.findByRole('link', { name: 'Modifier' })
    await back(router)
    await waitFor(async () => expect((await input('NOM')).value).toBe('Mauvais'))
  })
})

describe('the home of a client that other records have as their address', () => {
  const NEW_HOME = { ADRESSE: '8 rue Haute', CODE_POSTAL: '44000', VILLE: 'Nantes' }
  const WORDS = { ...NEW_HOME, LATITUDE: null, LONGITUDE: null }
  const site = { IDPROJET: 'j1', ADRESSE_CHANTIER: 'a1' }
  const everywhere = (): Promise<HTMLElement> => screen.findByRole('radio', { name: /^Corriger l’adresse partout/ })
  const moves = (): HTMLInputElement | null => screen.queryByRole('radio', { name: clientsMove })
  const clientsMove = 'Le client déménage'

  async function typeHome(words: Record<string, string> = NEW_HOME): Promise<void> {
    await stand()
    await userEvent.click(await screen.findByRole('link', { name: 'Modifier le domicile' }))
    for (const [name, value] of Object.entries(words)) await type(name, value)
  }
  const save = async (): Promise<void> => {
    await press('Enregistrer')
    await screen.findByRole('link', { name: 'Nouveau client' })
  }
  const updates = () => commands.update.mock.calls.map(([resource, id, patch]) => [resource, id, patch])

  it('[MGR-06] moves alone: what has the former address keeps it, and the new one has no point of the former house', async () => {
    fake.uses.projets = [site, { IDPROJET: 'j2', ADRESSE_CHANTIER: 'a1' }]
    fake.uses.rdvs = [{ IDRDV: 'r1' }]
    await typeHome()
    expect(moves()?.checked).toBe(true)
    expect((await everywhere()).closest('.mantine-Radio-root')?.textContent).toContain(
      'domicile et chantiers : 2 projets, 1 rendez-vous',
    )
    await save()
    expect(commands.create.mock.calls).toEqual([['adresse', NEW_HOME]])
    expect(updates()).toEqual([['client', 'c1', { IDADRESSE: 'new-adresse', VILLE: 'Nantes' }]])
    expect(one.saves()).toEqual([['create', 'update']])
  })

  it('[MGR-06] moves alone: a project without a site was at the former home, which is its site from then on', async () => {
    fake.uses.projets = [
      { IDPROJET: 'j1', IDCLIENT: 'c1', ADRESSE_CHANTIER: null },
      { IDPROJET: 'j2', IDCLIENT: 'c2', ADRESSE_CHANTIER: null },
    ]
    await typeHome()
    expect(moves()?.checked).toBe(true)
    await save()
    expect(updates()).toEqual([
      ['client', 'c1', { IDADRESSE: 'new-adresse', VILLE: 'Nantes' }],
      ['projet', 'j1', { ADRESSE_CHANTIER: 'a1' }],
    ])
    expect(one.saves()).toEqual([['create', 'update', 'update']])
  })

  const EMPTIED = { ADRESSE: '', CODE_POSTAL: '', VILLE: '' }
  const wasWrong = (): Promise<HTMLElement> => screen.findByRole('radio', { name: /^L’adresse était fausse/ })

  it('[MGR-06] is emptied: a project without a site was there, and stays, as the form says before it is saved', async () => {
    fake.uses.projets = [{ IDPROJET: 'j1', IDCLIENT: 'c1', ADRESSE_CHANTIER: null }]
    await typeHome(EMPTIED)
    expect(moves()?.checked).toBe(true)
    expect(moves()?.closest('.mantine-Radio-root')?.textContent).toContain(
      '1 projet sans adresse de chantier garde l’adresse d’avant comme chantier.',
    )
    await save()
    expect(commands.create).not.toHaveBeenCalled()
    expect(updates()).toEqual([
      ['client', 'c1', { IDADRESSE: null, VILLE: null }],
      ['projet', 'j1', { ADRESSE_CHANTIER: 'a1' }],
    ])
    expect(one.saves()).toEqual([['update', 'update']])
  })

  it('[MGR-06] is emptied because it was wrong: nothing is left at that house', async () => {
    const atHome = { IDCLIENT: 'c1', ADRESSE_CHANTIER: null }
    fake.uses.projets = [
      { ...atHome, IDPROJET: 'j1' },
      { ...atHome, IDPROJET: 'j2' },
    ]
    await typeHome(EMPTIED)
    expect((await wasWrong()).closest('.mantine-Radio-root')?.textContent).toContain('2 projets restent sans adresse')
    await userEvent.click(await wasWrong())
    await save()
    expect(updates()).toEqual([['client', 'c1', { IDADRESSE: null, VILLE: null }]])
  })

  it('[MGR-06] is emptied: nothing is asked where every project has its site', async () => {
    fake.uses.projets = [site]
    await typeHome(EMPTIED)
    expect(moves()).toBeNull()
    await save()
    expect(updates()).toEqual([['client', 'c1', { IDADRESSE: null, VILLE: null }]])
  })

  it('[MGR-06] [DAY-14] merged meanwhile, the kept record moves: its projects without a site stay at its former home', async () => {
    fake.kept = { ...AT_HOME, IDCLIENT: 'k1', IDADRESSE: 'a9' }
    fake.uses.clients = []
    fake.uses.projets = [site]
    fake.asked = [
      { IDPROJET: 'j2', IDCLIENT: 'k1', ADRESSE_CHANTIER: null },
      { IDPROJET: 'j3', IDCLIENT: 'k1', ADRESSE_CHANTIER: 'a5' },
      { IDPROJET: 'j4', IDCLIENT: 'c2', ADRESSE_CHANTIER: null },
    ] as never
    await typeHome()
    await press('Enregistrer')
    await waitFor(() => expect(one.saves()).toHaveLength(1))
    expect(updates()).toEqual([
      ['client', 'k1', { IDADRESSE: 'new-adresse', VILLE: 'Nantes' }],
      ['projet', 'j2', { ADRESSE_CHANTIER: 'a9' }],
    ])
  })

  it('[MGR-06] is corrected everywhere where its person says so, with the town of who lives there too', async () => {
    fake.uses.projets = [site]
    fake.uses.clients = [AT_HOME, { IDCLIENT: 'c2', VILLE: 'Lyon' }]
    await typeHome()
    await userEvent.click(await everywhere())
    await save()
    expect(commands.create).not.toHaveBeenCalled()
    expect(updates()).toEqual([
      ['adresse', 'a1', WORDS],
      ['client', 'c1', { VILLE: 'Nantes' }],
      ['client', 'c2', { VILLE: 'Nantes' }],
    ])
    expect(one.saves()).toEqual([['update', 'update', 'update']])
  })

  it('[MGR-06] the office of every agency holds every project', async () => {
    fake.staff = { ...fake.staff, toutesAgences: false, agences: ['lyon', 'nantes'] }
    await typeHome()
    expect(moves()).toBeNull()
  })

  it.each([
    ['nobody else has it', NEW_HOME, []],
    ['it is written in another way', { ADRESSE: '3 RUE DES LILAS' }, [site]],
    ['other fields change', { NOM: 'Martín' }, [site]],
  ])('[MGR-06] asks nothing where %s', async (_, words, projets) => {
    fake.uses.projets = projets
    await typeHome(words)
    expect(moves()).toBeNull()
    await save()
    expect(commands.create).not.toHaveBeenCalled()
  })

  it.each([
    ['of who sells', { roles: ['commercial'] }],
    ['of one agency of two', { toutesAgences: false, agences: ['lyon'] }],
  ])(
    '[MGR-06] a device (%s) that does not hold every project asks all the same, and says that there may be others',
    async (_, who) => {
      fake.staff = { ...fake.staff, ...who }
      await typeHome()
      expect(moves()?.checked).toBe(true)
      const root = (await everywhere()).closest('.mantine-Radio-root')
      expect(root?.textContent).toContain('d’autres peuvent avoir cette adresse')
      await save()
      expect(commands.create).toHaveBeenCalledTimes(1)
    },
  )

  it('[MGR-06] is not changed before this device has read who has it: the client moves alone', async () => {
    Object.assign(fake, { uses: undefined })
    await typeHome()
    await save()
    expect(commands.create).toHaveBeenCalledTimes(1)
  })

  it('[PWA-02] the answer outlasts the reload of an update', async () => {
    fake.uses.projets = [site]
    await typeHome()
    await userEvent.click(await everywhere())
    dirtyForms.saveDrafts()
    cleanup()
    await stand('')
    expect(((await everywhere()) as HTMLInputElement).checked).toBe(true)
  })
})
