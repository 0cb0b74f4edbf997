// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Ref, useImperativeHandle, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import type { Drawing, SignaturePadHandle } from '../../domain/signature/signature-pad.tsx'
import { theme } from '../../ui/theme.ts'
import type { PvSources } from './make-pv.ts'
import { SignForm } from './sign-form.tsx'

/** A pad without a canvas: a press on it is one stroke. */
const STROKE: Drawing = { strokes: [{ points: [{}, {}] }] as never, typed: null }
vi.mock('../../domain/signature/signature-pad.tsx', () => ({
  SignaturePad: (pad: { ref: Ref<SignaturePadHandle>; error: string | null; onSigned: (signed: boolean) => void }) => {
    const [drawing, setDrawing] = useState<Drawing>({ strokes: [], typed: null })
    const show = (next: Drawing): void => {
      setDrawing(next)
      pad.onSigned(next.strokes.length > 0)
    }
    useImperativeHandle(pad.ref, () => ({
      toImage: () => Promise.resolve(new Uint8Array(1)),
      drawing: () => drawing,
      show,
    }))
    return (
      <>
        <button type="button" onClick={() => show(STROKE)}>
          Tracer
        </button>
        <p>{drawing.strokes.length > 0 ? 'Signature tracée' : 'Rien de tracé'}</p>
        <p>{pad.error}</p>
      </>
    )
  },
}))
const fake = vi.hoisted(() => ({
  add: vi.fn((_file: { id: string }) => Promise.resolve('f1')),
  keepDraft: vi.fn((_file: { id: string }) => Promise.resolve()),
  update: vi.fn((..._given: unknown[]) => Promise.resolve()),
  makePv: vi.fn((_sources: unknown) => Promise.resolve(new Uint8Array(1))),
}))
vi.mock('./make-pv.ts', async (actual) => ({
  ...(await actual<typeof import('./make-pv.ts')>()),
  makePv: fake.makePv,
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFileCommands: () => ({ add: fake.add, keepDraft: fake.keepDraft }),
}))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../domain/company/company-logo.ts', () => ({ loadLogo: () => Promise.resolve(null) }))
vi.mock('../../domain/signature/leave-guard.tsx', () => ({ LeaveGuard: () => null }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useLeave: () => () => undefined }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))
vi.mock('../../forms/form-guard.tsx', async (actual) => ({
  ...(await actual<typeof import('../../forms/form-guard.tsx')>()),
  FormGuard: () => null,
}))

const SOURCES = {
  company: { NOM: 'Lola' },
  zone: 'Europe/Paris',
  intervention: { IDINTERVENTION: 'i1', IDPROJET: 'p1', RDV_OBJET: 'Pose', NOTES: [], VERSION: 1 },
  devis: { NUMERO_DEVIS: 'D-1', LIGNES: [] },
  client: { NOM: 'Durand', PRENOM: 'Anne' },
  adresse: null,
  chantier: null,
} as unknown as PvSources
const form = (sources: PvSources = SOURCES) => (
  <MantineProvider theme={theme} env="test">
    <SignForm kind="reception" reserves={[]} sources={sources} signatory="Anne Durand" back="/" />
  </MantineProvider>
)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const signer = () => screen.getByLabelText<HTMLInputElement>(/Nom du signataire|signataire/i)

beforeEach(() => {
  vi.clearAllMocks()
  sessionStorage.clear()
})

