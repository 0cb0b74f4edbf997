// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
const camille = {
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
/** The account that is set up; null: a new one. */
const account = vi.hoisted(() => ({ record: null as object | null }))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => (account.record === null ? {} : { id: 'camille' }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useGo: () => (to: string) => void calls.gone.push(to) }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({
  useStaff: () => ({ id: 'diane', roles: ['commercial_director'], agences: ['lyon'], toutesAgences: true }),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => AGENCIES }))
vi.mock('../../forms/form-frame.tsx', () => ({
  FormFrame: ({ form: { valid, missing = [] }, onSave, children }: Framed) => (
    <form aria-label="compte">
      {children}
      <p title="manque">{missing.join(', ')}</p>
      <button type="button" disabled={!valid} onClick={() => void onSave()}>
        Enregistrer
      </button>
    </form>
  ),
  FormSection: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('../../domain/online/entity-fields.tsx', () => ({
  EntityFields: ({ options, form }: { options: Record<string, { value: string; label: string }[]>; form: Typed }) => (
    <>
      {Object.entries(options).map(([name, offered]) => (
        <p key={name} title={name}>
          {offered.map(({ label }) => label).join(', ')}
        </p>
      ))}
      <button type="button" onClick={() => form.setFieldValue('MAIL', 'camille@example.com')}>
        Saisir
      </button>
      {Object.entries(ENTRIES).map(([label, [name, value]]) => (
        <button key={label} type="button" onClick={() => form.setFieldValue(name, value)}>
          {label}
        </button>
      ))}
    </>
  ),
}))
interface Typed {
  setFieldValue: (name: string, value: unknown) => void
}
interface Framed {
  form: { valid: boolean; missing?: readonly string[] }
  onSave: () => Promise<unknown>
  children: ReactNode
}
const ENTRIES: Record<string, [string, unknown]> = {
  Nommer: ['NOM', 'Roy'],
  Assistante: ['ROLES', ['assistant']],
  'Toutes les agences': ['TOUTES_AGENCES', 1],
}
const calls = vi.hoisted(() => ({
  written: [] as unknown[],
  failed: [] as string[],
  asked: [] as string[],
  gone: [] as string[],
}))
/** What the server answers about Camille's devices; an Error is thrown. */
const devices = vi.hoisted(() => ({ answer: [] as unknown }))
/** What a handover of Camille would give; null: it cannot be read. */
const portfolio = vi.hoisted(() => ({ answer: null as object | null }))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string) => {
    if (path === '/entreprise/personnels/camille/portefeuille' && portfolio.answer !== null) return portfolio.answer
    if (path !== '/entreprise/personnels/camille/appareils' || devices.answer instanceof Error) throw new Error(path)
    return devices.answer
  },
}))
vi.mock('../../domain/online/company-api.ts', () => ({
  companyApi: {
    one: async () => account.record,
    write: async (...[, , { body }]: [string, string, { body: unknown }]) => void calls.written.push(body),
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    confirm: async ({ message }: { message: string }) => calls.asked.push(message) > 0,
    success: () => undefined,
    failure: (error: Error) => void calls.failed.push(error.message),
  },
}))
beforeEach(() => {
  account.record = camille
})
afterEach(() => {
  cleanup()
  calls.written.length = calls.failed.length = calls.asked.length = calls.gone.length = 0
  devices.answer = []
  portfolio.answer = null
})

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online: true } }}>
        <CompteFormScreen />
      </SyncContext.Provider>
    </MantineProvider>,
  )

it('[AUT-10] [SET-03] an account names its archived agencies, and offers no other archived one', async () => {
  show()
  for (const name of ['IDAGENCE', 'AGENCES']) {
    const words = (await screen.findByTitle(name)).textContent?.split(', ').sort()
    expect(words).toEqual(['Brest', 'Lyon', 'Nantes'])
  }
})

it('[AUT-10] closing an account asks first for what was typed and is not saved', async () => {
  show()
  await userEvent.click(await screen.findByText('Saisir'))
  await userEvent.click(screen.getByRole('button', { name: 'Fermer le compte' }))
  await vi.waitFor(() => expect(calls.failed).toEqual([expect.stringMatching(/n’est pas enregistré/)]))
  expect(calls.written).toEqual([])
  cleanup()
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Fermer le compte' }))
  await vi.waitFor(() => expect(calls.written).toEqual([{ disabled: true }]))
})

