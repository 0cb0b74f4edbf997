// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { theme } from '../../ui/theme.ts'
import { CompteFormScreen } from './compte-form-screen.tsx'

const agency = (id: string, LIBELLE: string, ARCHIVE: 0 | 1) => ({ id, LISTE: 'AGENCES', LIBELLE, ARCHIVE, ORDRE: 0 })
const AGENCIES = [
  agency('lyon', 'Lyon', 0),
  agency('brest', 'Brest', 1),
  agency('nantes', 'Nantes', 1),
  agency('nice', 'Nice', 1),
]
const RECORD = {
  IDPERSONNEL: 'camille',
  NOM: 'Camille',
  MAIL: null,
  ROLES: ['commercial'],
  IDAGENCE: 'brest',
  AGENCES: ['nantes'],
  TOUTES_AGENCES: 0,
  disabled: false,
  has_account: false,
}
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 'camille' }) }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useGo: () => () => undefined }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'diane', roles: ['commercial_director'], agences: ['lyon'], toutesAgences: true }),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => AGENCIES }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: ({ children }: { children: ReactNode }) => <form aria-label="compte">{children}</form>,
  FormSection: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../domain/online/entity-fields.tsx', () => ({
  EntityFields: ({ options }: { options: Record<string, { value: string; label: string }[]> }) =>
    Object.entries(options).map(([name, offered]) => (
      <p key={name} title={name}>
        {offered.map(({ label }) => label).join(', ')}
      </p>
    )),
}))
vi.mock('../../domain/online/company-api.ts', () => ({ companyApi: { one: async () => RECORD } }))

it('[AUT-10] [SET-03] an account names its archived agencies, and offers no other archived one', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online: true } }}>
        <CompteFormScreen />
      </SyncContext.Provider>
    </MantineProvider>,
  )
  for (const name of ['IDAGENCE', 'AGENCES']) {
    const words = (await screen.findByTitle(name)).textContent?.split(', ').sort()
    expect(words).toEqual(['Brest', 'Lyon', 'Nantes'])
  }
})
