// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { ImportScreen } from './import-screen.tsx'

const device = vi.hoisted(() => ({ docs: new Map<string, unknown>() }))
vi.mock('../../data/records/use-local-document.ts', async () => {
  const { useState } = await import('react')
  return {
    // As it was when the page opened: the page itself knows what it has chosen since.
    useLocalDocument: (name: string) => useState(() => device.docs.get(name) ?? null)[0],
    useKeepDocument: (name: string) => async (value: unknown) => void device.docs.set(name, value),
  }
})
vi.mock('../../data/records/use-articles.ts', () => ({ useArticles: () => [] }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveList: () => [] }))
vi.mock('../../ui/page/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))
vi.mock('../../ui/list/virtual-list.tsx', () => ({
  VirtualList: ({ items, row }: { items: { line: number }[]; row: (item: unknown) => React.ReactNode }) =>
    items.map((item) => <div key={item.line}>{row(item)}</div>),
}))

const show = () =>
  render(
    <MantineProvider env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online: true } }}>
        <ImportScreen />
      </SyncContext.Provider>
    </MantineProvider>,
  )
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
  beforeEach(() => device.docs.clear())

  it('[SET-09 import] (catalogue columns) shows each column with its examples and what it is taken for; another choice is another dry run', async () => {
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

  it('[SET-09 import] (catalogue columns) remembers the choice for the next file with these headings', async () => {
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
})
