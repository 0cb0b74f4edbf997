// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ClassementScreen } from './classement-screen.tsx'

const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  figures: null as unknown,
  lists: {} as Record<string, unknown[]>,
  sheet: null as null | { title: string; projets?: { IDPROJET: string }[] },
  isDirector: true,
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => false } }),
}))
vi.mock('../../ui/navigation/use-query.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  const readers = new Set<() => void>()
  const subscribe = (read: () => void) => {
    readers.add(read)
    return () => readers.delete(read)
  }
  return {
    // One address for all that read it.
    useQuery: () => [
      useSyncExternalStore(subscribe, () => fake.query),
      (patch: Record<string, string>) => {
        fake.query = { ...fake.query, ...patch }
        for (const read of readers) read()
      },
    ],
  }
})
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'camille' }, company: { id: 'demo' } }),
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 12:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-ranking-figures.ts', () => ({ useRankingFigures: () => fake.figures }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string, query: unknown) => (query === null ? undefined : (fake.lists[resource] ?? [])),
}))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: (_resource: string, ids: string[] | undefined) =>
    ids && new Map(ids.map((id) => [id, { IDPROJET: id, TYPE_PROJET: 0 }])),
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [{ id: 'lyon' }] }))
vi.mock('../../domain/views/saved-filters.tsx', () => ({ SavedFilters: () => null }))
vi.mock('../../domain/personnels/agency-select.tsx', () => ({ AgencySelect: () => null }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useMay: () => () => fake.isDirector,
  useStaff: () => ({ id: 'camille', roles: [fake.isDirector ? 'commercial_director' : 'commercial'] }),
}))
vi.mock('../../domain/projets/projets-sheet.tsx', () => ({
  ProjetsSheet: (props: { title: string; projets?: { IDPROJET: string }[]; note?: ReactNode }) => {
    fake.sheet = props
    return <div>{props.note}</div>
  },
}))

const person = (id: string, agence = 'lyon') => ({
  IDPERSONNEL: id,
  NOM_COMPLET: id,
  ROLES: ['commercial'],
  HORS_STATS: 0,
  IDCOMPANY: 'demo',
  IDAGENCE: agence,
  AGENCES: [agence],
})
const day = (IDPERSONNEL: string, JOUR: string, euros: number) => ({
  JOUR,
  IDPERSONNEL,
  signed: { count: 1, NET_HT: euros * 100 },
  refused: { count: 0, NET_HT: 0 },
})
const target = (IDPERSONNEL: string, MONTANT: number | null, VENTES: number | null) => ({
  id: `o-${IDPERSONNEL}`,
  IDPERSONNEL,
  MOIS: '2026-11',
  MONTANT,
  VENTES,
})

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <ClassementScreen />
    </MantineProvider>,
  )
/** Spaces of amounts are of several kinds. */
const plain = (text: string | null): string => (text ?? '').replace(/\s/g, ' ')
const rowsOf = (region: string): string[][] =>
  within(within(screen.getByRole('region', { name: region })).getAllByRole('rowgroup')[1] as HTMLElement)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)))

beforeEach(() => {
  fake.query = {}
  fake.sheet = null
  fake.isDirector = true
  fake.lists = {
    personnel: [person('camille'), person('noe', 'brest'), person('parti'), person('disparu')],
    objectif: [target('camille', 2_000_00, 4), target('noe', null, 2)],
  }
  fake.figures = {
    since: '2024-01-01',
    at: '2026-11-26T10:00:00.000Z',
    days: [
      day('camille', '2026-11-10', 1500),
      day('camille', '2026-10-10', 1000),
      // After the same day of last month: the running month is not compared with it.
      day('camille', '2026-10-30', 9000),
      day('parti', '2026-11-02', 200),
      day('disparu', '2026-10-02', 800),
    ],
    conversion: [{ JOUR: '2026-11-05', IDPERSONNEL: 'camille', met: 4, quoted: 3, sold: 1 }],
    left: ['parti', 'disparu'],
  }
})

