// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import type { QuoteView } from '../../../schemas/space/devis.ts'
import type { SeenStore } from '../../data/api/seen-store.ts'
import { theme } from '../../ui/theme.ts'
import { DevisDocuments, ProjectDocuments } from './devis-documents.tsx'
import { SpaceContext } from './space-context.ts'

const file = (url: string) => ({ IDFICHIER: 'f1', NOM: 'pv.pdf', TYPE_MIME: 'application/pdf', TAILLE: 3, url })
const offline = new AppError('UNAVAILABLE', 'x', { details: { offline: true } })
const gone = new AppError('GONE', 'Ce lien a expiré.')
const fake = vi.hoisted(() => ({
  /** The addresses that the server still accepts. */
  good: new Set<string>(),
  refusal: null as Error | null,
  asked: [] as string[],
  files: [] as object[],
  /** Why the PDF does not come; null: it comes. */
  pdf: null as Error | null,
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async () => {
    if (fake.pdf) throw fake.pdf
    return new Blob(['%PDF'])
  },
  fetchBytes: async (url: string) => {
    if (fake.good.has(url)) return new Uint8Array(3)
    throw fake.refusal
  },
}))
vi.mock('./ask-space.ts', () => ({
  askSpace: async (_schema: object, path: string) => {
    fake.asked.push(path)
    return fake.files
  },
}))
vi.mock('./use-seen.ts', () => ({
  useSeen: () => ({ data: [file('/old')], state: 'fresh', at: null, again: () => {} }),
}))

const storeOf = (): SeenStore & { values: Map<string, unknown> } => {
  const values = new Map<string, unknown>()
  return {
    values,
    read: async (key) => (values.has(key) ? { key, value: values.get(key), at: 0 } : undefined),
    write: async (key, value) => void values.set(key, value),
    forget: async (key) => void values.delete(key),
  }
}

const page = (sha256: string, etat: QuoteView['etat'] = 'attente', store: SeenStore | null = null) => (
  <MantineProvider theme={theme} env="test">
    <SpaceContext value={{ store }}>
      <DevisDocuments quote={{ IDDEVIS: 'd1', NUMERO_DEVIS: '12', sha256, etat }} />
    </SpaceContext>
  </MantineProvider>
)

const open = async (store: SeenStore | null = null) => {
  render(page('a', 'attente', store))
  await userEvent.click(screen.getByRole('button', { name: /pv\.pdf/ }))
}

beforeEach(() => {
  Object.assign(fake, { good: new Set(['/new']), refusal: gone, asked: [], files: [file('/new')], pdf: null })
  URL.createObjectURL = () => 'blob:pdf'
  URL.revokeObjectURL = () => undefined
})

it('[SPA-04] a document whose address has expired is asked for again, and opens', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  expect(fake.asked).toEqual(['/space/devis/d1/files'])
})

it.each([
  ['no network', offline, [file('/new')], /connexion Internet/],
  ['a server that fails', new AppError('INTERNAL', 'x'), [file('/new')], /Réessayez dans un instant/],
  ['a document that was removed', gone, [], /n’existe plus/],
] as const)('[SPA-04] a document that does not open because of %s says why', async (_, refusal, files, words) => {
  Object.assign(fake, { good: new Set(), refusal, files })
  await open()
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
})

it('[SPA-04] the PDF of a quote that has changed meanwhile is fetched again: its former one is not offered under the new price', async () => {
  const { rerender } = render(page('a'))
  await userEvent.click(screen.getByRole('button', { name: /PDF/ }))
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  rerender(page('a'))
  expect(screen.getByRole('link', { name: 'Afficher' })).toBeTruthy()
  rerender(page('b'))
  expect(screen.queryByRole('link', { name: 'Afficher' })).toBeNull()
  expect(screen.getByRole('button', { name: /PDF/ })).toBeTruthy()
})

const pdfButton = () => screen.getByRole('button', { name: /PDF/ })
/** The page as it is opened another day, with what this device stored. */
const openedAgain = async (...[sha256, etat, store]: Parameters<typeof page>) => {
  cleanup()
  render(page(sha256, etat, store))
  await userEvent.click(pdfButton())
}

it.each([
  ['changed', 'b', 'attente', offline, /connexion Internet/],
  ['changed', 'b', 'attente', new AppError('INTERNAL', 'x'), /Réessayez dans un instant/],
  ['was signed', 'a', 'signe', offline, /connexion Internet/],
] as const)('[SPA-04] the stored PDF of a quote that %s (now %s, %s; %s) is not offered under it', async (...row) => {
  const [, sha256, etat, failure, words] = row
  const store = storeOf()
  await openedAgain('a', 'attente', store)
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  fake.pdf = failure
  await openedAgain(sha256, etat, store)
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
  expect(screen.queryByRole('link', { name: 'Afficher' })).toBeNull()
})

it('[SPA-06] the stored PDF of the quote that is shown opens without a network, and only the last one is stored', async () => {
  const store = storeOf()
  await openedAgain('a', 'attente', store)
  await screen.findByRole('link', { name: 'Afficher' })
  await openedAgain('a', 'signe', store)
  await screen.findByRole('link', { name: 'Afficher' })
  fake.pdf = offline
  await openedAgain('a', 'signe', store)
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  expect([...store.values.keys()]).toEqual(['/space/devis/d1/pdf'])
})

it('[SPA-04] a PDF that a former app stored without its version is not offered', async () => {
  const store = storeOf()
  store.values.set('/space/devis/d1/pdf', new Blob(['%PDF']))
  fake.pdf = offline
  await openedAgain('a', 'attente', store)
  expect((await screen.findByRole('alert')).textContent).toMatch(/connexion Internet/)
})

it('[SPA-06] a file that this device once opened opens without a network; once it was removed, the page says so', async () => {
  const store = storeOf()
  await open(store)
  await screen.findByRole('link', { name: 'Afficher' })
  Object.assign(fake, { good: new Set(), refusal: offline })
  cleanup()
  await open(store)
  await screen.findByRole('link', { name: 'Afficher' })
  Object.assign(fake, { refusal: gone, files: [] })
  cleanup()
  await open(store)
  expect((await screen.findByRole('alert')).textContent).toMatch(/n’existe plus/)
  expect(store.values.size).toBe(0)
})

it('[SPA-02] [SPA-04] the PV of works without a quote opens from the page of its project', async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <ProjectDocuments id="p1" />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: /pv\.pdf/ }))
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  expect(fake.asked).toEqual(['/space/project/p1/files'])
})
