// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { DemandeScreen } from './demande-screen.tsx'
import { DemandesScreen } from './demandes-screen.tsx'

const fake = vi.hoisted(() => ({
  id: 'd1',
  demandes: [] as Record<string, unknown>[],
  records: new Map<string, Record<string, unknown>>(),
  commands: { take: vi.fn(), answer: vi.fn() },
  left: new Set<string>(),
  known: true,
  canaux: ['mail', 'sms'],
}))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: Record<string, string>; children: ReactNode }) => (
    <a href={[to, new URLSearchParams(search).toString()].filter(Boolean).join('?')}>{children}</a>
  ),
  useParams: () => ({ id: fake.id }),
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => false } }),
}))
vi.mock('../../domain/views/saved-filters.tsx', () => ({ SavedFilters: () => null }))
vi.mock('../../ui/navigation/use-query.ts', async () => {
  const { useState } = await import('react')
  return {
    useQuery: () => {
      const [query, setQuery] = useState<Record<string, string>>({})
      return [query, (patch: Record<string, string>) => setQuery({ ...query, ...patch })]
    },
  }
})
vi.mock('../../data/session/use-canaux.ts', () => ({ useCanaux: () => fake.canaux }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-25 12:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => fake.commands }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: () => fake.demandes,
  useLiveRecord: (resource: string, id: string | null) =>
    (resource === 'demande' ? fake.demandes.find((one) => one.id === id) : fake.records.get(id ?? '')) ?? null,
}))
vi.mock('../../data/records/use-left.ts', () => ({ useLeft: () => fake.left }))
vi.mock('../../data/records/use-left-known.ts', () => ({ useIsLeftKnown: () => fake.known }))
vi.mock('../../data/records/use-records.ts', () => ({ useRecords: () => fake.records }))
vi.mock('../../data/records/use-files.ts', () => ({ viewOfRow: (row: object) => row }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: false } }) }))
vi.mock('../../domain/files/file-list.tsx', () => ({ PhotoGrid: () => null }))
vi.mock('../../domain/files/use-name-file.ts', () => ({ useNameFile: () => null }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => true }))
vi.mock('../../domain/records/resource-view.tsx', () => ({ MissingRecord: () => <p>absente</p> }))
vi.mock('../../domain/records/record-sync.tsx', () => ({ SyncChip: () => null }))
vi.mock('../../forms/form-sheet.tsx', () => ({
  FormSheet: ({ title, children }: { title: string; children: (close: () => void) => ReactNode }) => (
    <section aria-label={title}>{children(() => undefined)}</section>
  ),
}))
// jsdom has no heights: every row is shown.
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: <T,>({
    items,
    row,
    keyOf,
  }: {
    items: readonly T[]
    row: (item: T) => ReactNode
    keyOf: (item: T) => string
  }) => (
    <ul aria-label="Demandes des clients">
      {items.map((item) => (
        <li key={keyOf(item)}>{row(item)}</li>
      ))}
    </ul>
  ),
}))

const demande = (id: string, values: object = {}) => ({
  id,
  GENRE: 'comptable',
  IDCLIENT: 'c1',
  IDPROJET: null,
  IDDEVIS: null,
  MESSAGE: `Message ${id}`,
  FILLEUL: null,
  PHOTOS: [],
  DATE_DEMANDE: '2026-11-24T09:00:00.000Z',
  PRISE_PAR: null,
  REPONSES: [],
  IDCLIENT_SUITE: null,
  IDPROJET_SUITE: null,
  sync: { state: 'synced' },
  ...values,
})
const REPONSE = { id: 'r1', LE: '2026-11-25T08:00:00.000Z', CANAL: 'mail', TEXTE: 'La voici.', IDPERSONNEL: 'p1' }

const show = (page: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test">
      {page}
    </MantineProvider>,
  )
