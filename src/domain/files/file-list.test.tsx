// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { FileView } from '../../data/records/use-files.ts'
import { PhotoGrid } from './file-list.tsx'

vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-files.ts', () => ({
  useFileUrl: (file: FileView | null) => file && `blob:${file.id}`,
  useFileCommands: () => ({}),
}))
vi.mock('../../ui/page/sheet.tsx', () => ({
  Sheet: ({ title, children }: { title: ReactNode; children: ReactNode }) => (
    <section role="dialog" aria-label={String(title)}>
      {children}
    </section>
  ),
}))

const photo = (id: string, at: string): FileView => ({
  id,
  projectId: 'j1',
  resource: 'projet',
  recordId: 'j1',
  origin: 'photo',
  name: `${id}.jpg`,
  type: 'image/jpeg',
  size: 1000,
  sha256: id,
  at,
  state: 'synced',
  from: 'drive',
  author: 'noe',
})
const [roof, wall, door] = [
  photo('roof', '2026-11-20T10:00:00.000Z'),
  photo('wall', '2026-11-19T10:00:00.000Z'),
  photo('door', '2026-11-21T10:00:00.000Z'),
] as const
const removed: string[] = []
const removal = {
  may: () => true,
  remove: async (file: FileView) => {
    removed.push(file.id)
    return false
  },
}
const grid = (photos: readonly FileView[]) => (
  <MantineProvider env="test">
    <PhotoGrid photos={photos} label="Photos" removal={removal} />
  </MantineProvider>
)
const shown = (): string | undefined => document.querySelector<HTMLImageElement>('[role="dialog"] img')?.src

it('[DAY-04] the open photo stays the same one when others arrive, and closes when it goes away', () => {
  const { rerender } = render(grid([roof, wall]))
  fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement)
  expect(shown()).toBe('blob:roof')

  rerender(grid([door, roof, wall]))
  expect(shown()).toBe('blob:roof')
  fireEvent.click(screen.getByRole('button', { name: 'Supprimer' }))
  expect(removed).toEqual(['roof'])
  fireEvent.click(screen.getByRole('button', { name: 'Photo précédente' }))
  expect(shown()).toBe('blob:door')
  fireEvent.click(screen.getByRole('button', { name: 'Photo suivante' }))
  expect(shown()).toBe('blob:roof')

  rerender(grid([door, wall]))
  expect(shown()).toBeUndefined()
})