describe('signing a PV', () => {
  it('[PWA-02] the signature and the name outlast the reload of an update', async () => {
    const { unmount } = render(form())
    await userEvent.type(signer(), '-Petit')
    await press('Tracer')
    dirtyForms.saveDrafts()
    unmount()
    render(form())
    expect(screen.getByText('Signature tracée')).toBeTruthy()
    expect(signer().value).toBe('Anne Durand-Petit')
    await press('Signer le PV')
    expect(fake.add).toHaveBeenCalledOnce()
  })

  const completed = {
    ...SOURCES,
    devis: { NUMERO_DEVIS: 'D-2', LIGNES: [{ LIBELLE: 'Porte', QUANTITE: 1, UNITE: 'u' }] },
  }
  const changed = () => screen.queryByText(/a changé pendant la signature/)

  it('[INT-01] a signature is for what was shown: once that has changed, it is asked for again, not dropped', async () => {
    const { rerender } = render(form())
    await press('Tracer')
    rerender(form(completed as never))
    expect(changed()).toBeTruthy()
    expect(screen.getByText('Signature tracée')).toBeTruthy()
    await press('Signer le PV')
    expect(fake.add).not.toHaveBeenCalled()
    await press('Signer à nouveau')
    expect(screen.getByText('Rien de tracé')).toBeTruthy()
    await press('Tracer')
    expect(changed()).toBeNull()
    await press('Signer le PV')
    expect(fake.makePv.mock.calls[0]?.[0]).toBe(completed)
  })

  it('[INT-01] [PWA-02] also when it has changed during the reload of an update', async () => {
    const { unmount } = render(form())
    await press('Tracer')
    dirtyForms.saveDrafts()
    unmount()
    render(form(completed as never))
    expect(changed()).toBeTruthy()
  })

  it('[INT-01] a change of what the PV does not say asks for nothing; nor does one before it is signed', async () => {
    const { rerender } = render(form())
    rerender(form(completed as never))
    expect(changed()).toBeNull()
    await press('Tracer')
    rerender(form({ ...completed, intervention: { ...completed.intervention, VERSION: 9 } } as never))
    expect(changed()).toBeNull()
  })

  it('[INT-03] [FILE-12] what lifts reserves is kept before they name it, under the same id: it follows them where the phone stops', async () => {
    const reserve = { id: 'r0', TEXTE: 'Seuil à reprendre' }
    const sources = { ...SOURCES, intervention: { ...SOURCES.intervention, NOTES: [reserve] } } as never
    render(
      <MantineProvider theme={theme} env="test">
        <SignForm kind="levee" reserves={[reserve] as never} sources={sources} signatory="Anne Durand" back="/" />
      </MantineProvider>,
    )
    await press('Tracer')
    await press('Signer le PV')
    const [{ id }] = fake.add.mock.calls[0] as [{ id: string }]
    expect(fake.keepDraft.mock.calls[0]).toMatchObject([{ id, recordId: 'i1', origin: 'intervention_levee_reserves' }])
    expect(fake.update.mock.calls[0]?.[2]).toEqual({ NOTES: [{ ...reserve, LEVEE: id }] })
    const [draft, notes, queued] = [fake.keepDraft, fake.update, fake.add].map(
      (fn) => fn.mock.invocationCallOrder[0] ?? 0,
    )
    expect([draft, notes, queued]).toEqual([draft, notes, queued].toSorted())
  })

  it('[INT-01] the reserves of a levée are those that were ticked when it was signed: another choice is signed again', async () => {
    const reserves = ['Seuil à reprendre', 'Joint décollé'].map((TEXTE, at) => ({ id: `r${at}`, TEXTE }))
    render(
      <MantineProvider theme={theme} env="test">
        <SignForm kind="levee" reserves={reserves as never} sources={SOURCES} signatory="Anne Durand" back="/" />
      </MantineProvider>,
    )
    const joint = () => screen.getByRole('checkbox', { name: 'Joint décollé' })
    await userEvent.click(joint())
    await press('Tracer')
    expect(changed()).toBeNull()
    await userEvent.click(joint())
    expect(changed()).toBeTruthy()
    await press('Signer le PV')
    expect(fake.add).not.toHaveBeenCalled()
    await userEvent.click(joint())
    expect(changed()).toBeNull()
    await press('Signer le PV')
    expect(fake.makePv).toHaveBeenCalledWith(SOURCES, expect.objectContaining({ RESERVES: ['Seuil à reprendre'] }))
  })
})
