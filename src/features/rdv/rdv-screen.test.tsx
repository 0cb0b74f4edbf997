// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import { theme } from '../../ui/theme.ts'
import { RdvPage } from './rdv-screen.tsx'

const fake = vi.hoisted(() => ({ records: new Map<string, unknown>() }))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => ({}),
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (_resource: string, id?: string | null) => (id ? fake.records.get(id) : null) ?? null,
  useLiveList: () => [],
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({}) }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'p1', roles: [] } }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => false }))
vi.mock('../../domain/navigation/use-way-back.ts', () => ({ useRdvsHref: () => '/manager/agenda' }))
vi.mock('../../domain/rdv/use-tell-client.ts', () => ({ useTellClient: () => ({}) }))
vi.mock('../../domain/files/photos-panel.tsx', () => ({ PhotosPanel: () => null }))
vi.mock('../../data/records/use-files.ts', () => ({ useFiles: () => [] }))
vi.mock('./tell-panel.tsx', () => ({ TellPanel: () => null }))
vi.mock('../../domain/rdv/answer-chip.tsx', () => ({ AnswerChip: () => null }))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncLink: () => null }))
vi.mock('../../ui/page/page-header.tsx', () => ({
  PageHeader: ({ subtitle }: { subtitle: ReactNode }) => <header>{subtitle}</header>,
  HeaderMarks: ({ children }: { children: ReactNode }) => children,
}))

const put = (resource: 'rdv' | 'projet' | 'client' | 'adresse', id: string, values: object) =>
  fake.records.set(id, {
    ...newRecord(entityOf(resource) as never, {}),
    [entityOf(resource).key]: id,
    sync: { state: 'synced' },
    ...values,
  })
beforeEach(() => {
  fake.records.clear()
  put('rdv', 'r1', { IDPROJET: 'j1', RDV_DEBUT: '2026-11-20 09:00', RDV_FIN: '2026-11-20 10:00', IDPERSONNELS: [] })
  put('projet', 'j1', { IDCLIENT: 'c1', ADRESSE_CHANTIER: 'site' })
  put('client', 'c1', { NOM: 'Durand', IDADRESSE: 'home' })
  for (const [id, ADRESSE] of [
    ['own', '1 rue du Rendez-vous'],
    ['site', '2 rue du Chantier'],
    ['home', '3 rue du Client'],
  ] as const)
    put('adresse', id, { ADRESSE, ADRESSE_COMPLETE: ADRESSE, VILLE: 'Lyon', LATITUDE: 45, LONGITUDE: 4 })
})

it('an appointment of another year shows its year', () => {
  Object.assign(fake.records.get('r1') as object, { RDV_DEBUT: '2019-11-20 09:00', RDV_FIN: '2019-11-20 10:00' })
  render(
    <MantineProvider theme={theme} env="test">
      <RdvPage id="r1" />
    </MantineProvider>,
  )
  expect(screen.getByText(/mercredi 20 novembre 2019/i)).toBeTruthy()
})

it.each([
  ['own', '1 rue du Rendez-vous', {}],
  ['the site', '2 rue du Chantier', { r1: { IDADRESSE: null } }],
  ['the client', '3 rue du Client', { r1: { IDADRESSE: null }, j1: { ADRESSE_CHANTIER: null } }],
])('shows the address to drive to and the way there: %s', (_of, address, without) => {
  Object.assign(fake.records.get('r1') as object, { IDADRESSE: 'own' })
  for (const [id, values] of Object.entries(without)) Object.assign(fake.records.get(id) as object, values)
  render(
    <MantineProvider theme={theme} env="test">
      <RdvPage id="r1" />
    </MantineProvider>,
  )
  expect(screen.getByText('Adresse')).toBeTruthy()
  expect(screen.getByText(new RegExp(address))).toBeTruthy()
  expect(screen.getByText('Itinéraire')).toBeTruthy()
})

it.each([
  ['to come, its project stopped', { RDV_FIN: '2999-11-20 10:00' }, { DATE_SANS_SUITE: '2026-11-18' }, true],
  ['to come, its project refused', { RDV_FIN: '2999-11-20 10:00' }, { REFUSE: 1 }, true],
  ['to come', { RDV_FIN: '2999-11-20 10:00' }, {}, false],
  ['that was', { RDV_FIN: '2020-11-20 10:00' }, { REFUSE: 1 }, false],
  ['that was debriefed', { RDV_FIN: '2999-11-20 10:00', DEBRIEF_CATEGORIE: 3 }, { REFUSE: 1 }, false],
  ['that was cancelled', { RDV_FIN: '2999-11-20 10:00', SUPPRIME: 1 }, { REFUSE: 1 }, false],
])('[CAL-04] says beside an appointment %s whether anybody still goes there', (_which, rdv, projet, stopped) => {
  Object.assign(fake.records.get('r1') as object, rdv)
  Object.assign(fake.records.get('j1') as object, projet)
  render(
    <MantineProvider theme={theme} env="test">
      <RdvPage id="r1" />
    </MantineProvider>,
  )
  expect(screen.queryByText('Projet arrêté') !== null).toBe(stopped)
})

it('shows no address where nobody has one', () => {
  put('projet', 'j1', { IDCLIENT: 'c1' })
  put('client', 'c1', { NOM: 'Durand' })
  render(
    <MantineProvider theme={theme} env="test">
      <RdvPage id="r1" />
    </MantineProvider>,
  )
  expect(screen.queryByText('Adresse')).toBeNull()
  expect(screen.queryByText('Itinéraire')).toBeNull()
})
