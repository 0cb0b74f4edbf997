// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { endPage } from '../../../tests/support/ended-page.ts'
import { rapportsText } from '../../text/rapports.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { theme } from '../../ui/theme.ts'
import { ReportForm } from './report-form.tsx'

const fake = vi.hoisted(() => ({
  create: vi.fn((..._given: unknown[]) => Promise.resolve('s1')),
  update: vi.fn((..._given: unknown[]) => Promise.resolve()),
  addFile: vi.fn((..._given: unknown[]) => Promise.resolve('f1')),
  keepDraft: vi.fn((..._given: unknown[]) => Promise.resolve()),
  /** Pictures on this device, by report. */
  drafts: new Map<string, Map<string, Uint8Array>>(),
  shrink: (): Promise<Uint8Array> => Promise.resolve(new Uint8Array([1, 2, 3])),
  stored: null as object | null,
  back: vi.fn(),
  blocker: vi.fn(),
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: unknown }) => children,
  useRouter: () => ({
    history: { location: { state: {} }, canGoBack: () => true, back: fake.back },
    navigate: vi.fn(),
  }),
  useBlocker: (options: unknown) => {
    fake.blocker(options)
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ create: fake.create, update: fake.update }),
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFileCommands: () => ({
    add: fake.addFile,
    keepDraft: fake.keepDraft,
    bytesOf: async (recordId: string) => new Map(fake.drafts.get(recordId)),
  }),
}))
vi.mock('../../domain/files/shrink-photo.ts', () => ({ shrinkPhoto: () => fake.shrink() }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string) => (resource === 'soumission' ? fake.stored : null),
  useLiveList: () => [],
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))

const form = {
  id: 'f1',
  TITRE: 'Compte rendu de visite',
  NATURES: [],
  ACTIF: 1,
  CHAMPS: [
    { id: 'besoin', LIBELLE: 'Besoin exprimé', TYPE: 'texte_long', REQUIS: true },
    { id: 'decideurs', LIBELLE: 'Décideurs présents', TYPE: 'case', REQUIS: false },
    {
      id: 'facade',
      LIBELLE: 'Façade',
      TYPE: 'texte_long',
      REQUIS: false,
      PLUS: { TYPE: 'photo', REQUIS: true, SI: { CHAMP: 'decideurs', VALEUR: true } },
    },
  ],
  REVISION: 3,
} as unknown as LocalRecord<'rapport'>

/** Whether the guard of unsaved changes would ask now. */
const asks = (): boolean => {
  const [guard] = fake.blocker.mock.lastCall as [{ shouldBlockFn: (move: { action: string }) => boolean }]
  return guard.shouldBlockFn({ action: 'BACK' })
}

const shown = (given: LocalRecord<'rapport'>, idProjet: string | null = 'j1') => (
  <MantineProvider theme={theme} env="test">
    <ReportForm form={given} idRdv="r1" idProjet={idProjet} back="/manager/rapport" />
  </MantineProvider>
)
let rerender: (ui: ReactNode) => void

beforeEach(() => {
  vi.clearAllMocks()
  fake.drafts.clear()
  fake.stored = null
  fake.shrink = async () => new Uint8Array([1, 2, 3])
  fake.keepDraft.mockImplementation(async (file) => {
    const { id, recordId, bytes } = file as { id: string; recordId: string; bytes: Uint8Array }
    fake.drafts.set(recordId, new Map(fake.drafts.get(recordId)).set(id, bytes))
  })
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  rerender = render(shown(form)).rerender
})

it('[MGR-14 offline] a report is saved through the local database, linked to its appointment and project', async () => {
  const save = screen.getByRole('button', { name: 'Enregistrer' })
  expect(save.hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'Combles à isoler' } })
  await userEvent.click(save)
  expect(fake.create).toHaveBeenCalledWith(
    'soumission',
    {
      IDRAPPORT: 'f1',
      IDRDV: 'r1',
      IDPROJET: 'j1',
      FORMULAIRE: { TITRE: form.TITRE, REVISION: 3, CHAMPS: form.CHAMPS },
      REPONSES: { besoin: 'Combles à isoler', decideurs: false },
      DATE_SOUMISSION: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
    { id: expect.any(String) },
  )
  expect(fake.addFile).not.toHaveBeenCalled()
  expect(fake.back).toHaveBeenCalledOnce()
  expect(asks()).toBe(false)
})

it('a question left empty shows a message, and leaving a started report asks', async () => {
  const need = screen.getByLabelText(/Besoin exprimé/)
  expect(asks()).toBe(false)
  await userEvent.click(need)
  await userEvent.tab()
  expect(screen.getByText('Ce champ est requis')).toBeTruthy()
  fireEvent.change(need, { target: { value: 'x' } })
  expect(asks()).toBe(true)
})

