// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { AppError } from '../../../schemas/errors.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { Call } from '../../data/api/api.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { ImportScreen } from './import-screen.tsx'

const device = vi.hoisted(() => ({
  docs: new Map<string, unknown>(),
  changed: new Set<() => void>(),
  articles: [] as unknown[],
  /** Lists that this device has not completely. */
  incomplete: [] as string[],
}))
const server = vi.hoisted(() => ({
  calls: [] as unknown[],
  articles: new Map<string, Record<string, unknown>>(),
  /** What a call that writes waits for. */
  answers: Promise.resolve(),
}))
vi.mock('../../data/api/api.ts', () => ({
  callApi: async (path: string, _shape: unknown, { method = 'GET', body, seen }: Call = {}) => {
    if (method === 'GET')
      return path === '/articles' ? [...server.articles.values()] : server.articles.get(String(path.split('/').at(-1)))
    await server.answers
    server.calls.push([method, path, body, seen])
    const change = body as Record<string, unknown>
    const id = String(change.id ?? path.split('/').at(-1))
    if (method === 'POST' && server.articles.has(id)) throw new AppError('CONFLICT', 'Cet identifiant existe déjà.')
    const known = server.articles.get(id) ?? newRecord(entityOf('article'), change)
    server.articles.set(id, { ...known, ...change, VERSION: Number(known.VERSION ?? 0) + 1 })
    return server.articles.get(id)
  },
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { confirm: async () => true, failure: () => undefined } }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
const subscribe = vi.hoisted(() => (listener: () => void) => {
  device.changed.add(listener)
  return () => device.changed.delete(listener)
})
vi.mock('../../data/records/use-local-document.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  return {
    useLocalDocument: (name: string) => useSyncExternalStore(subscribe, () => device.docs.get(name) ?? null),
    useKeepDocument: (name: string) => async (next: unknown) => {
      device.docs.set(name, typeof next === 'function' ? next(device.docs.get(name) ?? null) : next)
      for (const listener of device.changed) listener()
    },
  }
})
vi.mock('../../data/records/use-articles.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  return { useArticles: () => useSyncExternalStore(subscribe, () => device.articles) }
})
vi.mock('../../data/sync-status/use-pull-states.ts', () => ({
  useCompleteness: () =>
    ['article', 'reference', 'client'].map((resource) => ({
      resource,
      completeAt: device.incomplete.includes(resource) ? null : '2026-11-30T08:00:00.000Z',
    })),
}))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => [] }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: ({ items, row }: { items: { line: number }[]; row: (item: unknown) => React.ReactNode }) =>
    items.map((item) => <div key={item.line}>{row(item)}</div>),
}))

const screenOf = () => (
  <MantineProvider env="test">
    <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online: true } }}>
      <ImportScreen />
    </SyncContext.Provider>
  </MantineProvider>
)
const show = () => render(screenOf())
/** jsdom's files do not give their bytes. */
const fileOf = (text: string): File =>
  Object.assign(new File([text], 'Tarifs.csv'), { arrayBuffer: async () => new TextEncoder().encode(text).buffer })
const bring = async (text: string): Promise<void> =>
  userEvent.upload(screen.getByLabelText(/^Choisir un/, { selector: 'input' }), fileOf(text))
const column = (heading: string): Promise<HTMLInputElement> =>
  screen.findByRole<HTMLInputElement>('combobox', { name: `Colonne « ${heading} »` })
const take = async (heading: string, target: string): Promise<void> => {
  await userEvent.click(await column(heading))
  await userEvent.click(await screen.findByRole('option', { name: target }))
}
const FILE = 'Code interne;Désignation;Tarif public;Tarif négocié\nFEN-1;Fenêtre;450;400\nFEN-2;Porte;;500\n'

