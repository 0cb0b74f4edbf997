// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MAX_FILE_SIZE } from '../../../schemas/entities/fichier.ts'
import { AddDocument } from './add-document.tsx'

const said: string[] = []
const device = vi.hoisted(() => ({ failure: new Error() as unknown }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    error: (words: string) => said.push(words),
    failure: (error: Error) => said.push(error.message),
    success: (words: string) => said.push(words),
  },
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFileCommands: () => ({ add: () => Promise.reject(device.failure) }),
}))
vi.mock('../../forms/form-guard.tsx', () => ({
  FormGuard: () => null,
  UnsavedDialog: () => null,
  useEngineDraft: () => undefined,
}))

const FULL = new DOMException('The quota has been exceeded.', 'QuotaExceededError')
const REFUSED_AT_COMMIT = Object.assign(new Error('QuotaExceededError'), { name: 'AbortError', inner: FULL })

it.each([
  ['', FULL],
  [', where the browser refuses at the commit', REFUSED_AT_COMMIT],
])('[DAY-04 files] a full phone says so in French, and keeps the name that was typed%s', async (_, failure) => {
  said.length = 0
  device.failure = failure
  render(
    <MantineProvider>
      <AddDocument target={{ resource: 'projet', recordId: 'p', projectId: 'p' }} />
    </MantineProvider>,
  )
  const file = new File(['%PDF-1.4'], 'scan0001.pdf', { type: 'application/pdf' })
  // jsdom's files cannot be read so.
  file.arrayBuffer = async () => new ArrayBuffer(8)
  fireEvent.change(screen.getByLabelText('Ajouter un document'), { target: { files: [file] } })
  const name = await screen.findByLabelText<HTMLInputElement>('Nom')
  fireEvent.change(name, { target: { value: 'Plan de pose' } })
  fireEvent.click(screen.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(said).toHaveLength(1))
  expect(said[0]).toContain('La mémoire de cet appareil est pleine')
  expect(screen.getByLabelText<HTMLInputElement>('Nom').value).toBe('Plan de pose')
})

it('[DAY-04 files] a PDF that is too large is told at once, with the most that there may be, before it gets a name', async () => {
  said.length = 0
  render(
    <MantineProvider>
      <AddDocument target={{ resource: 'projet', recordId: 'p', projectId: 'p' }} />
    </MantineProvider>,
  )
  const choose = (size: number): void => {
    const file = Object.defineProperty(new File([], 'scan.pdf', { type: 'application/pdf' }), 'size', { value: size })
    fireEvent.change(screen.getByLabelText('Ajouter un document'), { target: { files: [file] } })
  }
  choose(MAX_FILE_SIZE + 1)
  expect(said).toEqual([expect.stringMatching(/^Ce PDF est trop volumineux : 25.Mo au plus/)])
  expect(screen.queryByLabelText('Nom')).toBeNull()
  choose(MAX_FILE_SIZE)
  expect(await screen.findByLabelText('Nom')).toBeTruthy()
  expect(said).toHaveLength(1)
})
