// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ObjectifsScreen } from './objectifs-screen.tsx'

const fake = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  targets: [] as unknown[],
  commands: { create: vi.fn(), update: vi.fn() },
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => false } }),
}))
vi.mock('../../ui/navigation/use-query.ts', async () => {
  const { useState } = await import('react')
  return {
    useQuery: () => {
      const [query, setQuery] = useState(fake.query)
      return [query, (patch: Record<string, string>) => setQuery({ ...query, ...patch })]
    },
  }
})
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 12:00' }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => fake.targets }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => fake.commands }))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncChip: () => null }))
vi.mock('../../domain/personnels/use-sellers.ts', () => ({
  useSellers: () => [
    { IDPERSONNEL: 'camille', NOM_COMPLET: 'Camille', NOM: 'Camille', INITIALES: 'C' },
    { IDPERSONNEL: 'noe', NOM_COMPLET: 'Noé', NOM: 'Noé', INITIALES: 'N' },
  ],
}))

const target = (
  id: string,
  IDPERSONNEL: string,
  MOIS: string,
  MONTANT: number | null,
  VENTES: number | null = null,
) => ({
  id,
  IDPERSONNEL,
  MOIS,
  MONTANT,
  VENTES,
  sync: { state: 'synced' },
})
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <ObjectifsScreen />
    </MantineProvider>,
  )

beforeEach(() => {
  fake.query = { personne: 'camille' }
  fake.targets = []
  fake.commands.create.mockReset().mockResolvedValue('id')
  fake.commands.update.mockReset().mockResolvedValue(undefined)
})

describe('« Objectifs »', () => {
  it('[MGR-05 targets] saves a field when it is left; the second field of a new month changes the same record', async () => {
    show()
    await userEvent.type(screen.getByLabelText('Montant HT, novembre 2026'), '60000,50')
    await userEvent.tab()
    const [resource, values, options] = fake.commands.create.mock.calls[0] as [string, object, { id: string }]
    expect([resource, values]).toEqual(['objectif', { IDPERSONNEL: 'camille', MOIS: '2026-11', MONTANT: 6_000_050 }])
    await userEvent.type(screen.getByLabelText('Ventes, novembre 2026'), '5{Enter}')
    expect(fake.commands.update.mock.calls).toEqual([['objectif', options.id, { VENTES: 5 }]])
    expect(fake.commands.create).toHaveBeenCalledTimes(1)
  })

  it('[MGR-05 targets] an emptied field takes the target back; one that is only visited writes nothing', async () => {
    fake.targets = [target('o1', 'camille', '2026-11', 6_000_000)]
    show()
    const amount = screen.getByLabelText('Montant HT, novembre 2026')
    await userEvent.click(amount)
    await userEvent.tab()
    expect(fake.commands.update).not.toHaveBeenCalled()
    await userEvent.clear(amount)
    await userEvent.tab()
    expect(fake.commands.update.mock.calls).toEqual([['objectif', 'o1', { MONTANT: null }]])
  })

  it('[MGR-05 targets] a field whose page is left by « Précédent » is saved too', async () => {
    const { unmount } = show()
    await userEvent.type(screen.getByLabelText('Montant HT, novembre 2026'), '60000')
    unmount()
    expect(fake.commands.create.mock.calls.map(([, values]) => values)).toEqual([
      { IDPERSONNEL: 'camille', MOIS: '2026-11', MONTANT: 6_000_000 },
    ])
  })

  it('[MGR-05 targets] one tap copies the month before, also December of last year, or fills the rest of the year', async () => {
    fake.targets = [target('o0', 'camille', '2025-12', 100, 1), target('o1', 'camille', '2026-10', 200, 2)]
    show()
    await userEvent.click(screen.getByRole('button', { name: 'janvier 2026 : comme décembre 2025' }))
    expect(fake.commands.create.mock.calls[0]?.[1]).toEqual({
      IDPERSONNEL: 'camille',
      MOIS: '2026-01',
      MONTANT: 100,
      VENTES: 1,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Reprendre octobre 2026 pour les 2 mois suivants' }))
    expect(fake.commands.create.mock.calls.slice(1).map(([, values]) => values)).toEqual(
      ['2026-11', '2026-12'].map((MOIS) => ({ IDPERSONNEL: 'camille', MOIS, MONTANT: 200, VENTES: 2 })),
    )
  })

  it('[MGR-05 targets] of the team, one tap takes the month before for those who have none yet', async () => {
    fake.query = {}
    fake.targets = [
      target('o1', 'camille', '2026-10', 200),
      target('o2', 'noe', '2026-10', 300),
      target('o3', 'noe', '2026-11', 500),
    ]
    show()
    await userEvent.click(
      screen.getByRole('button', { name: 'Reprendre octobre 2026 pour novembre 2026 (1 commercial)' }),
    )
    expect(fake.commands.create.mock.calls.map(([, values]) => values)).toEqual([
      { IDPERSONNEL: 'camille', MOIS: '2026-11', MONTANT: 200, VENTES: null },
    ])
    expect(fake.commands.update).not.toHaveBeenCalled()
  })
})
