// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { RelanceSheet } from './relance-sheet.tsx'

const fake = vi.hoisted(() => ({ canaux: ['mail', 'sms'], relance: vi.fn(async () => undefined) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ relance: fake.relance }) }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../data/session/use-canaux.ts', () => ({ useCanaux: () => fake.canaux }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 10:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: true } }) }))
vi.mock('../../domain/records/use-held-notice.ts', () => ({ useHeldNotice: () => () => undefined }))

beforeEach(() => {
  fake.canaux = ['mail', 'sms']
  fake.relance.mockClear()
})

const devis = {
  ...newRecord(entityOf('devis'), {}),
  IDDEVIS: 'd',
  DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z',
  DATE_VALIDITE: '2026-12-31',
} as unknown as LocalRecord<'devis'>
const client = {
  ...newRecord(entityOf('client'), {}),
  MAIL: 'lea@example.com',
  PORTABLE: '06 39 98 00 01',
} as unknown as LocalRecord<'client'>
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <RelanceSheet devis={devis} client={client} onClose={() => undefined} />
    </MantineProvider>,
  )

it('[MGR-12] a customer is reminded by what the company sends; another way says why not, a call needs no service', async () => {
  fake.canaux = ['mail']
  show()
  const sms = screen.getByRole('button', { name: /Par SMS/ })
  expect([sms.hasAttribute('disabled'), sms.textContent]).toEqual([
    true,
    expect.stringContaining("Votre entreprise n'a pas de service de SMS."),
  ])
  expect(screen.getByRole('link', { name: /Appeler/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /Par mail/ }))
  expect(fake.relance).toHaveBeenCalledWith('d', 'mail')
})
