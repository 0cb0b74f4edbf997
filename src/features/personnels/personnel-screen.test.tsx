// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { PersonnelScreen } from './personnel-screen.tsx'

const shown = vi.hoisted(() => ({ record: {} as Record<string, unknown>, everywhere: false }))
vi.mock('@tanstack/react-router', () => ({
  Link: (props: Record<string, unknown>) => <a {...props} href={String(props.to)} />,
  useParams: () => ({ id: 'camille' }),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => shown.record }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({
    id: 'diane',
    roles: ['commercial_director'],
    agences: ['lyon'],
    toutesAgences: shown.everywhere,
  }),
}))
vi.mock('../../domain/records/resource-view.tsx', () => ({
  ResourceView: ({ children, actions }: { children: ReactNode; actions: { canEdit: boolean } }) => (
    <main>
      {actions.canEdit ? <button type="button">Modifier</button> : null}
      {children}
    </main>
  ),
}))

vi.mock('./role-links.tsx', () => ({ RoleLinks: () => null }))

it.each([
  ['one of my agency', { IDAGENCE: 'lyon' }, false, true],
  ['one of another agency', { IDAGENCE: 'brest' }, false, false],
  ['one of two agencies, of which one is mine', { IDAGENCE: 'lyon', AGENCES: ['brest'] }, false, false],
  ['one of all agencies', { IDAGENCE: 'lyon', TOUTES_AGENCES: 1 }, false, false],
  ['one of another agency, by who directs all of them', { IDAGENCE: 'brest' }, true, true],
] as const)(
  '[AUT-10] [SET-12 handover] a director prepares that %s leaves, and changes their name',
  (_, record, everywhere, offered) => {
    shown.record = { IDPERSONNEL: 'camille', ROLES: ['commercial'], AGENCES: [], TOUTES_AGENCES: 0, ...record }
    shown.everywhere = everywhere
    render(
      <MantineProvider env="test">
        <PersonnelScreen />
      </MantineProvider>,
    )
    expect(screen.queryByText('Préparer son départ') !== null).toBe(offered)
    expect(screen.queryByText('Modifier') !== null).toBe(offered)
  },
)