const device = (more: object = {}) => ({
  device_id: 'tel',
  agent: 'iPhone · Safari',
  connected: true,
  reported_at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
  pending: 0,
  refused: 0,
  files: 0,
  ...more,
})
it.each<[string, unknown, RegExp, RegExp | null]>([
  [
    'holds something',
    [device({ pending: 2, refused: 1, files: 1 })],
    /iPhone · Safari \(vu il y a 2 h : 3 saisies et 1 fichier y attendent\).*n’arrivera plus.*Préparer son départ/,
    null,
  ],
  ['holds one refused entry', [device({ refused: 1, connected: false })], /1 saisie y attend\).*n’arrivera plus/, null],
  [
    'held nothing at its last report',
    [device()],
    /rien n’y attendait.*saisi depuis.*Préparer son départ/,
    /n’arrivera plus/,
  ],
  ['is not known', [], /Aucun appareil connu/, /Préparer/],
  ['cannot be asked about', new Error(), /n’a pas pu être lu.*n’arrivera plus/, null],
])('[AUT-10] [WORK-7] closing an account says first what is lost where a device %s', async (_, answer, says, never) => {
  devices.answer = answer
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Fermer le compte' }))
  await vi.waitFor(() => expect(calls.written).toEqual([{ disabled: true }]))
  expect(calls.asked).toEqual([expect.stringMatching(says)])
  if (never) expect(calls.asked[0]).not.toMatch(never)
})

const NOTHING = { CLIENTS: 0, PROJETS: 0, RELANCES: 0, RDVS: 0, INTERVENTIONS: 0, DEVIS: 0 }
it.each<[string, object | null, RegExp, string]>([
  [
    'what is planned, and leads to the handover',
    { ...NOTHING, RDVS: 14, INTERVENTIONS: 1, CLIENTS: 2 },
    /aussitôt\. Reste à son nom : 14 rendez-vous à venir, 1 intervention à venir, 2 clients\..*Préparer son départ/,
    '/manager/personnel/camille/passation',
  ],
  ['nothing where nothing is left', NOTHING, /aussitôt\. Aucun appareil connu\.$/, '/manager/comptes'],
  ['that it cannot be read', null, /Ce qui reste à son nom n’a pas pu être lu\./, '/manager/comptes'],
])('[AUT-10] [SET-12 handover] closing an account says first %s', async (_, held, says, next) => {
  portfolio.answer = held
  show()
  const link = await screen.findByRole('link', { name: 'Préparer son départ' })
  expect(link.getAttribute('href')).toBe('/manager/personnel/camille/passation')
  await userEvent.click(screen.getByRole('button', { name: 'Fermer le compte' }))
  await vi.waitFor(() => expect(calls.gone).toEqual([next]))
  expect(calls.asked).toEqual([expect.stringMatching(says)])
  expect(calls.written).toEqual([{ disabled: true }])
})

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }))
const saves = (): boolean => !screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled

it('[AUT-10] a new assistant or director has an agency, or all of them: else they would see no project, and nobody would say why', async () => {
  account.record = null
  show()
  await press('Nommer')
  expect(saves()).toBe(true)
  await press('Assistante')
  expect([saves(), screen.getByTitle('manque').textContent]).toEqual([false, 'Agence'])
  await press('Toutes les agences')
  expect([saves(), screen.getByTitle('manque').textContent]).toEqual([true, ''])
  await press('Enregistrer')
  expect(calls.written).toMatchObject([{ NOM: 'Roy', ROLES: ['assistant'], TOUTES_AGENCES: 1 }])
})

it('[AUT-10] an assistant’s account without agency stays editable', async () => {
  account.record = { ...camille, ROLES: ['assistant'], IDAGENCE: null, AGENCES: [] }
  show()
  await press('Saisir')
  expect(saves()).toBe(true)
  await press('Enregistrer')
  expect(calls.written).toEqual([{ MAIL: 'camille@example.com' }])
})
