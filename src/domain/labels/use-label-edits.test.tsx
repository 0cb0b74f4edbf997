// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useLabelEdits } from './use-label-edits.ts'

const fake = vi.hoisted(() => ({
  edit: vi.fn(async (_resource: string, ids: readonly string[]) => [...ids]),
  undo: (): void => undefined,
  said: [] as string[],
}))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ editSets: fake.edit }) }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: {
    action: ({ onAction }: { onAction: () => void }) => (fake.undo = onAction),
    info: (words: string) => fake.said.push(words),
    failure: (error: Error) => fake.said.push(error.message),
  },
}))

it('[SET-05 labels] an « Annuler » that could not be written does not say that all is as before', async () => {
  const { result } = renderHook(() => useLabelEdits())
  const edit = { resource: 'client', ids: ['a', 'b'], label: { id: 'l', LIBELLE: 'VIP' }, isAdded: true } as const
  await act(() => result.current.run(edit))
  fake.edit.mockRejectedValueOnce(new Error('QuotaExceededError'))
  await act(async () => fake.undo())
  expect(fake.said).toEqual(['QuotaExceededError'])
  await act(async () => fake.undo())
  expect(fake.said).toEqual(['QuotaExceededError', 'Étiquettes remises comme avant'])
})
