// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ZERO_DATE } from '../../../schemas/dates.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { theme } from '../../ui/theme.ts'
import { Facts, ResourceView } from './resource-view.tsx'

const commands = { remove: vi.fn(() => Promise.resolve()) }
const said = {
  success: vi.fn(),
  confirm: vi.fn((_question: unknown) => Promise.resolve(true)),
  error: vi.fn(),
  failure: vi.fn(),
}
let roles = ['assistant']
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => commands }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => [], useLiveRecord: () => null }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../data/session/session.tsx', () => ({
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
  useSession: () => ({ account: { id: 'me', roles, agences: [], personnel: { TOUTES_AGENCES: 0 } } }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    success: (message: string) => said.success(message),
    confirm: (question: unknown) => said.confirm(question),
    error: (message: string) => said.error(message),
    failure: vi.fn(),
  },
}))
vi.mock('../../ui/hooks/desktop.ts', () => ({ useDesktop: () => true }))

const record = {
  IDADRESSE: 'a1',
  ADRESSE: '3 rue des Lilas',
  CODE_POSTAL: '69003',
  VILLE: 'Lyon',
  LATITUDE: null,
  LONGITUDE: null,
  ADRESSE_COMPLETE: '3 rue des Lilas, 69003 Lyon',
  VERSION: 1,
  sync: { state: 'pending' },
}

const stand = async (refuseRemoval?: () => string | null): Promise<void> => {
  vi.stubGlobal('scrollTo', () => undefined)
  window.history.replaceState(null, '', '/fiche')
  const root = createRootRoute({ component: Outlet })
  const view = createRoute({
    getParentRoute: () => root,
    path: '/fiche',
    component: () => (
      <ResourceView
        resource="adresse"
        id="a1"
        record={record as never}
        back="/"
        fields={['ADRESSE', 'VILLE']}
        {...(refuseRemoval ? { actions: { refuseRemoval } } : {})}
      />
    ),
  })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Accueil</p> })
  const router = createRouter({ routeTree: root.addChildren([view, home]) })
  render(
    <MantineProvider theme={theme} env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  )
  await screen.findByRole('heading', { name: '3 rue des Lilas, 69003 Lyon' })
}

describe('generic view', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    said.confirm.mockResolvedValue(true)
    roles = ['assistant']
  })

  it('[RES-02] is a card with close, delete and edit', async () => {
    await stand()
    expect(screen.getByRole('region', { name: '3 rue des Lilas, 69003 Lyon' }).textContent).toContain('Lyon')
    expect(screen.getByRole('link', { name: 'Modifier' }).getAttribute('href')).toBe('/manager/adresse/a1/edit')
    expect(screen.getByRole('button', { name: 'Supprimer' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
    expect(await screen.findByText('Accueil')).toBeTruthy()
  })

  it('[RES-02] deletes after a confirmation and says « Suppresion reussie »', async () => {
    await stand()
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }))
    await waitFor(() => expect(commands.remove).toHaveBeenCalledWith('adresse', 'a1'))
    expect(said.confirm).toHaveBeenCalledTimes(1)
    expect(said.success).toHaveBeenCalledWith('Suppresion reussie')
  })

  it('[RES-02] deletes nothing when the confirmation is refused', async () => {
    said.confirm.mockResolvedValue(false)
    await stand()
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }))
    await waitFor(() => expect(said.confirm).toHaveBeenCalled())
    expect(commands.remove).not.toHaveBeenCalled()
  })

  it('says why a record may not be deleted before it asks', async () => {
    await stand(() => 'Ce client a un projet')
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }))
    expect(said.error).toHaveBeenCalledWith('Ce client a un projet')
    expect(said.confirm).not.toHaveBeenCalled()
  })

  it('offers only what the role may do', async () => {
    roles = ['commercial']
    await stand()
    expect(screen.getByRole('link', { name: 'Modifier' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Supprimer' })).toBeNull()
  })

  it('[SYN-05] shows that the record has a pending entry', async () => {
    await stand()
    expect(screen.getByRole('link', { name: /en attente d’envoi/ }).getAttribute('href')).toBe(
      '/manager/synchronisation',
    )
  })
})

it('[ENT-03] shows the zero date as « / », and no date as « — »', () => {
  const quote = { DATE_SIGNATURE: ZERO_DATE, DATE_REFUSE: null, DATE_CREATION: '2026-11-20T13:05:00.000Z' }
  render(
    <MantineProvider theme={theme} env="test">
      <Facts entity={entityOf('devis')} record={quote} names={['DATE_SIGNATURE', 'DATE_REFUSE', 'DATE_CREATION']} />
    </MantineProvider>,
  )
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['/', '—', '20/11/2026 14:05'])
})

it('[PULL-9] shows a record whose project and people have not arrived yet, and says so in their place', () => {
  const rdv = { RDV_OBJET: 'Mesures', IDPROJET: 'p1', IDPERSONNELS: ['a', 'b'] }
  render(
    <MantineProvider theme={theme} env="test">
      <Facts entity={entityOf('rdv')} record={rdv} names={['RDV_OBJET', 'IDPROJET', 'IDPERSONNELS']} />
    </MantineProvider>,
  )
  const missing = 'Pas encore sur cet appareil'
  expect(screen.getAllByRole('definition').map((fact) => fact.textContent)).toEqual([
    'Mesures',
    missing,
    `${missing}, ${missing}`,
  ])
})
