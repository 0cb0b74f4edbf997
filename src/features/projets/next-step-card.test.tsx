// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import type { NextStep } from './next-step.ts'
import { NextStepCard } from './next-step-card.tsx'

const staff = vi.hoisted(() => ({ id: 'p1', roles: [] as string[], agences: [], toutesAgences: false }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-27 10:00' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => staff }))

function show(step: NextStep, role: string): void {
  staff.roles = [role]
  render(
    <MantineProvider theme={theme} env="test">
      <NextStepCard step={step} idProjet="j1" quoteLabel="" onPlan={null} phoneHref={null} />
    </MantineProvider>,
  )
}

it('[MGR-20] what the office plans is information for a seller, and a step for a measurer', () => {
  show({ kind: 'intervention' }, 'commercial')
  expect(screen.getByText('La commande est signée : à planifier par le bureau.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  show({ kind: 'intervention' }, 'metreur')
  expect(screen.getByRole('link', { name: 'Planifier' })).toBeTruthy()
})

it('[MGR-20] the day and the time of a planned call are its title', () => {
  show({ kind: 'call', day: '2026-12-05', time: '14:00' }, 'commercial')
  expect(screen.getByText('Relancer le samedi 5 décembre à 14:00')).toBeTruthy()
  show({ kind: 'call', day: '2027-01-05', time: null }, 'commercial')
  expect(screen.getByText('Relancer le mardi 5 janvier 2027')).toBeTruthy()
})