it('[SET-04 forms] (pictures) a photo that an answer asks for is stored as a file of the report, under the id that the answer names', async () => {
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'x' } })
  const save = screen.getByRole('button', { name: 'Enregistrer' })
  expect(screen.queryByText('Façade')).toBeNull()
  await userEvent.click(screen.getByLabelText('Décideurs présents'))
  expect(save.hasAttribute('disabled')).toBe(true)
  await userEvent.upload(
    screen.getByLabelText('Ajouter une photo : Façade'),
    new File(['x'], 'x.jpg', { type: 'image/jpeg' }),
  )
  await screen.findByAltText('Façade, photo 1')
  // A phone that is full: the report is there, and the second try stores the photo without a second report.
  fake.addFile.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  await userEvent.click(save)
  expect(fake.back).not.toHaveBeenCalled()
  fake.addFile.mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  await userEvent.click(save)
  expect(fake.update).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'y' } })
  await userEvent.click(save)
  expect(fake.create).toHaveBeenCalledOnce()
  const [, { REPONSES }, { id }] = fake.create.mock.lastCall as unknown as [
    string,
    { REPONSES: Record<string, string> },
    { id: string },
  ]
  expect(fake.addFile).toHaveBeenLastCalledWith({
    id: REPONSES.facade,
    resource: 'soumission',
    recordId: id,
    projectId: 'j1',
    origin: 'photo',
    name: expect.stringMatching(/^photo-.{6}\.jpg$/),
    type: 'image/jpeg',
    bytes: new Uint8Array([1, 2, 3]),
  })
  // What was corrected between two tries is saved too.
  expect(fake.update.mock.calls).toEqual([
    ['soumission', id, { REPONSES: { besoin: 'y', decideurs: true, facade: REPONSES.facade } }],
  ])
  expect(fake.back).toHaveBeenCalledOnce()
})

/** Two photos are chosen for the only question; each is small once its function is called. */
async function photosBeingMade(): Promise<((bytes: Uint8Array) => void)[]> {
  const optional = { id: 'photos', LIBELLE: 'Chantier', TYPE: 'photo', REQUIS: false }
  cleanup()
  render(shown({ ...form, CHAMPS: [optional] } as unknown as LocalRecord<'rapport'>))
  const made: ((bytes: Uint8Array) => void)[] = []
  fake.shrink = () => new Promise((resolve) => made.push(resolve))
  await userEvent.upload(
    screen.getByLabelText('Ajouter une photo : Chantier'),
    ['a', 'b'].map((name) => new File([name], `${name}.jpg`, { type: 'image/jpeg' })),
  )
  return made
}

it('[MGR-14] [SET-04 forms] (pictures) a report that is saved while its photos are made small has all of them', async () => {
  const made = await photosBeingMade()
  await act(async () => made[0]?.(new Uint8Array([1])))
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(fake.create).not.toHaveBeenCalled()
  await act(async () => made[1]?.(new Uint8Array([2])))
  await waitFor(() => expect(fake.back).toHaveBeenCalledOnce())
  const [, { REPONSES }] = fake.create.mock.lastCall as unknown as [string, { REPONSES: { photos: string } }]
  expect(REPONSES.photos.split('\n')).toHaveLength(2)
  expect(fake.addFile.mock.calls.map(([file]) => (file as { bytes: Uint8Array }).bytes)).toEqual([
    new Uint8Array([1]),
    new Uint8Array([2]),
  ])
})

it('[MGR-14] [RES-03] a report that is left while its first photos are made small asks', async () => {
  await photosBeingMade()
  expect(asks()).toBe(true)
})

it('[MGR-14] pictures without a project are not dropped without a word: nothing is saved, and the form stays', async () => {
  rerender(shown(form, null))
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'Combles' } })
  await userEvent.click(screen.getByLabelText('Décideurs présents'))
  const photo = new File(['x'], 'x.jpg', { type: 'image/jpeg' })
  await userEvent.upload(screen.getByLabelText('Ajouter une photo : Façade'), photo)
  await screen.findByAltText('Façade, photo 1')
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(notices.failure).toHaveBeenCalledWith(expect.objectContaining({ message: rapportsText.noProjectForPictures }))
  expect(fake.create).not.toHaveBeenCalled()
  expect(fake.back).not.toHaveBeenCalled()
  expect(asks()).toBe(true)
})

