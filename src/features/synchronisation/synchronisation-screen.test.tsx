// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { lookAtRoom } from '../../data/database/storage-room.ts'
import { type Sync, SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { theme } from '../../ui/theme.ts'
import { valuesBefore } from './correct-sheet.tsx'
import { SynchronisationScreen } from './synchronisation-screen.tsx'

const fake = vi.hoisted(() => ({
  entries: [] as unknown[],
  conflicts: [] as unknown[],
  records: new Map<string, unknown>(),
  resolver: { correct: vi.fn(), abandon: vi.fn(), restoreConflict: vi.fn(), keepConflict: vi.fn() },
  commands: { remove: vi.fn() },
  navigate: vi.fn(() => Promise.resolve()),
  setAuth: vi.fn(),
  success: vi.fn(),
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useBlocker: () => undefined,
  useRouter: () => ({}),
  useNavigate: () => fake.navigate,
}))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({
    company: { id: 'demo', NOM: 'Démo' },
    account: { id: 'p1', roles: ['commercial'], agences: [], personnel: { NOM_COMPLET: 'Camille Roy' } },
  }),
  useCompany: () => ({ FUSEAU: 'Europe/Paris' }),
}))
vi.mock('../../data/session/session-store.ts', () => ({ sessionStore: { setAuth: fake.setAuth } }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: fake.success, failure: vi.fn(), info: vi.fn() } }))
vi.mock('../../data/records/use-outbox.ts', () => ({
  useOutbox: () => fake.entries,
  useResolver: () => fake.resolver,
}))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => fake.commands }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../data/sync-status/use-pull-states.ts', () => ({ useCompleteness: () => [] }))
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => null }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string) => (resource === 'conflit' ? fake.conflicts : []),
  useLiveRecord: (_resource: string, id: string | null) => fake.records.get(id ?? '') ?? null,
}))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => fake.records }))

const refused = (values: Partial<OutboxEntry> = {}): Partial<OutboxEntry> => ({
  id: 'm1',
  resource: 'client',
  recordId: 'c1',
  action: 'update',
  patch: { MAIL: 'camille@', VILLE: 'Nantes' },
  after: [],
  state: 'refused',
  createdAt: new Date().toISOString(),
  attempts: 1,
  error: {
    code: 'VALIDATION_ERROR',
    message: 'Validation error',
    status: 422,
    errors: { MAIL: ['Veuillez entrer une adresse email valide'] },
  },
  ...values,
})

const conflict = {
  id: 'k1',
  RESSOURCE: 'client',
  IDENREGISTREMENT: 'c1',
  PERDU: { VILLE: 'Rezé' },
  GARDE: { VILLE: 'Nantes' },
  PERDU_PAR: 'p1',
  GARDE_PAR: 'p2',
  RAISON: 'concurrent',
  DATE_CONFLIT: new Date().toISOString(),
  RESOLU: 0,
}

function show(status: Partial<Sync['status']> = {}, syncNow = vi.fn(() => Promise.resolve())) {
  const sync: Sync = { status: { ...UNKNOWN_SYNC.status, phase: 'live', ...status }, controls: { syncNow } }
  render(
    <MantineProvider theme={theme} env="test">
      <SyncContext value={sync}>
        <SynchronisationScreen />
      </SyncContext>
    </MantineProvider>,
  )
  return syncNow
}
const group = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

const MB = 1024 ** 2
const room = (left: number) =>
  act(() => lookAtRoom({ estimate: () => Promise.resolve({ usage: 100 * MB, quota: (100 + left) * MB }) }))

