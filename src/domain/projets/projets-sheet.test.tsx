// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { theme } from '../../ui/theme.ts'
import { ProjetsSheet } from './projets-sheet.tsx'

interface Action {
  message: string
  onAction: () => void
}
const fake = vi.hoisted(() => ({
  roles: ['commercial_director'] as RoleName[],
  /** Whose each record is on this device. */
  owners: new Map<string, string | null>(),
  devis: [] as Record<string, unknown>[],
  update: vi.fn(),
  action: null as Action | null,
  info: [] as string[],
  /** The most records that were read at once. */
  read: 0,
}))

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ navigate: () => undefined, preloadRoute: async () => undefined }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/page/sheet.tsx', () => ({
  Sheet: ({ title, children }: { title: string; children: ReactNode }) => (
    <section aria-label={title}>{children}</section>
  ),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    action: (given: Action) => {
      fake.action = given
    },
    info: (words: string) => fake.info.push(words),
    failure: (error: unknown) => fake.info.push(String(error)),
  },
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/use-identity.ts', () => ({ useIdentity: () => ({}) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: (_resource: string, ids: readonly string[]) => {
    fake.read = Math.max(fake.read, ids.length)
    return new Map()
  },
}))
vi.mock('../../data/records/ask-list.ts', () => ({ askList: async () => fake.devis }))
vi.mock('../../data/database/local-data.ts', () => ({
  openLocalData: async () => ({
    db: {
      of: () => ({
        findByIds: (ids: string[]) => ({
          exec: async () =>
            new Map(ids.map((id) => [id, { _data: { IDRESPONSABLEPROJET: fake.owners.get(id) ?? null } }])),
        }),
      }),
    },
  }),
}))
vi.mock('../labels/use-labels.ts', () => ({ useLabels: () => new Map(), labelsOf: () => [] }))
vi.mock('../labels/labels-sheet.tsx', () => ({ LabelsSheet: () => null }))
vi.mock('../labels/label-chips.tsx', () => ({ LabelChips: () => null, RecordLabels: () => null }))
vi.mock('../records/record-sync.tsx', () => ({ SyncChip: () => null }))
vi.mock('../records/use-names.ts', () => ({ useNames: () => ({ entry: () => 'Lyon', personnel: () => '' }) }))
vi.mock('../personnels/use-sellers.ts', () => ({
  useSellers: () => [
    { IDPERSONNEL: 'camille', NOM: 'Camille', NOM_COMPLET: 'Camille', IDAGENCE: 'lyon' },
    { IDPERSONNEL: 'noe', NOM: 'Noé', NOM_COMPLET: 'Noé', IDAGENCE: null },
  ],
}))
vi.mock('../personnels/use-staff.ts', async () => {
  const { may } = await import('../../../schemas/access.ts')
  const staff = () => ({ id: 'me', roles: fake.roles, agences: ['lyon'], toutesAgences: true })
  return {
    useStaff: staff,
    useMay: () => (action: Parameters<typeof may>[1], resource: Parameters<typeof may>[2]) =>
      may(staff(), action, resource),
  }
})

const projet = (IDPROJET: string, IDRESPONSABLEPROJET: string | null) => ({
  IDPROJET,
  IDRESPONSABLEPROJET,
  IDCLIENT: `client de ${IDPROJET}`,
  DESCRIPTION: `Toiture ${IDPROJET}`,
  IDETAT_PROJET: 1,
  IDLABELS: [],
  JOURNAL: [],
  DATE_CREATION: null,
  DATE_SANS_SUITE: null,
  REFUSE: 0,
  sync: { state: 'synced' },
})
const show = (ids: readonly string[] = ['a', 'b', 'c']) =>
  render(
    <MantineProvider theme={theme} env="test">
      <ProjetsSheet
        title="À contacter : Camille"
        projets={ids.map((id) => projet(id, fake.owners.get(id) ?? null)) as never}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const written = () => fake.update.mock.calls.map(([resource, id, patch]) => [resource, id, patch.IDRESPONSABLEPROJET])

beforeEach(() => {
  fake.roles = ['commercial_director']
  fake.owners = new Map<string, string | null>([
    ['a', 'camille'],
    ['b', 'camille'],
    ['c', 'noe'],
    ['da', 'camille'],
  ])
  fake.devis = [{ IDDEVIS: 'da', IDPROJET: 'a', IDRESPONSABLEPROJET: 'camille', DEVIS_SIGNE: 0, REFUSE: 0 }]
  fake.update
    .mockReset()
    .mockImplementation(async (_resource: string, id: string, patch: { IDRESPONSABLEPROJET: string | null }) => {
      fake.owners.set(id, patch.IDRESPONSABLEPROJET)
    })
  fake.action = null
  fake.info = []
})

describe('the projects behind a figure', () => {
  it('[MGR-17 hand-over] all of them are given in two taps, with their pending quotes; the numbers are exact', async () => {
    show()
    await press('Confier les 3 projets à…')
    await press(/Noé/)
    await waitFor(() => expect(fake.action).not.toBeNull())
    expect(written()).toEqual([
      ['projet', 'a', 'noe'],
      ['projet', 'b', 'noe'],
      ['devis', 'da', 'noe'],
    ])
    expect(fake.action?.message).toBe('2 projets et 1 devis en attente confiés à Noé. Un autre était déjà à son nom.')
  })

  it('[MGR-17 hand-over] « Annuler » puts back what is still so, and tells what somebody has changed since', async () => {
    show()
    await press('Choisir')
    await userEvent.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
    await press('Confier 1 projet')
    await press(/Noé/)
    await waitFor(() => expect(fake.action).not.toBeNull())
    // Another director gave the quote to somebody else meanwhile.
    fake.owners.set('da', 'lea')
    fake.update.mockClear()
    fake.action?.onAction()
    await waitFor(() => expect(fake.info).toHaveLength(1))
    expect(written()).toEqual([['projet', 'a', 'camille']])
    expect(fake.info).toEqual(['1 fiche remise comme avant. Une autre a changé depuis : elle reste.'])
  })

  it('[DAY-03 complete] the clients of the rows that are shown are read, and those of all only for a search', async () => {
    fake.read = 0
    show(Array.from({ length: 300 }, (_, n) => `p-${n}`))
    expect(fake.read).toBeLessThanOrEqual(100)
    await userEvent.type(screen.getByRole('searchbox'), 'z')
    expect(fake.read).toBe(300)
  })

  it('[MGR-17 hand-over] what was written before a failure is told and can be undone', async () => {
    fake.update.mockImplementationOnce(async () => undefined).mockRejectedValueOnce(new Error('plein'))
    show()
    await press('Choisir')
    await press('Tout choisir')
    await press('Confier 3 projets')
    await press(/Noé/)
    await waitFor(() => expect(fake.action?.message).toMatch(/^1 projet confié à Noé\./))
    expect(fake.info).toEqual(['Error: plein'])
  })

  it('[MGR-17 hand-over] [AUT-10] who may not change the person of a project is not offered it', () => {
    fake.roles = ['commercial']
    show()
    expect(screen.queryByRole('button', { name: /^Confier|^Choisir/ })).toBeNull()
  })
})
