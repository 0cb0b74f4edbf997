// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { oneSave } from '../../../tests/support/one-save.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { theme } from '../../ui/theme.ts'
import { DebriefForm } from './debrief-form.tsx'

const commands = { debrief: vi.fn(() => Promise.resolve()), update: vi.fn(() => Promise.resolve()) }
const one = oneSave(commands)
const motive = (id: string, LIBELLE: string, TYPE_MOTIF: number) => ({ id, LIBELLE, LISTE: 'RDV_DEBRIEF', TYPE_MOTIF })
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => one.commands }))
vi.mock('../../data/records/use-references.ts', () => ({
  useReferences: () => [
    motive('absent', 'Absent', 1),
    motive('cher', 'Trop cher', 3),
    motive('comptant', 'Comptant', 4),
  ],
}))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: true } }) }))
vi.mock('../../domain/records/use-names.ts', () => ({ useNames: () => ({ personnel: () => 'Nadia Colin' }) }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ FUSEAU: 'Europe/Paris' }) }))
let isDirty = (): boolean => false
vi.mock('../../forms/form-guard.tsx', async (actual) => ({
  ...(await actual<typeof import('../../forms/form-guard.tsx')>()),
  FormGuard: (guard: { isDirty: () => boolean }) => {
    isDirty = guard.isDirty
    return null
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const rdv = {
  IDRDV: 'r1',
  IDPROJET: 'p1',
  DEBRIEF_CATEGORIE: 0,
  IDRDV_DEBRIEF: null,
  DEBRIEF_COMMENTAIRE: null,
}
const onSaved = vi.fn()
const quote = (id: string) => ({ IDDEVIS: id, NUMERO_DEVIS: id, OBJET: null, PRIX_TTC: 100_00 })
const sheet = (shown: object = rdv, quotes: readonly object[] = []) => (
  <MantineProvider theme={theme} env="test">
    <DebriefForm rdv={shown as never} quotes={quotes as never} mayQuote onSaved={onSaved} />
  </MantineProvider>
)
const stand = () => render(sheet())
const tap = (role: 'radio' | 'button', name: string) => userEvent.click(screen.getByRole(role, { name }))

describe('debrief sheet', () => {
  beforeEach(() => vi.clearAllMocks())

  it('[CAL-09] offers the five categories in the product’s words', () => {
    stand()
    for (const name of ['Non debrief', 'Non entrée', 'Non déballe', 'Non vendu', 'Vendu']) {
      expect(screen.getByRole('radio', { name })).toBeTruthy()
    }
  })

  it('[CAL-09] takes three taps: category, one of its motives, save', async () => {
    stand()
    await tap('radio', 'Vendu')
    expect(screen.queryByRole('radio', { name: 'Trop cher' })).toBeNull()
    await tap('radio', 'Comptant')
    await tap('button', 'Enregistrer le débrief')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('none', null))
    expect(commands.debrief).toHaveBeenCalledWith(
      'r1',
      {
        DEBRIEF_CATEGORIE: 4,
        IDRDV_DEBRIEF: 'comptant',
        DEBRIEF_COMMENTAIRE: null,
      },
      { base: expect.objectContaining({ DEBRIEF_CATEGORIE: 0 }) },
    )
  })

  it('[CAL-09] « Vendu » asks which quote, the only one being chosen, and how it is signed', async () => {
    render(sheet(rdv, [quote('D-1')]))
    await tap('radio', 'Vendu')
    expect(screen.queryByRole('radio', { name: 'Rien' })).toBeNull()
    expect((screen.getByRole('radio', { name: /D-1/ }) as HTMLInputElement).checked).toBe(true)
    await tap('radio', 'Envoyer pour signature')
    await tap('button', 'Enregistrer le débrief')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('send', 'D-1'))
  })

  it('of several quotes one must be named before it is signed', async () => {
    render(sheet(rdv, [quote('D-1'), quote('D-2')]))
    await tap('radio', 'Vendu')
    await tap('radio', 'Signer maintenant')
    const save = screen.getByRole('button', { name: 'Enregistrer le débrief' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: /D-2/ }))
    expect(save.disabled).toBe(false)
    await tap('radio', 'Non vendu')
    expect(screen.queryByRole('radio', { name: 'Signer maintenant' })).toBeNull()
  })

  it('cannot be saved before a category is chosen', () => {
    stand()
    const save = screen.getByRole('button', { name: 'Enregistrer le débrief' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
  })

  it('[RES-03] a next step alone, chosen on a debrief of before, leads to it without a question', async () => {
    const before = { ...rdv, DEBRIEF_CATEGORIE: 3, DEBRIEF_LE: '2026-11-26T08:00:00.000Z' }
    const shown = render(sheet(before))
    await tap('radio', 'Rendez-vous R2')
    expect(isDirty()).toBe(true)
    await tap('button', 'Enregistrer le débrief')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('r2', null))
    // The record that was just saved arrives before the page is left.
    shown.rerender(sheet({ ...before, DEBRIEF_LE: '2026-11-26T08:01:00.000Z' }))
    expect(isDirty()).toBe(false)
  })

  it('[PWA-02] what was chosen and typed outlasts the reload of an update, as an edit of the same appointment', async () => {
    const { unmount } = stand()
    await tap('radio', 'Vendu')
    await tap('radio', 'Comptant')
    await userEvent.type(screen.getByLabelText('Note'), 'Rappeler le soir')
    dirtyForms.saveDrafts()
    unmount()
    render(sheet({ ...rdv, DEBRIEF_COMMENTAIRE: 'Devis concurrent', VERSION: 4 }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Comptant' }).checked).toBe(true)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Rappeler le soir')
    // Meanwhile a colleague has written about it too: the person chooses, as without a reload.
    expect(screen.getByText('Devis concurrent')).toBeTruthy()
    await tap('button', 'Enregistrer le débrief')
    await waitFor(() => expect(commands.debrief).toHaveBeenCalled())
    expect(commands.debrief).toHaveBeenCalledWith(
      'r1',
      expect.objectContaining({ DEBRIEF_COMMENTAIRE: 'Rappeler le soir' }),
      { base: expect.objectContaining({ DEBRIEF_COMMENTAIRE: null, VERSION: 4 }) },
    )
  })

  it('a follow-up sets the date on the project, in the same save (OUT-13)', async () => {
    one.forget()
    stand()
    await tap('radio', 'Non vendu')
    await tap('radio', 'Relance')
    const save = screen.getByRole('button', { name: 'Enregistrer le débrief' }) as HTMLButtonElement
    expect(save.disabled).toBe(true)
    await userEvent.type(screen.getByRole('textbox', { name: /Relancer le/ }), '01/12/2026{Enter}')
    await waitFor(() => expect(save.disabled).toBe(false))
    await userEvent.click(save)
    await waitFor(() =>
      expect(commands.update).toHaveBeenCalledWith('projet', 'p1', { RELANCE_INTERMEDIAIRE: '2026-12-01' }),
    )
    expect(one.saves()[0]).toEqual(['debrief', 'update'])
  })

  it('continues with the user’s choice of a next step', async () => {
    stand()
    await tap('radio', 'Non vendu')
    await tap('radio', 'Rendez-vous R2')
    await tap('button', 'Enregistrer le débrief')
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith('r2', null))
  })

  const theirs = {
    ...rdv,
    DEBRIEF_CATEGORIE: 3,
    IDRDV_DEBRIEF: 'cher',
    DEBRIEF_COMMENTAIRE: 'Devis concurrent',
    DEBRIEF_LE: '2026-11-20T09:00:00.000Z',
    DEBRIEF_PAR: 'p2',
    VERSION: 4,
  }

  it('[OUT-11] a colleague’s debrief that arrives is shown at once where nothing was filled in', () => {
    const { rerender } = stand()
    rerender(sheet(theirs))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Non vendu' }).checked).toBe(true)
    expect(screen.queryByText(/Modifié par/)).toBeNull()
  })

  it('[OUT-11] one that arrives while a debrief is being filled in names its author; saved without a choice, mine stays an edit of my snapshot', async () => {
    const { rerender } = stand()
    await tap('radio', 'Vendu')
    rerender(sheet(theirs))
    expect(screen.getByText(/Modifié par Nadia Colin/)).toBeTruthy()
    expect(screen.getByText('Devis concurrent')).toBeTruthy()
    await tap('button', 'Enregistrer le débrief')
    await waitFor(() => expect(onSaved).toHaveBeenCalled())
    const base = expect.objectContaining({ DEBRIEF_CATEGORIE: 0, DEBRIEF_COMMENTAIRE: null, VERSION: 4 })
    expect(commands.debrief).toHaveBeenCalledWith('r1', expect.objectContaining({ DEBRIEF_CATEGORIE: 4 }), { base })
  })

  it.each([
    ['Garder ma saisie', 'Vendu', 3],
    ['Prendre cette version', 'Non vendu', 3],
  ])('[OUT-11] « %s » is a choice: the next save is an edit of theirs', async (choice, kept, known) => {
    const { rerender } = stand()
    await tap('radio', 'Vendu')
    rerender(sheet(theirs))
    await userEvent.click(screen.getByRole('button', { name: new RegExp(choice) }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: kept }).checked).toBe(true)
    expect(screen.queryByText(/Modifié par/)).toBeNull()
    await tap('button', 'Enregistrer le débrief')
    const base = expect.objectContaining({ DEBRIEF_CATEGORIE: known })
    await waitFor(() => expect(commands.debrief).toHaveBeenCalledWith('r1', expect.anything(), { base }))
  })
})