describe('the ranking', () => {
  it('[MGR-05 everybody] has who was erased with what they sold: this device has no record of them any more', () => {
    const figures = fake.figures as { days: unknown[] }
    const former = { ...person('efface'), NOM_COMPLET: 'Ancien collaborateur' }
    fake.figures = {
      ...figures,
      days: [...figures.days, day('efface', '2026-11-03', 700)],
      left: ['parti', 'disparu', 'efface'],
      former: [former],
    }
    show()
    expect(rowsOf('Tableau du classement').map((row) => row[1])).toContain('Ancien collaborateurcompte fermé')
  })

  it('[MGR-05 everybody] [MGR-05 former] has who sold nothing and who left with a sale; the change is in words', () => {
    show()
    const rows = rowsOf('Tableau du classement')
    expect(rows.map((row) => [row[1], row[7]])).toEqual([
      ['camillevous', '1 000,00 €hausse de 50 %'],
      ['particompte fermé', '0,00 €hausse de 200 €'],
      ['noe', '0,00 €stable'],
    ])
    expect(screen.getByText(/du 01\/10\/2026 au 26\/10\/2026/)).toBeDefined()
    // The former total is the company's: also of who left and sold nothing since.
    expect(
      plain(
        screen
          .getAllByRole('row')
          .map((row) => row.textContent)
          .join(),
      ),
    ).toContain('1 800,00 €baisse de 6 %')
  })

  it('[MGR-05 former] a period that has not begun is compared with nothing, and the screen says so', () => {
    fake.query = { periode: 'next_month' }
    show()
    expect(screen.getByText(/il n’y a rien à comparer/)).toBeDefined()
    expect(rowsOf('Tableau du classement')[0]).toHaveLength(7)
  })

  it('[MGR-05 targets] tells how much is reached, of whole months only, and only of the targets on this device', () => {
    const { unmount } = show()
    expect(rowsOf('Tableau du classement').map((row) => row[8])).toEqual([
      '75 %de 2 000 €1 sur 4 ventes',
      'sans objectif',
      '0 %0 sur 2 ventes',
    ])
    unmount()
    fake.query = { periode: 'current_week' }
    show()
    expect(screen.queryByRole('columnheader', { name: 'Objectif' })).toBeNull()
  })

  it('[MGR-05 targets] only who sets them finds the way to « Objectifs »', () => {
    const { unmount } = show()
    expect(screen.getByText('Objectifs')).toBeDefined()
    unmount()
    fake.isDirector = false
    show()
    expect(screen.queryByText('Objectifs')).toBeNull()
    // A rep's device has their own target only: of a colleague it cannot say that there is none.
    fake.lists.objectif = [target('camille', 2_000_00, 4)]
    expect(rowsOf('Tableau du classement').map((row) => row[8])).toEqual([
      '75 %de 2 000 €1 sur 4 ventes',
      'non communiqué',
      'non communiqué',
    ])
  })

  it('[MGR-05 rate] shows appointments, quotes and sales; without an appointment a dash and words', () => {
    show()
    expect(rowsOf('Transformation')).toEqual([
      ['camille', '4', '3', '1', '25 %'],
      ['parti', '0', '0', '0', '—aucun projet vu'],
      ['noe', '0', '0', '0', '—aucun projet vu'],
    ])
  })

  it('[MGR-05 rate] of a server that does not tell it, says that it comes', () => {
    fake.figures = { ...(fake.figures as object), conversion: undefined }
    show()
    expect(screen.getByText(/La transformation arrive/)).toBeDefined()
  })

  it('[MGR-05 rate] a figure opens its projects; those that are not open to me are counted', async () => {
    const rdv = (id: string, IDPROJET: string, RDV_DEBUT: string, IDPERSONNELS = ['camille']) => ({
      IDRDV: id,
      IDPROJET,
      RDV_DEBUT,
      RDV_FIN: RDV_DEBUT,
      IDNATURE_RDV: null,
      IDPERSONNELS,
      SUPPRIME: 0,
      DEBRIEF_CATEGORIE: 0,
    })
    fake.lists.rdv = [
      rdv('1', 'p1', '2026-11-05 09:00'),
      rdv('2', 'p2', '2026-11-05 11:00'),
      // Seen before: this was not its first visit.
      rdv('3', 'p3', '2026-11-06 09:00'),
      rdv('4', 'p3', '2026-10-06 09:00'),
      rdv('5', 'p4', '2026-11-05 09:00', ['noe']),
    ]
    show()
    await userEvent.click(screen.getByRole('button', { name: '4 projets vus par camille' }))
    expect(fake.query).toMatchObject({ personne: 'camille', etape: 'met' })
    expect(fake.sheet?.title).toBe('Projets vus : camille')
    expect(fake.sheet?.projets?.map(({ IDPROJET }) => IDPROJET)).toEqual(['p1', 'p2'])
    expect(screen.getByText('2 projets de ce chiffre ne vous sont pas ouverts.')).toBeDefined()
  })

  it('[MGR-05 everybody] of one agency has its people only, and says that their sales elsewhere count too', () => {
    const everySale = /aussi ceux de projets d’autres agences/
    const { unmount } = show()
    expect(screen.queryByText(everySale)).toBeNull()
    unmount()
    fake.query = { agence: 'lyon' }
    show()
    expect(rowsOf('Tableau du classement').map((row) => row[1])).toEqual(['camillevous', 'particompte fermé'])
    expect(screen.getByText(everySale)).toBeDefined()
  })
})
