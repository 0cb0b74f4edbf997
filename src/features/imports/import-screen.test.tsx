// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImportDetail, ImportRow } from '../../../schemas/imports.ts'
import type { Call } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { ImportScreen } from './import-screen.tsx'

const detail = (more: Partial<ImportDetail> = {}): ImportDetail => ({
  id: 'i1',
  nom: 'clients.csv',
  etat: 'lu',
  cree_le: '2026-11-25T10:00:00.000Z',
  par: 'Diane Roux',
  format: 'csv',
  encodage: 'UTF-8',
  separateur: ';',
  feuilles: [],
  feuille: null,
  entete: 1,
  titres: ['Qui', 'Mobile'],
  colonnes: [null, 'PORTABLE'],
  lignes: 120,
  faites: 0,
  sorts: {},
  fini_le: null,
  exemples: [['Roux', '06 39 98 10 01']],
  ...more,
})
const row = (ligne: number, more: Partial<ImportRow> = {}): ImportRow => ({
  ligne,
  cellules: [`Nom ${ligne}`],
  sort: 'cree',
  erreurs: [],
  corrections: [],
  doublon: null,
  garde: [],
  IDCLIENT: null,
  ...more,
})

const server = vi.hoisted(() => ({
  detail: null as unknown,
  lines: [] as unknown[],
  calls: [] as unknown[],
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string, shape: Shape<unknown>, { method = 'GET', body, query }: Call = {}) => {
    server.calls.push([method, path, body ?? query])
    const answer = path.endsWith('/lignes') ? { data: server.lines, total: 120 } : server.detail
    if (!shape(answer)) throw new Error(`${method} ${path} does not answer that`)
    return answer
  },
}))
const confirm = vi.hoisted(() => vi.fn(async () => true))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { confirm, success: () => undefined, failure: () => undefined },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
  useParams: () => ({ id: 'i1' }),
  useNavigate: () => () => undefined,
}))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))

const show = (online = true) =>
  render(
    <MantineProvider env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online } }}>
        <ImportScreen />
      </SyncContext.Provider>
    </MantineProvider>,
  )
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name })

describe('the page of an import', () => {
  beforeEach(() => {
    server.calls.length = 0
    server.lines = []
    confirm.mockReset().mockResolvedValue(true)
  })

  it('[SET-09 mapping] (columns) asks for the column of the name before a dry run', async () => {
    server.detail = detail()
    show()
    await screen.findByRole('heading', { name: 'clients.csv' })
    expect(screen.getByText('Choisissez la colonne du nom.')).toBeTruthy()
    expect(button('Faire un essai à blanc').disabled).toBe(true)
    await userEvent.click(screen.getByRole('combobox', { name: 'Colonne « Qui »' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Nom' }))
    await userEvent.click(button('Faire un essai à blanc'))
    expect(server.calls).toContainEqual(['PUT', '/imports/i1/colonnes', { colonnes: ['NOM', 'PORTABLE'] }])
  })

  it('[SET-09 dry-run] (on screen) says the fate of each line, by fate and by page, and imports once that is confirmed', async () => {
    server.detail = detail({
      etat: 'pret',
      colonnes: ['NOM', 'PORTABLE'],
      faites: 120,
      sorts: { cree: 100, rattache: 1, erreur: 19 },
    })
    server.lines = [
      row(2),
      row(3, {
        sort: 'erreur',
        erreurs: [{ champ: 'MAIL', colonne: 'E-mail', message: 'Veuillez entrer une adresse email valide' }],
      }),
      row(4, {
        sort: 'rattache',
        doublon: { IDCLIENT: 'c9', ligne: null, nom: 'Roux Ana' },
        corrections: ['Code postal : « 1000 » lu « 01000 »'],
      }),
    ]
    show()
    const [, wrong, known] = within(await screen.findByRole('list', { name: 'Toutes les lignes' })).getAllByRole(
      'listitem',
    )
    expect(wrong?.textContent).toContain('À corrigerNom 3E-mail : Veuillez entrer une adresse email valide')
    expect(known?.textContent).toContain('Déjà client : Roux AnaCode postal : « 1000 » lu « 01000 »')
    await userEvent.click(button('3'))
    expect(server.calls).toContainEqual(['GET', '/imports/i1/lignes', { sort: null, page: 3, limit: 50 }])
    await userEvent.click(button('À corriger : 19'))
    expect(server.calls).toContainEqual(['GET', '/imports/i1/lignes', { sort: 'erreur', page: 1, limit: 50 }])
    confirm.mockResolvedValueOnce(false)
    await userEvent.click(button('Importer 101 lignes'))
    expect(server.calls.some((call) => (call as unknown[])[0] === 'POST')).toBe(false)
    await userEvent.click(button('Importer 101 lignes'))
    const shown = { colonnes: ['NOM', 'PORTABLE'], feuille: null, sorts: { cree: 100, rattache: 1, erreur: 19 } }
    expect(server.calls).toContainEqual(['POST', '/imports/i1/lancer', shown])
  })

  it('[SET-09 dry-run] (on screen) does not import while the columns on screen differ from those of the dry run, and says why', async () => {
    const tried = { etat: 'pret', colonnes: ['NOM', 'PORTABLE'], faites: 120, sorts: { cree: 120 } } as const
    server.detail = detail({ ...tried, colonnes: [...tried.colonnes] })
    show()
    const choose = async (option: string): Promise<void> => {
      await userEvent.click(await screen.findByRole('combobox', { name: 'Colonne « Mobile »' }))
      await userEvent.click(await screen.findByRole('option', { name: option }))
    }
    await choose('Téléphone fixe')
    expect(button('Importer 120 lignes').disabled).toBe(true)
    expect(screen.getByText(/^Refaites l’essai/)).toBeTruthy()

    await choose('Téléphone portable')
    expect(button('Importer 120 lignes').disabled).toBe(false)
    expect(screen.queryByText(/^Refaites l’essai/)).toBeNull()

    await choose('Téléphone fixe')
    server.detail = detail({ ...tried, colonnes: ['NOM', 'TELEPHONE'] })
    await userEvent.click(button('Refaire l’essai avec ces colonnes'))
    expect(server.calls).toContainEqual(['PUT', '/imports/i1/colonnes', { colonnes: ['NOM', 'TELEPHONE'] }])
    await vi.waitFor(() => expect(button('Importer 120 lignes').disabled).toBe(false))
  })

  it('[SET-09 progress] (on screen) follows the server, and offers the undo when it is done', async () => {
    server.detail = detail({ etat: 'import', faites: 30 })
    show()
    await vi.waitFor(() => expect(document.body.textContent?.replace(/\s/g, ' ')).toContain('30 sur 120 lignes'))
    server.detail = detail({ etat: 'fini', faites: 120, sorts: { cree: 120 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler tout l’import' }))
    expect(server.calls).toContainEqual(['POST', '/imports/i1/annuler', undefined])
  })

  it('[SET-09 import] (rights) of an import with projects that the director does not see: no lines, no undo, and why', async () => {
    server.detail = detail({ etat: 'interrompu', faites: 60, sorts: { cree: 50, erreur: 10 }, visible: false })
    show()
    await screen.findByText(/^Cet import a créé des projets que vous ne voyez pas/)
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Continuer l’import'])
    expect(server.calls.some((call) => String((call as unknown[])[1]).endsWith('/lignes'))).toBe(false)
  })

  it('without a network it says so, and offers nothing', async () => {
    show(false)
    await screen.findByText('Pas de connexion. Il faut du réseau pour importer un fichier.')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