describe('« Synchronisation »', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    fake.entries = []
    fake.conflicts = []
    fake.records = new Map<string, unknown>([
      ['c1', { IDCLIENT: 'c1', NOM: 'MARTIN', PRENOM: 'Zoé', VILLE: 'Nantes', sync: { hidden: 0 } }],
      ['p2', { NOM_COMPLET: 'Marc Petit' }],
    ])
  })

  it('[WORK-11] [SYN-11] warns while the device is nearly full', async () => {
    show()
    expect(screen.queryByText(/Il ne reste que/)).toBeNull()
    await room(42)
    expect(screen.getByText(/Il ne reste que 42 Mo pour l’application/)).toBeTruthy()
    await room(500)
    expect(screen.queryByText(/Il ne reste que/)).toBeNull()
  })

  it('[MGR-21] groups pending entries, refused entries and conflicts, each with its record, time and reason', () => {
    fake.entries = [
      refused(),
      refused({ id: 'm2', state: 'pending', after: ['m1'], patch: { NOM: 'Martin' }, error: null }),
    ]
    fake.conflicts = [conflict]
    show({ pending: 1, refused: 1, conflicts: 1, lastSync: new Date().toISOString() })
    expect(group('À corriger').getByText('MARTIN Zoé').getAttribute('href')).toBe('/manager/client/c1')
    expect(group('À corriger').getByText('Modification : Adresse email, Ville')).toBeTruthy()
    expect(group('À corriger').getByText('Veuillez entrer une adresse email valide', { exact: false })).toBeTruthy()
    expect(group('À envoyer').getByText('Attend la correction d’une saisie refusée')).toBeTruthy()
    expect(group('À trancher').getByText('Votre saisie')).toBeTruthy()
    expect(group('À trancher').getByText('Saisie de Marc Petit')).toBeTruthy()
    expect(screen.getByText(/Dernière synchronisation à l'instant/)).toBeTruthy()
    expect(screen.getByText('2 points demandent votre décision')).toBeTruthy()
  })

  it('[SEAL-4] says that what a logout sealed does not open any more, and only then', () => {
    show()
    expect(screen.queryByRole('alert')).toBeNull()
    cleanup()
    show({ locked: 2, lastSync: new Date().toISOString() })
    expect(screen.getByRole('alert').textContent).toMatch(/^2 saisies gardées ici à une déconnexion ne s’ouvrent plus/)
    expect(screen.getByText('Tout n’est pas arrivé au bureau')).toBeTruthy()
    expect(screen.queryByText('Tout ce que vous avez saisi est arrivé au bureau.')).toBeNull()
  })

  it('[SYN-06] « Corriger » shows the server’s message at its field and sends only changed fields', async () => {
    fake.entries = [refused()]
    show({ refused: 1 })
    await press('Corriger')
    const mail = await screen.findByLabelText('Adresse email')
    expect(mail.getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(mail, { target: { value: 'camille@example.com' } })
    await press('Enregistrer et renvoyer')
    expect(fake.resolver.correct).toHaveBeenCalledWith('m1', { MAIL: 'camille@example.com' })
  })

  it('[SYN-06] [RES-03] « Corriger » asks before a correction that is being typed is lost', async () => {
    fake.entries = [refused()]
    show({ refused: 1 })
    await press('Corriger')
    fireEvent.change(await screen.findByLabelText('Adresse email'), { target: { value: 'camille@example.com' } })
    await press('Annuler')
    expect(await screen.findByRole('dialog', { name: 'Modifications non enregistrées' })).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Enregistrer et renvoyer' }).at(-1) as HTMLElement)
    expect(fake.resolver.correct.mock.calls).toEqual([['m1', { MAIL: 'camille@example.com' }]])
  })

  it('[OUT-10] « Corriger » shows the whole set, of which a refused entry holds only the changed members', () => {
    const entry = {
      resource: 'rdv',
      patch: { IDPERSONNELS: ['b'], RDV_OBJET: 'x' },
      base: { IDPERSONNELS: [], RDV_OBJET: null },
    } as const
    const shown = { IDPERSONNELS: ['a', 'b'], RDV_OBJET: 'y' }
    expect(valuesBefore(entry as never, shown)).toEqual({ IDPERSONNELS: ['a', 'b'], RDV_OBJET: 'x' })
    expect(valuesBefore({ ...entry, base: null } as never, shown)).toEqual(entry.patch)
  })

  it('[SYN-06] keeps the form open with the messages when the correction is not valid either', async () => {
    fake.entries = [refused()]
    const errors = { VILLE: ['80 caractères au plus'] }
    fake.resolver.correct.mockRejectedValueOnce(new AppError('VALIDATION_ERROR', 'Validation error', { errors }))
    show({ refused: 1 })
    await press('Corriger')
    await userEvent.click(await screen.findByRole('button', { name: 'Enregistrer et renvoyer' }))
    expect(await screen.findByText('80 caractères au plus')).toBeTruthy()
    expect(fake.success).not.toHaveBeenCalled()
  })

  it('[SYN-06] « Abandonner » names the entries that depend on the write, and asks before giving it up', async () => {
    const child = refused({
      id: 'm2',
      state: 'pending',
      action: 'create',
      resource: 'projet',
      recordId: 'j1',
      after: ['m1'],
    })
    fake.entries = [refused(), { ...child, patch: { IDPROJET: 'j1', DESCRIPTION: 'Véranda' }, error: null }]
    show({ refused: 1, pending: 1 })
    await press('Abandonner')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/Une autre saisie en dépend/)).toBeTruthy()
    expect(dialog.getByText('Véranda')).toBeTruthy()
    expect(fake.resolver.abandon).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Oui, abandonner' }))
    expect(fake.resolver.abandon).toHaveBeenCalledWith('m1')
  })

  it('« Renvoyer » sends the same values again', async () => {
    fake.entries = [refused()]
    show({ refused: 1 })
    await press('Renvoyer')
    expect(fake.resolver.correct).toHaveBeenCalledWith('m1', {}, undefined)
  })

  it('[RES-10] a double shows its candidates and « Créer quand même »', async () => {
    const candidates = [
      { IDCLIENT: 'c9', NOM: 'MARTIN', PRENOM: 'Zoe', PORTABLE: '0639980001', VILLE: 'Rezé', reasons: ['telephone'] },
    ]
    fake.entries = [
      refused({
        action: 'create',
        patch: { IDCLIENT: 'c1', NOM: 'Martin' },
        error: { code: 'DUPLICATE', message: 'Un client semblable existe déjà.', status: 422, details: { candidates } },
      }),
    ]
    show({ refused: 1 })
    const list = within(screen.getByRole('list', { name: 'Clients qui existent déjà' }))
    expect(list.getByText('MARTIN Zoe')).toBeTruthy()
    expect(list.getByText('Rezé · 06 39 98 00 01 · même téléphone')).toBeTruthy()
    await press('Créer quand même')
    expect(fake.resolver.correct).toHaveBeenCalledWith('m1', {}, { skip_duplicate_check: 'true' })
  })

  it('[SYN-04] a conflict shows both values side by side and restores the lost one in one tap', async () => {
    fake.conflicts = [conflict]
    show({ conflicts: 1 })
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells).toEqual(['Rezé', 'Nantes'])
    await press('Restaurer cette valeur')
    expect(fake.resolver.restoreConflict).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'k1', PERDU: { VILLE: 'Rezé' } }),
    )
  })

  it('[SYN-04] « Garder » resolves a conflict; a deletion that lost can be repeated', async () => {
    fake.conflicts = [{ ...conflict, RAISON: 'supprime', PERDU: {}, RESSOURCE: 'rdv', IDENREGISTREMENT: 'r1' }]
    fake.records.set('r1', { IDRDV: 'r1', RDV_OBJET: 'Visite', RDV_DEBUT: '2026-11-20 09:00', sync: { hidden: 0 } })
    show({ conflicts: 1 })
    expect(screen.queryByRole('button', { name: /Restaurer/ })).toBeNull()
    await press('Supprimer quand même')
    expect(fake.commands.remove).toHaveBeenCalledWith('rdv', 'r1')
    expect(fake.resolver.keepConflict).toHaveBeenCalledWith('k1')
  })

  it('[SYN-06] what was typed and no form corrects is readable before it is abandoned, also when its record is gone', () => {
    const known = { id: 'n1', LE: '2026-11-20 09:00', TEXTE: 'Déjà là' }
    const note = { ...known, id: 'n2', TEXTE: 'Accès par le portail vert,\ncode 4512' }
    fake.entries = [
      refused({
        resource: 'intervention',
        recordId: 'i9',
        patch: { NOTES: [known, note] },
        base: { NOTES: [known] },
        error: { code: 'NOT_FOUND', message: 'Introuvable', status: 404 },
      }),
      refused({
        id: 'm2',
        resource: 'demande',
        recordId: 'd9',
        action: 'answer',
        patch: { REPONSES: [{ id: 'a1', LE: '2026-11-20 10:00', CANAL: 'mail', TEXTE: 'Nous passons lundi' }] },
        base: {},
        error: { code: 'NOT_FOUND', message: 'Introuvable', status: 404 },
      }),
    ]
    show({ refused: 2 })
    const said = [...document.querySelectorAll('dl')].map((one) => one.textContent ?? '')
    expect(said[0]).toContain('Accès par le portail vert,\ncode 4512')
    expect(said[0]).not.toContain('Déjà là')
    expect(said[1]).toContain('Nous passons lundi')
  })

  it('[SYN-04] a double press resolves one conflict, not the next one, which comes under the finger', async () => {
    fake.conflicts = [conflict, { ...conflict, id: 'k2', PERDU: { VILLE: 'Orvault' } }]
    show({ conflicts: 2 })
    const [first, second] = screen.getAllByRole('button', { name: 'Garder' })
    // However long the machine takes, the second press comes soon.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await act(async () => void fireEvent.click(first as HTMLElement))
    await act(async () => void fireEvent.click(second as HTMLElement))
    expect(fake.resolver.keepConflict.mock.calls).toEqual([['k1']])
  })

  it('says why it is paused and what to do: « Se reconnecter » ends the session only', async () => {
    show({ paused: ['signed-out'], pending: 2 })
    expect(screen.getByText(/Votre session a expiré/)).toBeTruthy()
    await press('Se reconnecter')
    expect(fake.setAuth).toHaveBeenCalledWith(null)
    expect(fake.navigate).toHaveBeenCalledWith({ href: '/login/manager?redirect=%2Fmanager%2Fsynchronisation' })
  })

  it('« Synchroniser maintenant » starts a synchronisation; without a network it says so first', async () => {
    const syncNow = show({ lastSync: new Date().toISOString() })
    await press('Synchroniser maintenant')
    expect(syncNow).toHaveBeenCalledOnce()
  })

  it('[ERR-06] with no network, sending now is not offered and the reason is shown', () => {
    show({ online: false, phase: 'offline', pending: 1 })
    expect(screen.getByRole('button', { name: 'Synchroniser maintenant' }).hasAttribute('disabled')).toBe(true)
    expect(screen.getByText(/Pas de réseau/)).toBeTruthy()
  })

  it('[RESCUE-1] with something to send, a rescue file’s six words are shown before it is made; with nothing to send, none is offered', async () => {
    show()
    expect(screen.getByRole('button', { name: 'Faire une copie de secours' }).hasAttribute('disabled')).toBe(true)
    cleanup()
    fake.entries = [refused()]
    show({ refused: 1 })
    await press('Faire une copie de secours')
    const words = within(await screen.findByRole('list', { name: 'Les six mots' })).getAllByRole('listitem')
    expect(words.map((word) => word.textContent)).toHaveLength(6)
    expect(screen.getByRole('button', { name: 'Enregistrer le fichier' })).toBeTruthy()
  })

  it('[RESCUE-2] a rescue file is read once the file and its words are given', async () => {
    show()
    await press('Reprendre une copie de secours')
    const read = await screen.findByRole('button', { name: 'Lire la copie' })
    expect(read.hasAttribute('disabled')).toBe(true)
    await userEvent.type(screen.getByLabelText('Les six mots'), 'abeille')
    expect(read.hasAttribute('disabled')).toBe(true)
  })
})
