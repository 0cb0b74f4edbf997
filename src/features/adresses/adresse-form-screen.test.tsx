// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { oneSave } from '../../../tests/support/one-save.ts'
import { theme } from '../../ui/theme.ts'
import { AdresseFormScreen } from './adresse-form-screen.tsx'

const HOUSE = {
  IDADRESSE: 'a1',
  ADRESSE: '3 rue des Lilas',
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  LATITUDE: 45.76,
  LONGITUDE: 4.85,
  VERSION: 1,
  sync: {},
}
const fake = vi.hoisted(() => ({
  may: true,
  uses: { clients: [] as object[], projets: [] as object[], rdvs: [] as object[] },
  owners: {} as Record<string, object>,
  staff: { id: 'me', roles: ['assistant'], agences: [] as string[], toutesAgences: true },
}))
const commands = vi.hoisted(() => ({
  create: vi.fn((_resource: string, _body: object) => Promise.resolve('new')),
  update: vi.fn((_resource: string, _id: string, _patch: object, _options?: object) => Promise.resolve()),
}))
const one = oneSave(commands)
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => one.commands }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string, id: string | undefined) =>
    id === undefined ? null : resource === 'adresse' ? HOUSE : (fake.owners[`${resource}/${id}`] ?? null),
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ FUSEAU: 'Europe/Paris' }) }))
vi.mock('../../domain/adresses/use-address-uses.ts', () => ({ useAddressUses: () => fake.uses }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => fake.may, useStaff: () => fake.staff }))
vi.mock('../../domain/map/town-choice.tsx', () => ({ TownChoice: () => null }))
vi.mock('../../domain/map/pick-point.tsx', () => ({
  PickPoint: ({ onPick }: { onPick: (patch: object) => void }) => (
    <button type="button" onClick={() => onPick({ LATITUDE: 47.2, LONGITUDE: -1.5 })}>
      Placer
    </button>
  ),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

async function stand(query = ''): Promise<void> {
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', `/manager/adresse/a1/edit${query}`)
  const root = createRootRoute({ component: Outlet })
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/manager/adresse/$id/edit', AdresseFormScreen),
      page('/manager/adresse/$id', () => <p>Fiche</p>),
      page('/manager/projet/$id', () => <p>Projet</p>),
    ]),
  })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findByLabelText(/^Adresse/)
}
const type = async (label: RegExp, words: string): Promise<void> => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.paste(words)
}
const save = async (): Promise<void> => {
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  await screen.findByText('Fiche')
}
const written = () => commands.update.mock.calls.map(([resource, id, patch]) => [resource, id, patch])

beforeEach(() => {
  vi.clearAllMocks()
  one.forget()
  sessionStorage.clear()
  Object.assign(fake, { may: true, uses: { clients: [], projets: [], rdvs: [] }, owners: {} })
})

describe('the point of an address whose words change', () => {
  it('[GEO-04] is that of the former house: it goes', async () => {
    await stand()
    await type(/^Adresse/, '8 rue Haute')
    await save()
    expect(written()).toEqual([['adresse', 'a1', { ADRESSE: '8 rue Haute', LATITUDE: null, LONGITUDE: null }]])
  })

  it('[GEO-04] stays once it was chosen with them, and where the words are the former ones again', async () => {
    await stand()
    await type(/^Adresse/, '8 rue Haute')
    await type(/^Adresse/, '3 rue des Lilas')
    expect(screen.getByLabelText<HTMLInputElement>(/^Latitude/).value).toBe('45,76')
    await type(/^Ville/, 'Nantes')
    await userEvent.click(screen.getByRole('button', { name: 'Placer' }))
    await type(/^Adresse/, '8 rue Haute')
    await save()
    const point = { LATITUDE: 47.2, LONGITUDE: -1.5 }
    expect(written()).toEqual([['adresse', 'a1', { ADRESSE: '8 rue Haute', VILLE: 'Nantes', ...point }]])
  })
})

