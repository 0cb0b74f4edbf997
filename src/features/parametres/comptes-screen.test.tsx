// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { theme } from '../../ui/theme.ts'
import { CompteFormScreen } from './compte-form-screen.tsx'
import { ComptesScreen } from './comptes-screen.tsx'

const REASON = /directeur de toutes les agences/
const person = (id: string, more: object) => ({
  IDPERSONNEL: id,
  PRENOM: null,
  NOM: id,
  NOM_COMPLET: null,
  INITIALES: null,
  MAIL: `${id}@example.com`,
  ROLES: ['commercial'],
  IDAGENCE: 'lyon',
  AGENCES: [],
  TOUTES_AGENCES: 0,
  disabled: false,
  has_account: true,
  ...more,
})
const fake = vi.hoisted(() => ({ opened: 'camille', one: {} as object, list: [] as object[] }))
vi.mock('@tanstack/react-router', () => ({
  Link: (props: Record<string, unknown>) => <a {...props} href={String(props.to)} />,
  useParams: () => ({ id: fake.opened }),
}))
vi.mock('../../ui/navigation/plain-link.tsx', () => ({
  PlainLink: ({ href, children }: { href: string; children: ReactNode }) => <a href={href}>{children}</a>,
}))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useGo: () => () => undefined }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../domain/personnels/role-chips.tsx', () => ({ RoleChips: () => null }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'diane' } }) }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'diane', roles: ['commercial_director'], agences: ['lyon'], toutesAgences: false }),
}))
vi.mock('../../data/records/use-offered.ts', () => ({ useOffered: () => [] }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: () => <form aria-label="compte" />,
  FormSection: () => null,
  Wide: () => null,
}))
vi.mock('../../domain/online/company-api.ts', () => ({
  companyApi: { list: async () => fake.list, one: async () => fake.one },
}))

const show = (node: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online: true } }}>
        {node}
      </SyncContext.Provider>
    </MantineProvider>,
  )

beforeEach(() => {
  fake.list = [
    person('camille', {}),
    person('erwan', { IDAGENCE: 'brest' }),
    person('paul', { TOUTES_AGENCES: 1 }),
    person('diane', { AGENCES: ['lyon'] }),
  ]
})

it.each([
  ['camille', true, true],
  ['erwan', false, false],
  ['paul', false, false],
  ['diane', true, false],
] as const)(
  '[AUT-10] the row of %s opens and invites only where this director may set the account up, and says why not',
  async (id, opens, invites) => {
    show(<ComptesScreen />)
    const row = within((await screen.findByText(id)).closest('li') as HTMLElement)
    expect(row.queryByRole('link') !== null).toBe(opens)
    expect(row.queryByRole('button', { name: /Inviter/ }) !== null).toBe(invites)
    expect(row.queryByText(REASON) !== null).toBe(!opens)
  },
)

it.each([
  ['lyon', true],
  ['brest', false],
])(
  '[AUT-10] an account of %s that is opened by its address has a form only for who may set it up',
  async (IDAGENCE, mayEdit) => {
    fake.one = person('camille', { IDAGENCE })
    show(<CompteFormScreen />)
    if (mayEdit) expect(await screen.findByRole('form', { name: 'compte' })).toBeTruthy()
    else expect(await screen.findByText(REASON)).toBeTruthy()
    expect(screen.queryByRole('form') !== null).toBe(mayEdit)
    expect(screen.queryByRole('button', { name: 'Fermer le compte' }) !== null).toBe(mayEdit)
  },
)