const rows = () =>
  within(screen.getByRole('list', { name: 'Demandes des clients' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
const href = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href') ?? null

beforeEach(() => {
  vi.clearAllMocks()
  fake.id = 'd1'
  fake.left = new Set()
  fake.known = true
  fake.canaux = ['mail', 'sms']
  fake.records = new Map<string, Record<string, unknown>>([
    ['c1', { IDCLIENT: 'c1', NOM: 'MARTIN', PRENOM: 'Zoé', MAIL: 'zoe@example.com', PORTABLE: '06 39 98 00 01' }],
    ['p1', { IDPERSONNEL: 'p1', NOM_COMPLET: 'Julie Petit' }],
  ])
  fake.demandes = [
    demande('d1'),
    demande('d2', { PRISE_PAR: 'p1' }),
    demande('d3', { PRISE_PAR: 'p1', REPONSES: [REPONSE] }),
    demande('d4', { DATE_DEMANDE: '2026-11-25T09:00:00.000Z' }),
  ]
})

describe('« Demandes »', () => {
  it('[DAY-05 requests] (list) has what customers sent by state, with counts, the latest first', async () => {
    show(<DemandesScreen />)
    expect(screen.getByRole('radiogroup').textContent).toBe('Nouvelles 2Prises 1Répondues 1')
    expect(rows()).toEqual(['/manager/demande/d4', '/manager/demande/d1'])
    await userEvent.click(screen.getByRole('radio', { name: 'Prises 1' }))
    expect(rows()).toEqual(['/manager/demande/d2'])
    expect(screen.getByText('Prise par Julie Petit')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Répondues 1' }))
    expect(rows()).toEqual(['/manager/demande/d3'])
  })

  it('[DAY-03 complete] (requests) has no counts before it is read who has left: their requests are new again', () => {
    fake.known = false
    show(<DemandesScreen />)
    expect(screen.getByRole('radiogroup').textContent).toBe('NouvellesPrisesRépondues')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('[DAY-05 answer] from the list too, under what the customer wrote; an answered one is not asked again', async () => {
    show(<DemandesScreen />)
    const [first] = screen.getAllByRole('button', { name: 'Répondre à MARTIN Zoé' })
    await userEvent.click(first as HTMLElement)
    const sheet = within(screen.getByRole('region', { name: 'Répondre à MARTIN Zoé' }))
    expect(sheet.getByText('Message d4')).toBeTruthy()
    await userEvent.type(sheet.getByRole('textbox', { name: 'Votre réponse' }), 'Oui')
    await userEvent.click(sheet.getByRole('button', { name: 'Envoyer' }))
    expect(fake.commands.answer).toHaveBeenCalledWith('d4', { CANAL: 'mail', TEXTE: 'Oui' })
    await userEvent.click(screen.getByRole('radio', { name: 'Répondues 1' }))
    expect(screen.queryByRole('button', { name: 'Répondre à MARTIN Zoé' })).toBeNull()
  })

  it('[DAY-05 requests] (take) one tap takes a new one', async () => {
    show(<DemandeScreen />)
    expect(screen.getByText('Message d1')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Prendre en charge' }))
    expect(fake.commands.take).toHaveBeenCalledWith('d1')
  })

  it('[DAY-05 requests] (take) what a person who has left took is new again, says so, and is taken by somebody else', async () => {
    fake.left = new Set(['p1'])
    fake.demandes.push(demande('d5', { PRISE_PAR: 'p1', IDPROJET_SUITE: 'j1' }))
    const { unmount } = show(<DemandesScreen />)
    // An answered one stays answered, and one that became a project is its project's.
    expect(screen.getByRole('radiogroup').textContent).toBe('Nouvelles 3Prises 1Répondues 1')
    expect(rows()).toContain('/manager/demande/d2')
    expect(screen.getByText('Prise par Julie Petit, qui a quitté l’entreprise')).toBeTruthy()
    unmount()
    fake.id = 'd2'
    show(<DemandeScreen />)
    expect(screen.getByText('Prise par Julie Petit, qui a quitté l’entreprise')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Prendre en charge' }))
    expect(fake.commands.take).toHaveBeenCalledWith('d2')
  })

  it('[DAY-05 answer] by mail or SMS, without a network too, and says why a way is not possible', async () => {
    fake.id = 'd2'
    show(<DemandeScreen />)
    expect(screen.queryByRole('button', { name: 'Prendre en charge' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Répondre' }))
    const sheet = within(screen.getByRole('region', { name: 'Répondre à MARTIN Zoé' }))
    expect(sheet.getByText('Pas de réseau : la réponse partira à son retour.')).toBeTruthy()
    await userEvent.click(sheet.getByRole('button', { name: 'Envoyer' }))
    expect(sheet.getByText('Écrivez votre réponse')).toBeTruthy()
    await userEvent.click(sheet.getByRole('radio', { name: 'SMS' }))
    await userEvent.type(sheet.getByRole('textbox', { name: 'Votre réponse' }), ' À lundi ')
    await userEvent.click(sheet.getByRole('button', { name: 'Envoyer' }))
    expect(fake.commands.answer).toHaveBeenCalledWith('d2', { CANAL: 'sms', TEXTE: 'À lundi' })
  })

  it('[DAY-05 answer] stays while it is written, where a merge takes the client’s record away', async () => {
    const page = () => (
      <MantineProvider theme={theme} env="test">
        <DemandeScreen />
      </MantineProvider>
    )
    const { rerender } = render(page())
    await userEvent.click(screen.getByRole('button', { name: 'Répondre' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Votre réponse' }), 'Bonjour')
    fake.records.delete('c1')
    rerender(page())
    fake.records.set('c2', { IDCLIENT: 'c2', NOM: 'MARTIN', PRENOM: 'Zoé', MAIL: 'zoe@example.com', PORTABLE: null })
    fake.demandes = [demande('d1', { IDCLIENT: 'c2' })]
    rerender(page())
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Votre réponse' }).value).toBe('Bonjour')
  })

  it('[DAY-05 answer] shows the answers, and that a client without an address has no mail', async () => {
    fake.id = 'd3'
    fake.records.set('c1', { IDCLIENT: 'c1', NOM: 'MARTIN', PRENOM: 'Zoé', MAIL: null, PORTABLE: null })
    show(<DemandeScreen />)
    expect(screen.getByText(/La voici\./)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Répondre' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Mail' }))
    expect(screen.getByText("Le client n'a pas d'adresse email.")).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Envoyer' })).toHaveProperty('disabled', true)
  })

  it('[DAY-05 answer] of a company without a mail server proposes SMS, and says why a mail is not possible', async () => {
    fake.id = 'd2'
    fake.canaux = ['sms']
    show(<DemandeScreen />)
    await userEvent.click(screen.getByRole('button', { name: 'Répondre' }))
    expect(screen.getByRole('radio', { name: 'SMS' })).toHaveProperty('checked', true)
    await userEvent.click(screen.getByRole('radio', { name: 'Mail' }))
    expect(screen.getByText("Votre entreprise n'a pas de serveur de mail.")).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Envoyer' })).toHaveProperty('disabled', true)
  })

  it('[DAY-05 referral] opens the form of a client with what the customer wrote of them', () => {
    const FILLEUL = { NOM: 'Ndiaye', PRENOM: 'Awa', PORTABLE: '06 39 98 11 22', VILLE: 'Lyon' }
    fake.demandes = [demande('d1', { GENRE: 'parrain', FILLEUL })]
    show(<DemandeScreen />)
    const url = new URL(href('Créer le client et son projet') ?? '', 'http://x')
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/manager/client/create',
      {
        NOM: 'Ndiaye',
        PRENOM: 'Awa',
        PORTABLE: '06 39 98 11 22',
        OBSERVATIONS: 'Recommandé par MARTIN Zoé. Lyon',
        projet: '1',
        demande: 'd1',
      },
    ])
  })

  it('[DAY-05 after-sales] opens the form of a project at the same site, once', () => {
    fake.records.set('j1', { IDPROJET: 'j1', DESCRIPTION: 'Toiture', ADRESSE_CHANTIER: 'a1' })
    fake.demandes = [demande('d1', { GENRE: 'apres_vente', IDPROJET: 'j1', PHOTOS: ['f1'] })]
    const { unmount } = show(<DemandeScreen />)
    const url = new URL(href('Créer un projet d’après-vente') ?? '', 'http://x')
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      '/manager/projet/create',
      { IDCLIENT: 'c1', demande: 'd1', ADRESSE_CHANTIER: 'a1' },
    ])
    unmount()
    fake.demandes = [demande('d1', { GENRE: 'apres_vente', IDPROJET: 'j1', IDPROJET_SUITE: 'j2' })]
    fake.records.set('j2', { IDPROJET: 'j2', DESCRIPTION: 'Fuite' })
    show(<DemandeScreen />)
    expect(screen.queryByText('Créer un projet d’après-vente')).toBeNull()
    expect(href('Fuite')).toBe('/manager/projet/j2')
  })
})
