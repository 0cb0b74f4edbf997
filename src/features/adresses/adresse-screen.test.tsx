// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ADDRESS_IN_USE } from '../../../schemas/rules/deletion.ts'
import { resourceText } from '../../text/resource.ts'
import { theme } from '../../ui/theme.ts'
import { AdresseScreen } from './adresse-screen.tsx'

const NOBODY = { clients: [] as object[], projets: [] as object[], rdvs: [] as object[] }
const fake = vi.hoisted(() => ({
  uses: undefined as object | undefined,
  remove: vi.fn(() => Promise.resolve()),
  error: vi.fn(),
  confirm: vi.fn(() => Promise.resolve(true)),
}))
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 'a1' }), Link: () => null }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ remove: fake.remove }) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: () => ({ IDADRESSE: 'a1', VILLE: 'Lyon', ADRESSE_COMPLETE: 'Lyon', sync: { state: 'synced' } }),
}))
vi.mock('../../domain/adresses/use-address-uses.ts', () => ({ useAddressUses: () => fake.uses }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncLink: () => null }))
vi.mock('../../domain/records/use-removed-notice.ts', () => ({ useRemovedNotice: () => () => undefined }))
vi.mock('../../ui/contact/contact-actions.tsx', () => ({ ContactActions: () => null }))
vi.mock('../../ui/hooks/desktop.ts', () => ({ useDesktop: () => true }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [{}, () => undefined] }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useLeave: () => () => undefined }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { error: fake.error, confirm: fake.confirm } }))
vi.mock('../../ui/page/page-header.tsx', () => ({
  HeaderMarks: () => null,
  PageHeader: ({ actions }: { actions: React.ReactNode }) => actions,
}))

async function pressRemove(uses: object | undefined): Promise<void> {
  fake.uses = uses
  render(
    <MantineProvider theme={theme} env="test">
      <AdresseScreen />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: resourceText.remove }))
}
beforeEach(() => vi.clearAllMocks())

it.each(['clients', 'projets', 'rdvs'])('[API-05] the address that one of the %s has is not deleted', async (users) => {
  await pressRemove({ ...NOBODY, [users]: [{}] })
  expect(fake.error).toHaveBeenCalledWith(ADDRESS_IN_USE)
  expect(fake.confirm).not.toHaveBeenCalled()
  expect(fake.remove).not.toHaveBeenCalled()
})

it('[API-05] nor is one before this device has read what has it', async () => {
  await pressRemove(undefined)
  expect(fake.error).toHaveBeenCalledWith(resourceText.stillReading)
  expect(fake.remove).not.toHaveBeenCalled()
})

it('[RES-02] one that nothing has is deleted', async () => {
  await pressRemove(NOBODY)
  await waitFor(() => expect(fake.remove).toHaveBeenCalledWith('adresse', 'a1'))
  expect(fake.error).not.toHaveBeenCalled()
})
