// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { QueuedFile, QueuedMail } from '../../../sync/store/file-store.ts'
import { theme } from '../../ui/theme.ts'
import { fileReason, RefusedFile } from './file-rows.tsx'

const fake = vi.hoisted(() => ({
  bytes: vi.fn<(sha256: string) => Promise<Uint8Array | null>>(),
  download: vi.fn(),
  info: vi.fn(),
  failure: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/use-identity.ts', () => ({ useIdentity: () => ({}) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-files.ts', async (original) => ({
  ...(await original<typeof import('../../data/records/use-files.ts')>()),
  useFileCommands: () => ({ bytes: fake.bytes, resend: vi.fn(), abandon: vi.fn() }),
}))
vi.mock('../../ui/format/csv.ts', () => ({ downloadFile: fake.download }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { success: vi.fn(), confirm: vi.fn(), info: fake.info, failure: fake.failure },
}))

const BYTES = new Uint8Array([1, 2, 3])
const file = (code: string, message: string, more: Partial<QueuedFile> = {}): QueuedFile => ({
  id: 'f1',
  resource: 'intervention',
  recordId: 'i1',
  projectId: 'j1',
  origin: 'intervention_sign_pv',
  name: 'PV de réception.pdf',
  type: 'application/pdf',
  size: 3,
  sha256: 'abc',
  after: [],
  state: 'refused',
  createdAt: new Date().toISOString(),
  attempts: 1,
  sent: 0,
  error: { code, message, status: 422 } as never,
  ...more,
})
const show = (item: QueuedFile | QueuedMail): void => {
  render(
    <MantineProvider theme={theme} env="test">
      <ul>
        <RefusedFile item={item} />
      </ul>
    </MantineProvider>,
  )
}
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }))
const missing = () => file('PARENT_MISSING', "Intervention introuvable : l'enregistrement lié n'existe pas.")

beforeEach(() => {
  vi.clearAllMocks()
  fake.bytes.mockResolvedValue(BYTES)
  URL.createObjectURL = () => 'blob:pv'
  URL.revokeObjectURL = () => undefined
})
afterEach(cleanup)

it('[SYN-09] [FILE-7] a refused file is opened from this device, without a network', async () => {
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as never)
  show(missing())
  await press('Ouvrir PV de réception.pdf')
  await vi.waitFor(() => expect(tab.location.href).toBe('blob:pv'))
  expect(fake.bytes).toHaveBeenCalledWith('abc')
})

it('[SYN-09] [FILE-7] a refused file is saved outside of the app with its name and its bytes', async () => {
  show(missing())
  await press('Enregistrer PV de réception.pdf')
  await vi.waitFor(() => expect(fake.download).toHaveBeenCalledTimes(1))
  const [name, blob] = fake.download.mock.calls[0] as [string, Blob]
  expect([name, blob.type, blob.size]).toEqual(['PV de réception.pdf', 'application/pdf', 3])
})

it('[SYN-06] says why it was refused, that only this device has it, and what to do', () => {
  show(missing())
  expect(
    screen.getByText(/La fiche à laquelle il appartient n’existe plus au bureau, ou ne vous est plus ouverte/),
  ).toBeTruthy()
  expect(screen.getByText(/n’est que sur cet appareil.*remettez-le au bureau avant de l’abandonner/)).toBeTruthy()
  cleanup()
  show(
    file('VALIDATION_ERROR', 'x', {
      error: { code: 'VALIDATION_ERROR', message: 'x', status: 422, errors: { file: ['Espace plein.'] } } as never,
    }),
  )
  expect(screen.getByText('Espace plein.')).toBeTruthy()
})

it('[LAW-07] does not tell anybody to keep a file of a person who was erased', () => {
  show(file('GONE', 'Les données de cette personne ont été effacées.'))
  expect(screen.getByText(/ont été effacées/)).toBeTruthy()
  expect(screen.getByText(/ne doivent plus être gardées : abandonnez-le/)).toBeTruthy()
})

it('[FILE-7] says that the bytes are gone instead of promising them for later', async () => {
  fake.bytes.mockResolvedValue(null)
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as never)
  show(missing())
  await press('Ouvrir PV de réception.pdf')
  await vi.waitFor(() =>
    expect(fake.info).toHaveBeenCalledWith('Le contenu de ce fichier n’est plus sur cet appareil.'),
  )
  expect(tab.close).toHaveBeenCalled()
  await press('Enregistrer PV de réception.pdf')
  await vi.waitFor(() => expect(fake.failure).toHaveBeenCalled())
})

it('a refused mail has no file to open', () => {
  const mail: QueuedMail = {
    id: 'm',
    recordId: 'i1',
    state: 'refused',
    createdAt: new Date().toISOString(),
    attempts: 1,
    recipient: null,
    error: null,
  }
  show(mail)
  expect(screen.queryByRole('button', { name: /Ouvrir|Enregistrer/ })).toBeNull()
})

it('[FILE-13] while the company has no room every file says so, with a network, and no mail does', () => {
  const waits = file('', '', { state: 'pending', error: null, attempts: 0 })
  const now = { online: true, paused: false, full: true }
  expect(fileReason(waits, now)).toBe(
    'L’espace de stockage de l’entreprise est plein : partira quand il y aura de la place',
  )
  expect(fileReason(waits, { ...now, full: false })).toBe('Partira dans un instant')
  expect(fileReason(waits, { ...now, online: false })).toBe('Partira au retour du réseau')
  const { sha256: _, ...mail } = waits
  expect(fileReason(mail as unknown as QueuedMail, now)).toBe('Partira dans un instant')
})
