// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Staff } from '../../../schemas/access.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { FileView } from '../../data/records/use-files.ts'
import type { ActionNotice } from '../../ui/notices/notices.tsx'
import { FileList } from './file-list.tsx'
import { TakePhotos } from './photos-panel.tsx'

const world = vi.hoisted(() => ({
  staff: null as unknown as Staff,
  /** Ids of files that the server does not have. */
  queue: new Set<string>(),
  named: [] as unknown[],
  said: [] as string[],
  offered: [] as ActionNotice[],
  failure: null as Error | null,
}))
vi.mock('../personnels/use-staff.ts', () => ({ useStaff: () => world.staff }))
vi.mock('../records/use-removed-notice.ts', () => ({ useRemovedNotice: () => () => undefined }))
vi.mock('../records/record-sync.tsx', () => ({ SyncChip: () => null }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ update: async (...edit: unknown[]) => void world.named.push(edit) }),
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFileUrl: (file: FileView | null) => file && `blob:${file.id}`,
  useFileCommands: () => ({
    add: async () => 'taken',
    rename: async (id: string, name: string) => {
      if (world.failure) throw world.failure
      if (!world.queue.has(id)) return false
      world.named.push([id, name])
      return true
    },
  }),
}))
vi.mock('./shrink-photo.ts', () => ({ shrinkPhoto: async () => new Uint8Array(9) }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    success: (words: string) => world.said.push(words),
    failure: (error: Error) => world.said.push(error.message),
    action: (notice: ActionNotice) => world.offered.push(notice),
  },
}))
vi.mock('../../ui/page/sheet.tsx', () => ({
  Sheet: ({ title, children }: { title: ReactNode; children: ReactNode }) => (
    <section role="dialog" aria-label={String(title)}>
      {children}
    </section>
  ),
}))
vi.mock('../../forms/form-guard.tsx', () => ({
  FormGuard: () => null,
  UnsavedDialog: () => null,
  useEngineDraft: () => undefined,
}))

const file = (more: Partial<FileView> = {}): FileView => ({
  id: 'f',
  projectId: 'j1',
  resource: 'projet',
  recordId: 'j1',
  origin: 'photo',
  name: 'photo-1a2b3c.jpg',
  type: 'image/jpeg',
  size: 1000,
  sha256: 'f',
  at: '2026-11-20T10:00:00.000Z',
  state: 'synced',
  from: 'drive',
  author: 'noe',
  ...more,
})
const as = (role: Staff['roles'][number], id = 'noe'): Staff => ({
  id,
  roles: [role],
  agences: ['lyon'],
  toutesAgences: false,
})
const show = (content: ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>)
const openPhoto = () => fireEvent.click(screen.getByRole('button', { name: /, le 20/ }))
async function nameIt(words: string): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>('Nom')
  fireEvent.change(field, { target: { value: words } })
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer le nom' }))
}

beforeEach(() => {
  Object.assign(world, { staff: as('technician'), queue: new Set(), named: [], said: [], offered: [], failure: null })
})
afterEach(cleanup)

it('[DAY-04 files] the viewer names a photo; its title, its tile and what is saved have that name', async () => {
  const { rerender } = show(<FileList files={[file()]} />)
  openPhoto()
  expect(screen.getByRole('dialog', { name: /^Photo, le 20/ })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Nommer' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Nom')).value).toBe('')
  await nameIt('Pignon / nord')
  await waitFor(() => expect(world.said).toEqual(['Nom enregistré']))
  expect(world.named).toEqual([['fichier', 'f', { NOM: 'Pignon - nord.jpg' }]])

  rerender(
    <MantineProvider env="test">
      <FileList files={[file({ name: 'Pignon - nord.jpg' })]} />
    </MantineProvider>,
  )
  expect(screen.getByRole('dialog', { name: /^Pignon - nord, le 20/ })).toBeDefined()
  expect(screen.getAllByRole('img', { name: /^Pignon - nord, le 20/ })).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Enregistrer' }).getAttribute('download')).toBe('Pignon - nord.jpg')
})

it('[DAY-04 files] a file that waits on this device is named there, a document in its list too', async () => {
  world.queue.add('f')
  const waiting = {
    name: 'Plan.pdf',
    origin: 'document',
    type: 'application/pdf',
    from: 'queue',
    state: 'pending',
  } as const
  show(<FileList files={[file({ ...waiting, author: null })]} />)
  fireEvent.click(screen.getByRole('button', { name: 'Renommer Plan.pdf' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Nom')).value).toBe('Plan')
  await nameIt('Plan de pose')
  await waitFor(() => expect(world.named).toEqual([['f', 'Plan de pose.pdf']]))
})

it('[DAY-04 files] a name that cannot be kept now stays in the field, with the reason', async () => {
  world.failure = new AppError('CONFLICT', 'Ce fichier est en cours d’envoi.')
  show(<FileList files={[file()]} />)
  openPhoto()
  fireEvent.click(screen.getByRole('button', { name: 'Nommer' }))
  await nameIt('Pignon')
  await waitFor(() => expect(world.said).toEqual(['Ce fichier est en cours d’envoi.']))
  expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Pignon')
})

it.each([
  ['its author', as('technician'), {}, true],
  ['another technician', as('technician', 'theo'), {}, false],
  ['an assistant', as('assistant', 'alice'), { author: null }, true],
  ['a rep, of a customer’s photo', as('commercial', 'camille'), { author: null }, false],
  ['its author, before its record is here', as('technician'), { from: 'queue', author: null }, false],
  ['an assistant, of a quote', as('assistant', 'alice'), { origin: 'devis' }, false],
] as const)('[DAY-04 files] « Nommer » is there for whoever may: %s', (_, staff, more, isThere) => {
  world.staff = staff
  show(<FileList files={[file(more)]} />)
  openPhotoOrQuote()
  expect(screen.queryAllByRole('button', { name: 'Nommer' })).toHaveLength(isThere ? 1 : 0)
})
const openPhotoOrQuote = () => fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement)

it('[DAY-04 files] a photo that was taken alone may be named at once; several, or nobody’s wish, ask nothing', async () => {
  world.queue.add('taken')
  const target = { resource: 'projet', recordId: 'j1', projectId: 'j1' } as const
  show(<TakePhotos target={target} takes={[{ origin: 'photo', label: 'Ajouter une photo' }]} />)
  const take = (...names: string[]) =>
    fireEvent.change(screen.getByLabelText('Ajouter une photo'), {
      target: { files: names.map((name) => new File(['x'], name, { type: 'image/jpeg' })) },
    })
  take('a.jpg')
  await waitFor(() => expect(world.offered).toHaveLength(1))
  expect(screen.queryByLabelText('Nom')).toBeNull()
  world.offered[0]?.onAction?.()
  await nameIt('Pignon')
  await waitFor(() => expect(world.named).toEqual([['taken', 'Pignon.jpg']]))
  take('b.jpg', 'c.jpg')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Ajouter une photo' })).toHaveProperty('disabled', false),
  )
  expect(world.offered).toHaveLength(1)
})
