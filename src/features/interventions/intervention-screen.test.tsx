// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { interventionsText as text } from '../../text/interventions.ts'
import { theme } from '../../ui/theme.ts'
import { InterventionScreen } from './intervention-screen.tsx'

const fake = vi.hoisted(() => ({
  works: {} as object,
  balances: new Map<string, object>(),
  update: vi.fn((..._given: unknown[]) => Promise.resolve()),
  success: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: React.ReactNode }) => children,
  useParams: () => ({ id: 'i1' }),
  useBlocker: () => undefined,
  useRouter: () => ({}),
}))
vi.mock('../../domain/paiements/use-waiting-payments.ts', () => ({ useLocalBalances: () => fake.balances }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'p1' } }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => new Map() }))
vi.mock('../../domain/files/file-list.tsx', () => ({ PhotoGrid: () => null, DocumentList: () => null }))
vi.mock('../../domain/files/use-name-file.ts', () => ({ useNameFile: () => null }))
vi.mock('../../domain/files/use-photo.ts', () => ({ usePhotos: () => ({ busy: false, add: vi.fn() }) }))
vi.mock('../../domain/projets/stop-chip.tsx', () => ({ StopChip: () => null }))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncLink: () => null }))
vi.mock('../../domain/records/resource-view.tsx', () => ({
  Fact: () => null,
  Facts: () => null,
  NarrowFacts: () => null,
  RecordActions: () => null,
  MissingRecord: () => <p>Introuvable</p>,
}))
vi.mock('../../forms/fields/resource-value.tsx', () => ({ RecordLink: () => null }))
vi.mock('../../ui/contact/contact-actions.tsx', () => ({ ContactActions: () => null }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: () => null, HeaderMarks: () => null }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: fake.success, failure: vi.fn() } }))
vi.mock('./pv-panel.tsx', () => ({ PvPanel: () => <p>PV</p>, FeedbackPanel: () => <p>Résultat</p> }))
vi.mock('./return-panel.tsx', () => ({ ReturnPanel: () => <p>Reprise</p> }))
vi.mock('./site-panel.tsx', () => ({
  SitePanel: () => <p>Début</p>,
  HandedPhotos: () => <p>Autres photos</p>,
  SitePhotos: ({ mayTake }: { mayTake: boolean }) => <p>{mayTake ? 'Prendre' : 'Photos'}</p>,
}))
vi.mock('./removal.ts', () => ({ removalRefusal: () => null }))
vi.mock('./use-intervention-file.ts', () => ({ useInterventionFile: () => fake.works }))

const intervention = {
  IDINTERVENTION: 'i1',
  IDPROJET: 'j1',
  RDV_OBJET: 'Pose',
  RDV_DEBUT: '2026-11-26 08:00',
  RDV_FIN: '2026-11-26 12:00',
  NOTES: [],
  IDINTERVENTION_PLANNING: [],
  SOLDE_DEVIS: null,
  FEEDBACK: null,
  VERSION: 3,
  sync: { state: 'synchronise' },
}
const NOTHING = { projet: null, client: null, devis: null, adresse: null, chantier: null, files: [], pv: null }
const shown = () => (
  <MantineProvider theme={theme} env="test">
    <InterventionScreen />
  </MantineProvider>
)
/** The office gives the works to a colleague: the pull removes them. */
const takeAway = (rerender: (ui: React.ReactNode) => void): void => {
  fake.works = { ...NOTHING, intervention: null, files: undefined }
  rerender(shown())
}
const note = () => screen.getByLabelText<HTMLTextAreaElement>(text.note)

beforeEach(() => {
  vi.clearAllMocks()
  sessionStorage.clear()
  fake.works = { ...NOTHING, intervention }
})
afterEach(cleanup)

it('[OUT-11] works that the office takes away leave the page of who types nothing', () => {
  const { rerender } = render(shown())
  takeAway(rerender)
  expect(screen.getByText('Introuvable')).toBeTruthy()
})

