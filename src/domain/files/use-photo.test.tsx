// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { type Answers, linesOf } from '../../../schemas/rules/report-answers.ts'
import type { Question } from '../../../schemas/rules/report-forms.ts'
import { filesText } from '../../text/files.ts'
import { PhotoAnswer } from '../reports/picture-answer.tsx'
import { usePictures } from '../reports/pictures.ts'
import { TakePhotos } from './photos-panel.tsx'

const world = vi.hoisted(() => ({
  kept: [] as string[],
  /** The device has room for so many files. */
  room: Number.POSITIVE_INFINITY,
  /** What a full device throws: Dexie's error where the browser refuses at the commit, as Chromium does. */
  full: (): Error =>
    Object.assign(new Error('QuotaExceededError'), { name: 'AbortError', inner: { name: 'QuotaExceededError' } }),
  said: [] as string[],
  offered: 0,
}))
/** The content of a file is its name; one that begins with « x » is no picture. */
vi.mock('./shrink-photo.ts', () => ({
  shrinkPhoto: async (file: File) => {
    if (file.name.startsWith('x')) throw new AppError('UNSUPPORTED_MEDIA_TYPE', filesText.notAPhoto)
    return new TextEncoder().encode(file.name)
  },
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFileCommands: () => ({
    add: async ({ bytes }: { bytes: Uint8Array }) => {
      if (world.kept.length >= world.room) throw world.full()
      world.kept.push(new TextDecoder().decode(bytes))
      return `f${world.kept.length}`
    },
  }),
}))
vi.mock('./use-name-file.ts', () => ({ useNameFile: () => null }))
vi.mock('../signature/signature-pad.tsx', () => ({ SignaturePad: () => null }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    error: (message: string) => world.said.push(message),
    failure: (error: Error) => world.said.push(error.message),
    action: () => {
      world.offered += 1
    },
  },
}))

const FACADE: Question = { id: 'f', LIBELLE: 'Façade', TYPE: 'photo', OPTIONS: [], REQUIS: false, SI: null }
function Asked() {
  const pictures = usePictures()
  const [value, setValue] = useState<Answers[string]>(undefined)
  return (
    <>
      <PhotoAnswer
        question={FACADE}
        pictures={pictures}
        value={value}
        error={undefined}
        onBlur={() => undefined}
        onChange={setValue}
      />
      <p>{`${linesOf(value).length} dans la réponse`}</p>
    </>
  )
}
const TARGET = { resource: 'intervention', recordId: 'i1', projectId: 'j1' } as const
const choose = async (label: string, names: readonly string[]): Promise<void> =>
  userEvent.upload(
    screen.getByLabelText(label),
    names.map((name) => new File(['x'], name, { type: 'image/jpeg' })),
  )
const shown = (part: React.ReactNode) => render(<MantineProvider env="test">{part}</MantineProvider>)
const numbered = (many: number): string[] => Array.from({ length: many }, (_, at) => `p${at}`)

beforeEach(() => {
  Object.assign(world, { kept: [], room: Number.POSITIVE_INFINITY, said: [], offered: 0 })
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
})

describe('several photos chosen at once', () => {
  const take = (names: readonly string[]) => {
    shown(<TakePhotos target={TARGET} takes={[{ origin: 'photo_avant', label: 'Avant' }]} />)
    return choose('Avant', names)
  }

  it('[FILE-1] one that cannot be read does not cost the others, and is counted', async () => {
    await take(['a', 'x', 'b', 'c'])
    await waitFor(() => expect(world.said).toHaveLength(1))
    expect(world.kept).toEqual(['a', 'b', 'c'])
    expect(world.said[0]).toContain('1 photo sur 4 n’a pas pu être lue')
  })

  it('[FILE-1] a single one that is kept of several is not said to be the photo that was taken', async () => {
    await take(['x1', 'b', 'x2'])
    await waitFor(() => expect(world.said).toHaveLength(1))
    expect(world.kept).toEqual(['b'])
    expect(world.said[0]).toContain('2 photos sur 3 n’ont pas pu être lues')
    expect(world.offered).toBe(0)
  })

  it('[FILE-1] a full device stops, and says how many are missing', async () => {
    world.room = 2
    await take(['a', 'x', 'b', 'c', 'd'])
    await waitFor(() => expect(world.said).toHaveLength(1))
    expect(world.kept).toEqual(['a', 'b'])
    expect(world.said[0]).toContain('1 photo sur 5 n’a pas pu être lue')
    expect(world.said[0]).toContain('2 photos sur 5 n’ont pas pu être gardées')
  })

  it('[FILE-1] one photo alone has the words that it had', async () => {
    await take(['x'])
    await waitFor(() => expect(world.said).toEqual([filesText.notAPhoto]))
    world.room = 0
    await choose('Avant', ['a'])
    await waitFor(() => expect(world.said.at(-1)).toBe(filesText.full))
    world.room = 1
    await choose('Avant', ['a'])
    await waitFor(() => expect(world.offered).toBe(1))
  })

  it('[SET-04 forms] (pictures) in a report, those after the sixth are counted, and one that cannot be read costs no other', async () => {
    shown(<Asked />)
    await choose('Ajouter une photo : Façade', ['x', ...numbered(10)])
    await screen.findByText('6 dans la réponse')
    await waitFor(() => expect(world.said).toHaveLength(1))
    expect(world.said[0]).toContain('1 photo sur 11 n’a pas pu être lue')
    expect(world.said[0]).toContain('6 photos au plus : 4 n’ont pas été ajoutées.')
  })
})