/** Types, takes a photo, and the phone ends the page while another app is open. */
async function endedByThePhone(): Promise<void> {
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'Combles' } })
  await userEvent.click(screen.getByLabelText('Décideurs présents'))
  await takePhoto()
  endPage()
}
async function takePhoto(): Promise<void> {
  const photo = new File(['x'], 'x.jpg', { type: 'image/jpeg' })
  await userEvent.upload(screen.getByLabelText('Ajouter une photo : Façade'), photo)
  await screen.findByAltText('Façade, photo 1')
}
const typed = (): string => screen.getByLabelText<HTMLTextAreaElement>(/Besoin exprimé/).value

it('[MGR-14] [FILE-12] a phone that ends the page while the camera is open: what was typed and taken is there again, and saved under one id', async () => {
  await endedByThePhone()
  const [[draft = {} as { id: string; recordId: string }] = []] = fake.keepDraft.mock.calls as [
    { id: string; recordId: string },
  ][]
  render(shown(form))
  await screen.findByAltText('Façade, photo 1')
  expect(typed()).toBe('Combles')
  expect(screen.queryByText(/^Votre saisie est retrouvée/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(fake.create.mock.lastCall).toMatchObject([
    'soumission',
    { REPONSES: { besoin: 'Combles', facade: draft.id } },
    { id: draft.recordId },
  ])
  expect(fake.addFile.mock.calls).toMatchObject([
    [{ id: draft.id, recordId: draft.recordId, bytes: new Uint8Array([1, 2, 3]) }],
  ])
})

it('[MGR-14] [FILE-12] a report that was saved before the phone stopped is not made twice', async () => {
  await endedByThePhone()
  fake.stored = { REPONSES: { besoin: 'Combles' } }
  render(shown(form))
  await screen.findByAltText('Façade, photo 1')
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(fake.create).not.toHaveBeenCalled()
  expect(fake.update).toHaveBeenCalledOnce()
  expect(fake.addFile).toHaveBeenCalledOnce()
})

it('[MGR-14] on a phone without room for pictures what was typed is there again, with a word about the pictures', async () => {
  fake.keepDraft.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await endedByThePhone()
  render(shown(form))
  expect(await screen.findByText(/^Votre saisie est retrouvée, sauf les images/)).toBeTruthy()
  expect(typed()).toBe('Combles')
  expect(screen.queryByAltText('Façade, photo 1')).toBeNull()
  expect(screen.getByRole('button', { name: 'Enregistrer' }).hasAttribute('disabled')).toBe(true)
  await takePhoto()
  expect(screen.queryByText(/^Votre saisie est retrouvée/)).toBeNull()
})

it('[SET-04 versions] a form that changes while it is filled stays as it was opened', async () => {
  fireEvent.change(screen.getByLabelText(/Besoin exprimé/), { target: { value: 'x' } })
  rerender(shown({ ...form, REVISION: 4, CHAMPS: [] } as LocalRecord<'rapport'>))
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
  expect(fake.create.mock.lastCall?.[1]).toMatchObject({
    FORMULAIRE: { REVISION: 3, CHAMPS: form.CHAMPS },
    REPONSES: { besoin: 'x' },
  })
})

it.each([
  ['other questions', [{ id: 'suite', LIBELLE: 'Suite', TYPE: 'texte', REQUIS: true }]],
  ['none of them', []],
])(
  '[MGR-14] [FILE-12] [SET-04 forms] (versions) a report that comes back keeps the form that was opened, which has %s now',
  async (_what, CHAMPS) => {
    await endedByThePhone()
    render(shown({ ...form, TITRE: 'Visite', REVISION: 4, CHAMPS } as unknown as LocalRecord<'rapport'>))
    await screen.findByAltText('Façade, photo 1')
    expect(typed()).toBe('Combles')
    expect(screen.queryByText(/^Votre saisie est retrouvée/)).toBeNull()
    expect(asks()).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }))
    expect(fake.create.mock.lastCall?.[1]).toMatchObject({
      FORMULAIRE: { TITRE: form.TITRE, REVISION: 3, CHAMPS: form.CHAMPS },
      REPONSES: { besoin: 'Combles', decideurs: true, facade: expect.any(String) },
    })
    expect(fake.addFile).toHaveBeenCalledOnce()
  },
)

it('[MGR-14] a draft of a former build, which names no form, fills the form as it is', async () => {
  cleanup()
  sessionStorage.setItem('lolapp.brouillon.rapport/f1/r1', JSON.stringify({ besoin: 'Ancien', '#rapport': 's0' }))
  render(shown(form))
  await waitFor(() => expect(typed()).toBe('Ancien'))
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' })
  await waitFor(() => expect(save.disabled).toBe(false))
  await userEvent.click(save)
  expect(fake.create.mock.lastCall).toMatchObject([
    'soumission',
    { FORMULAIRE: { REVISION: 3 }, REPONSES: { besoin: 'Ancien' } },
    { id: 's0' },
  ])
})