it('[OUT-11] a note that is being typed stays, says what happened, and is sent late', async () => {
  const { rerender } = render(shown())
  fireEvent.change(note(), { target: { value: 'Porte posée' } })
  // A query that starts again takes nothing away.
  fake.works = { ...NOTHING, intervention: undefined }
  rerender(shown())
  expect(note().value).toBe('Porte posée')
  expect(screen.queryByText(text.siteGone)).toBeNull()
  takeAway(rerender)
  expect(note().value).toBe('Porte posée')
  expect(screen.getByText(text.siteGone)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: text.addNote }))
  await waitFor(() => expect(fake.success).toHaveBeenCalledWith(text.siteGoneKept))
  const NOTES = [expect.objectContaining({ TEXTE: 'Porte posée', IDPERSONNEL: 'p1' })]
  expect(fake.update).toHaveBeenCalledWith('intervention', 'i1', { NOTES }, { base: intervention })
  // It is sent: nothing is left to keep the page for, which says so by itself.
  expect(await screen.findByText('Introuvable')).toBeTruthy()
})

it('[OUT-11] the page of works that left stays while the words of a note are taken out and typed again', () => {
  const { rerender } = render(shown())
  fireEvent.change(note(), { target: { value: 'Porte' } })
  takeAway(rerender)
  fireEvent.change(note(), { target: { value: '' } })
  fireEvent.change(note(), { target: { value: 'Porte posée' } })
  expect(note().value).toBe('Porte posée')
})

it('[OUT-11] works that left take only what is being typed: no start, PV, result or new picture', () => {
  const panels = ['Début', 'PV', 'Résultat', 'Reprise', 'Prendre']
  const { rerender } = render(shown())
  for (const panel of panels) expect(screen.getByText(panel)).toBeTruthy()
  const [handed, photos] = [screen.getByText('Autres photos'), screen.getByText('Prendre')]
  fireEvent.change(note(), { target: { value: 'Porte posée' } })
  takeAway(rerender)
  for (const panel of panels) expect(screen.queryByText(panel)).toBeNull()
  expect(screen.queryByRole('button', { name: text.addReserve })).toBeNull()
  // The same panels: a name that is being given to a picture there is not lost.
  expect(screen.getByText('Autres photos')).toBe(handed)
  expect(screen.getByText('Photos')).toBe(photos)
  expect(note().value).toBe('Porte posée')
})

it('[OUT-11] a reserve that is being written stays in its sheet', async () => {
  const { rerender } = render(shown())
  fireEvent.click(screen.getByRole('button', { name: text.addReserve }))
  const words = await screen.findByLabelText<HTMLTextAreaElement>(new RegExp(text.reserveText))
  fireEvent.change(words, { target: { value: 'Rayure à gauche' } })
  takeAway(rerender)
  expect(screen.getByLabelText<HTMLTextAreaElement>(new RegExp(text.reserveText)).value).toBe('Rayure à gauche')
  expect(screen.getByRole('dialog').textContent).toContain(text.siteGone)
  // The works come back to this device: all is as before.
  fake.works = { ...NOTHING, intervention }
  rerender(shown())
  expect(screen.getByLabelText<HTMLTextAreaElement>(new RegExp(text.reserveText)).value).toBe('Rayure à gauche')
  expect(screen.queryByText(text.siteGone)).toBeNull()
})

it('[OUT-11] a reserve that is sent late closes its sheet, and the page of works that left', async () => {
  const { rerender } = render(shown())
  fireEvent.click(screen.getByRole('button', { name: text.addReserve }))
  fireEvent.change(await screen.findByLabelText(new RegExp(text.reserveText)), { target: { value: 'Rayure' } })
  takeAway(rerender)
  fireEvent.click(screen.getByRole('button', { name: text.save }))
  expect(await screen.findByText('Introuvable')).toBeTruthy()
  expect(fake.update).toHaveBeenCalledOnce()
})

it('[DAY-06 payments] (balance of works) what is left to pay counts a payment that this device has not sent yet', () => {
  const due = { IDDEVIS: 'd1', SOLDE_DEVIS: 1_000_00, SOLDE_DEVIS_POURCENTAGE: 100 }
  fake.works = { ...NOTHING, intervention: { ...intervention, ...due } }
  const { rerender } = render(shown())
  expect(screen.getByText(/^1\s000,00\s€/).textContent).toMatch(/100\s%$/)
  fake.balances = new Map([['d1', { SOLDE_DEVIS: 600_00, SOLDE_DEVIS_POURCENTAGE: 60 }]])
  rerender(shown())
  expect(screen.getByText(/^600,00\s€/).textContent).toMatch(/60\s%$/)
})
