// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { leftPlanned } from './left-planned.tsx'

vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({}) }))
vi.mock('../../data/records/use-offered.ts', () => ({ useOffered: () => [] }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../ui/list/row-link.tsx', () => ({
  RowLink: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a>,
}))

const sync = { state: 'synced' }
const rdv = (IDRDV: string, day: string, more = {}) =>
  ({ IDRDV, RDV_OBJET: IDRDV, RDV_DEBUT: `${day} 09:00`, RDV_FIN: `${day} 10:00`, SUPPRIME: 0, sync, ...more }) as never
const work = (IDINTERVENTION: string, day: string, FEEDBACK: string | null = null) =>
  ({
    IDINTERVENTION,
    RDV_OBJET: IDINTERVENTION,
    RDV_DEBUT: `${day} 09:00`,
    RDV_FIN: `${day} 17:00`,
    FEEDBACK,
    sync,
  }) as never

it('[ENT-07] the sheet that stops a project counts what stays planned, and leads to each', () => {
  const left = leftPlanned(
    {
      rdvs: [rdv('suivant', '2026-12-09'), rdv('visite', '2026-12-01'), rdv('passé', '2026-11-01')],
      interventions: [work('pose', '2026-12-02'), work('faite', '2026-12-03', 'bon')],
    },
    '2026-11-27 12:00',
  )
  const projet = { IDPROJET: 'p', DATE_SANS_SUITE: null, ID_MOTIF_SANS_SUITE: null } as never
  render(
    <MantineProvider theme={theme} env="test">
      <CancelSheet projet={projet} left={left} opened onClose={() => undefined} />
    </MantineProvider>,
  )
  expect(screen.getByText('Restent 2 rendez-vous et 1 intervention planifiés.')).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['visite', '/manager/rdv/visite'],
    ['suivant', '/manager/rdv/suivant'],
    ['pose', '/manager/intervention/pose'],
  ])
})

it('says nothing where nothing stays planned', () => {
  expect(leftPlanned({ rdvs: undefined, interventions: [] }, '2026-11-27 12:00')).toEqual({
    rdvs: [],
    interventions: [],
  })
})