describe('the import of a price list', () => {
  beforeEach(() => {
    device.docs.clear()
    device.articles = []
    device.incomplete = []
    server.articles.clear()
    server.calls.length = 0
    server.answers = Promise.resolve()
  })
  const byReference = (reference: string) =>
    [...server.articles.values()].find(({ REFERENCE }) => REFERENCE === reference)

  it('[SET-09 mapping] (catalogue) shows each column with its examples and what it is taken for; another choice is another dry run', async () => {
    show()
    await bring(FILE)
    expect((await column('Désignation')).value).toBe('Libellé')
    expect((await column('Code interne')).value).toBe('Ne pas importer')
    expect(screen.getByText('Exemples : FEN-1 · FEN-2')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toMatch(/^Choisissez la colonne de la référence/)
    expect(screen.queryByRole('button', { name: /^Importer/ })).toBeNull()

    await take('Code interne', 'Référence')
    await take('Tarif public', 'Prix HT')
    expect(screen.getByText('À créer : 1')).toBeTruthy()
    expect(screen.getByText('En erreur : 1')).toBeTruthy()
    await take('Tarif négocié', 'Prix HT')
    expect(screen.getByRole('alert').textContent).toBe('« Prix HT » ne peut venir que d’une colonne.')
    await take('Tarif public', 'Ne pas importer')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('button', { name: 'Importer 2 articles' })).toBeTruthy()
  })

  it('[SET-09 mapping] (catalogue) remembers the choice for the next file with these headings', async () => {
    const { unmount } = show()
    await bring(FILE)
    await take('Code interne', 'Référence')
    await take('Tarif négocié', 'Prix HT')
    unmount()
    show()
    await bring('TARIF NEGOCIE;code interne;Désignation\n12;A;Volet\n')
    expect((await column('TARIF NEGOCIE')).value).toBe('Prix HT')
    expect((await column('code interne')).value).toBe('Référence')
    expect(screen.getByRole('button', { name: 'Importer 1 article' })).toBeTruthy()
  })

  it('[SET-09 dry-run] (catalogue) follows the price list: what the device hears of after the file was read counts', async () => {
    show()
    await bring('Référence;Libellé;Prix HT\nPORTE;Porte;2\nFEN;Fenêtre;450\n')
    await screen.findByRole('button', { name: 'Importer 2 articles' })
    const door = newRecord(entityOf('article'), { id: 'p', REFERENCE: 'PORTE', LIBELLE: 'Porte', PRIX_HT: 200 })
    act(() => {
      device.articles = [{ ...door, sync: { seq: 1 } }]
      for (const listener of device.changed) listener()
    })
    expect(screen.getByText('Inchangé : 1')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Importer 1 article' }))
    await screen.findByText(/^1 article importé/)
    // What was sent stays on screen, also when the device has heard of it.
    act(() => {
      device.articles = [...server.articles.values()].map((one) => ({ ...one, sync: { seq: 2 } }))
      for (const listener of device.changed) listener()
    })
    expect(screen.getByText('À créer : 1')).toBeTruthy()
  })

  it('[SET-09 undo] (catalogue) an import is taken back as a whole, also after the page was left, and what is left is named', async () => {
    const door = {
      ...newRecord(entityOf('article'), { id: 'porte', REFERENCE: 'PORTE', LIBELLE: 'Porte', PRIX_HT: 100 }),
    }
    device.articles = [{ ...door, sync: { seq: 1 } }]
    server.articles.set('porte', { ...door, VERSION: 4 })
    const { unmount } = show()
    await bring('Référence;Libellé;Prix HT\nPORTE;Porte;2\nFEN;Fenêtre;450\nVOLET;Volet;90\n')
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 3 articles' }))
    await screen.findByText(/^3 articles importés/)
    expect(server.articles.get('porte')?.PRIX_HT).toBe(200)
    unmount()

    const find = (reference: string) => [...server.articles.values()].find(({ REFERENCE }) => REFERENCE === reference)
    Object.assign(find('VOLET') ?? {}, { PRIX_HT: 9500, VERSION: 2 })
    server.calls.length = 0
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Annuler tout l’import' }))
    await screen.findByText('2 articles remis comme avant l’import. 1 laissé :')
    expect(screen.getByText('VOLET : modifié depuis l’import')).toBeTruthy()
    expect(server.calls).toHaveLength(2)
    expect(server.calls).toContainEqual(['PUT', '/articles/porte', { PRIX_HT: 100 }, 5])
    expect(find('FEN')?.ARCHIVE).toBe(1)
    expect(find('VOLET')?.ARCHIVE).toBe(0)
    expect(screen.getByText('Annulé')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Annuler tout l’import' })).toBeNull()
  })

  it.each(['article', 'reference'])(
    '[SET-09 import] (catalogue dry run) takes no file before this device has the whole list « %s »: its articles would be made a second time',
    async (list) => {
      device.incomplete = [list]
      const { rerender } = show()
      const choose = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Choisir un fichier CSV ou XLSX' })
      expect(choose().disabled).toBe(true)
      expect(screen.getByText(/^Cet appareil n’a pas encore reçu tous vos tarifs/)).toBeTruthy()
      await bring('Référence;Libellé;Prix HT\nFEN;Fenêtre;450\n')
      expect(screen.queryByText(/À créer/)).toBeNull()
      // Another list that the server does not give holds nothing back.
      device.incomplete = ['client']
      rerender(screenOf())
      expect(choose().disabled).toBe(false)
      expect(screen.queryByText(/^Cet appareil n’a pas/)).toBeNull()
    },
  )

  it('[SET-09 import] (catalogue undo) an article that somebody had made before gets its values of then back, and is not archived', async () => {
    const list = 'Référence;Libellé;Prix HT\nFEN;Fenêtre;450\nPORTE;Porte;80\n'
    const { unmount } = show()
    await bring('Référence;Libellé;Prix HT\nFEN;Fenêtre;100\n')
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 1 article' }))
    await screen.findByText(/^1 article importé/)
    unmount()
    // A colleague's import, of which this device has not heard.
    device.docs.clear()
    show()
    await bring(list)
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 2 articles' }))
    await screen.findByText(/^2 articles importés/)
    expect(byReference('FEN')?.PRIX_HT).toBe(45_000)
    await userEvent.click(screen.getByRole('button', { name: 'Annuler tout l’import' }))
    await screen.findByText('2 articles remis comme avant l’import. Rien n’a été laissé.')
    expect(byReference('FEN')).toMatchObject({ PRIX_HT: 10_000, ARCHIVE: 0 })
    expect(byReference('PORTE')?.ARCHIVE).toBe(1)
  })

  it('[SET-09 import] (catalogue) asks before a reload or a logout cuts it, and an import that was cut is shown as not finished', async () => {
    const leaves = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    let answer = (): void => undefined
    server.answers = new Promise((resolve) => {
      answer = resolve
    })
    // More than are sent at once.
    const list = ['Référence;Libellé;Prix HT', ...[1, 2, 3, 4, 5, 6].map((n) => `A${n};Article ${n};${n}`)].join('\n')
    const { unmount } = show()
    await bring(list)
    expect([leaves(), dirtyForms.wouldAsk()]).toEqual([true, false])
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 6 articles' }))
    await screen.findByText('0 sur 6')
    expect([leaves(), dirtyForms.wouldAsk()]).toEqual([false, true])
    expect(screen.queryByText(/^Inachevé/)).toBeNull()
    unmount()
    expect([leaves(), dirtyForms.wouldAsk()]).toEqual([true, false])
    show()
    expect(screen.getByText(/^Inachevé : une partie seulement est importée/)).toBeTruthy()
    answer()
    await bring(list)
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 6 articles' }))
    await screen.findByText(/^6 articles importés/)
    expect(screen.getAllByText('Annuler tout l’import')).toHaveLength(2)
    expect(screen.getAllByText(/^Inachevé/)).toHaveLength(1)
  })

  const SIX = ['Référence;Libellé;Prix HT', ...[1, 2, 3, 4, 5, 6].map((n) => `A${n};Article ${n};${n}`)].join('\n')
  /** Sends the six, and leaves the page while the first four wait for their answer. */
  const leaveInTheMiddle = async (): Promise<void> => {
    let answer = (): void => undefined
    server.answers = new Promise((resolve) => {
      answer = resolve
    })
    const { unmount } = show()
    await bring(SIX)
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 6 articles' }))
    await screen.findByText('0 sur 6')
    unmount()
    answer()
    await vi.waitFor(() => expect(server.articles.size).toBe(4))
  }
  const kept = () => (device.docs.get('tarifs-imports') as { imports: { isUndone: boolean; sent: number }[] }).imports

  it('[SET-09 undo] (catalogue) an import that did not end takes back what it sent, not what a later one made', async () => {
    await leaveInTheMiddle()
    await vi.waitFor(() => expect(kept()[0]?.sent).toBe(4))
    // The other two are made by somebody else, from the same file.
    for (const reference of ['A5', 'A6']) {
      const made = { REFERENCE: reference, LIBELLE: `Article ${reference[1]}`, PRIX_HT: Number(reference[1]) * 100 }
      const planned = (kept()[0] as unknown as { articles: { id: string; reference: string }[] }).articles
      const id = planned.find((one) => one.reference === reference)?.id ?? ''
      server.articles.set(id, { ...newRecord(entityOf('article'), { id, ...made }), VERSION: 1 })
    }
    show()
    await userEvent.click(screen.getByRole('button', { name: 'Annuler tout l’import' }))
    await screen.findByText('4 articles remis comme avant l’import. Rien n’a été laissé.')
    expect(['A1', 'A4', 'A5', 'A6'].map((one) => byReference(one)?.ARCHIVE)).toEqual([1, 1, 0, 0])
  })

  it('[SET-09 undo] (catalogue) an import that another tab took back while it was sent can be taken back again', async () => {
    let answer = (): void => undefined
    server.answers = new Promise((resolve) => {
      answer = resolve
    })
    show()
    await bring(SIX)
    await userEvent.click(await screen.findByRole('button', { name: 'Importer 6 articles' }))
    await screen.findByText('0 sur 6')
    act(() => {
      device.docs.set('tarifs-imports', { imports: kept().map((one) => ({ ...one, isUndone: true })) })
      for (const listener of device.changed) listener()
    })
    answer()
    await screen.findByText(/^6 articles importés/)
    expect(screen.getByRole('button', { name: 'Annuler tout l’import' })).toBeTruthy()
    expect(screen.queryByText('Annulé')).toBeNull()
  })
})