describe('the town of an address that changes', () => {
  const both = [
    ['adresse', 'a1', { VILLE: 'Nantes', LATITUDE: null, LONGITUDE: null }],
    ['client', 'c1', { VILLE: 'Nantes' }],
  ]

  it('[MGR-08] is the town by which those who live there are found, in one save', async () => {
    fake.uses.clients = [
      { IDCLIENT: 'c1', VILLE: 'Lyon' },
      { IDCLIENT: 'c2', VILLE: 'Nantes' },
    ]
    await stand()
    await type(/^Ville/, 'Nantes')
    await save()
    await waitFor(() => expect(written()).toEqual(both))
    expect(one.saves()).toEqual([['update', 'update']])
  })

  it('[AUT-10] is left to others by whoever may not change a client', async () => {
    fake.may = false
    fake.uses.clients = [{ IDCLIENT: 'c1', VILLE: 'Lyon' }]
    await stand()
    await type(/^Ville/, 'Nantes')
    await save()
    expect(written()).toEqual([both[0]])
  })
})

describe('an address that several records have', () => {
  const site = { IDPROJET: 'j1', ADRESSE_CHANTIER: 'a1' }
  const rdv = (IDRDV: string, IDPROJET: string, RDV_FIN: string) => ({ IDRDV, IDPROJET, RDV_FIN })
  const NEW_SITE = { ADRESSE: '8 rue Haute', CODE_POSTAL: '69003', VILLE: 'Lyon' }
  const press = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }))
  beforeEach(() => {
    fake.uses = {
      clients: [{ IDCLIENT: 'c1', VILLE: 'Lyon' }],
      projets: [site, { IDPROJET: 'j2', ADRESSE_CHANTIER: 'a1' }],
      rdvs: [
        rdv('next', 'j1', '2999-01-01 10:00'),
        rdv('past', 'j1', '2020-01-01 10:00'),
        rdv('of-other', 'j2', '2999-01-01 10:00'),
      ],
    }
    fake.owners = { 'projet/j1': site }
  })

  it('[MGR-20] from a project: its own site and its visits to come change, the others keep theirs, and it is shown', async () => {
    await stand('?IDPROJET=j1')
    await type(/^Adresse/, '8 rue Haute')
    const here = await screen.findByRole<HTMLInputElement>('radio', { name: /^Pour ce projet/ })
    expect(here.checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await screen.findByText('Projet')
    expect(commands.create.mock.calls).toEqual([['adresse', NEW_SITE]])
    expect(written()).toEqual([
      ['projet', 'j1', { ADRESSE_CHANTIER: 'new' }],
      ['rdv', 'next', { IDADRESSE: 'new' }],
    ])
    expect(one.saves()).toEqual([['create', 'update', 'update']])
  })

  it('[MGR-20] from a project: is corrected for all that have it, who are counted, where its person says so', async () => {
    await stand('?IDPROJET=j1')
    await type(/^Adresse/, '8 rue Haute')
    await press(/partout \(et 1 projet, 3 rendez-vous, 1 domicile de client\)$/)
    await save()
    expect(commands.create).not.toHaveBeenCalled()
    expect(written().map(([resource, id]) => `${resource}/${id}`)).toEqual(['adresse/a1'])
  })

  it('[MGR-06] from a client who moves: a project of theirs without a site has the former home as its site', async () => {
    fake.owners = { 'client/c1': { IDCLIENT: 'c1', IDADRESSE: 'a1' } }
    fake.uses.projets = [{ IDPROJET: 'j4', IDCLIENT: 'c1', ADRESSE_CHANTIER: null }, site]
    await stand('?IDCLIENT=c1')
    await type(/^Adresse/, '8 rue Haute')
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(written()).toHaveLength(2))
    expect(written()).toEqual([
      ['client', 'c1', { IDADRESSE: 'new', VILLE: 'Lyon' }],
      ['projet', 'j4', { ADRESSE_CHANTIER: 'a1' }],
    ])
    expect(one.saves()).toEqual([['create', 'update', 'update']])
  })

  it.each([
    ['from elsewhere', '', true],
    ['from a project that has another one by now', '?IDPROJET=j3', true],
    ['by whoever may not change the project', '?IDPROJET=j1', false],
  ])('[MGR-20] %s: says what the change touches, without a choice', async (_, query, may) => {
    fake.owners['projet/j3'] = { IDPROJET: 'j3', ADRESSE_CHANTIER: 'a9' }
    fake.may = may
    await stand(query)
    expect(screen.queryByText(/^Cette adresse change pour tous/)).toBeNull()
    await type(/^Adresse/, '8 rue Haute')
    await screen.findByText(/^Cette adresse change pour tous .*: 2 projets, 3 rendez-vous, 1 domicile de client\.$/)
    expect(screen.queryByRole('radio')).toBeNull()
    await save()
    expect(written().map(([resource, id]) => `${resource}/${id}`)).toEqual(['adresse/a1'])
  })
})
