// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { theme } from '../../ui/theme.ts'
import { DevisDocuments, ProjectDocuments } from './devis-documents.tsx'

const file = (url: string) => ({ IDFICHIER: 'f1', NOM: 'pv.pdf', TYPE_MIME: 'application/pdf', TAILLE: 3, url })
const gone = new AppError('GONE', 'Ce lien a expiré.')
const fake = vi.hoisted(() => ({
  /** The addresses that the server still accepts. */
  good: new Set<string>(),
  refusal: null as Error | null,
  asked: [] as string[],
  files: [] as object[],
}))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async () => new Blob(['%PDF']),
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

const open = async () => {
  render(
    <MantineProvider theme={theme} env="test">
      <DevisDocuments id="d1" number="12" version="a" />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: /pv\.pdf/ }))
}

beforeEach(() => {
  Object.assign(fake, { good: new Set(['/new']), refusal: gone, asked: [], files: [file('/new')] })
  URL.createObjectURL = () => 'blob:pdf'
  URL.revokeObjectURL = () => undefined
})

it('[SPA-04] a document whose address has expired is asked for again, and opens', async () => {
  await open()
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  expect(fake.asked).toEqual(['/space/devis/d1/files'])
})

it.each([
  [
    'no network',
    new AppError('UNAVAILABLE', 'x', { details: { offline: true } }),
    [file('/new')],
    /connexion Internet/,
  ],
  ['a server that fails', new AppError('INTERNAL', 'x'), [file('/new')], /Réessayez dans un instant/],
  ['a document that was removed', gone, [], /n’existe plus/],
] as const)('[SPA-04] a document that does not open because of %s says why', async (_, refusal, files, words) => {
  Object.assign(fake, { good: new Set(), refusal, files })
  await open()
  expect((await screen.findByRole('alert')).textContent).toMatch(words)
})

it('[SPA-04] the PDF of a quote that has changed meanwhile is fetched again: its former one is not offered under the new price', async () => {
  const page = (version: string) => (
    <MantineProvider theme={theme} env="test">
      <DevisDocuments id="d1" number="12" version={version} />
    </MantineProvider>
  )
  const { rerender } = render(page('a'))
  await userEvent.click(screen.getByRole('button', { name: /PDF/ }))
  expect(await screen.findByRole('link', { name: 'Afficher' })).toBeTruthy()
  rerender(page('a'))
  expect(screen.getByRole('link', { name: 'Afficher' })).toBeTruthy()
  rerender(page('b'))
  expect(screen.queryByRole('link', { name: 'Afficher' })).toBeNull()
  expect(screen.getByRole('button', { name: /PDF/ })).toBeTruthy()
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
