// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { SpaceHomeScreen } from './space-home-screen.tsx'

const fake = vi.hoisted(() => ({ answers: {} as Record<string, unknown> }))
vi.mock('@tanstack/react-router', () => ({ Link: (props: Record<string, unknown>) => <a {...props} href="/" /> }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => null }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/company/greeting.tsx', () => ({ Greeting: () => null }))
vi.mock('./use-greeting.ts', () => ({ useGreeting: () => ({ me: { data: undefined }, greeting: 'Bonjour' }) }))
vi.mock('./space-page.tsx', () => ({
  SpacePage: ({ children }: { children: ReactNode }) => <main>{children}</main>,
  Section: ({ title, children }: { title: string; children: ReactNode }) => (
    <section aria-label={title}>{children}</section>
  ),
}))
vi.mock('./summaries.tsx', () => ({ OrderCard: () => null, QuoteCard: () => null, VariantsCard: () => null }))
vi.mock('./use-seen.ts', () => ({ useSeen: (path: string) => ({ data: fake.answers[path], again: () => undefined }) }))
vi.mock('./shown.tsx', () => ({
  Shown: ({ reading, children }: { reading: { data: unknown }; children: (data: never) => ReactNode }) =>
    reading.data === undefined ? null : children(reading.data as never),
}))

const works = (IDINTERVENTION: string, RDV_OBJET: string) => ({
  IDINTERVENTION,
  RDV_OBJET,
  RDV_DEBUT: '2999-01-05 09:00',
  RDV_FIN: '2999-01-05 10:00',
  planning: [],
  personnes: [],
})
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <SpaceHomeScreen />
    </MantineProvider>,
  )

beforeEach(() => {
  cleanup()
  fake.answers = {
    '/space/rdv': [],
    '/space/commande': [{ IDDEVIS: 'd1', etat: 'signe', interventions: [works('i1', 'Pose')] }],
    '/space/project': [],
  }
})

it('[SPA-02 appointments] an after-sales visit, which no order has, is among the visits to come', () => {
  fake.answers['/space/intervention'] = [works('i1', 'Pose'), works('i2', 'Réglage de la porte')]
  show()
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Pose',
    'Réglage de la porte',
  ])
})

it('[SPA-02 appointments] a former server, which does not say the works, leaves those of the orders', () => {
  show()
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual(['Pose'])
})
