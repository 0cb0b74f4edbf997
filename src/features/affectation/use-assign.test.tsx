// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useAssign } from './use-assign.ts'

const device = vi.hoisted(() => ({ projets: new Map<string, string | null>(), told: [] as string[] }))
vi.mock('../../data/session/use-identity.ts', () => ({ useIdentity: () => 'identity' }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({
    update: async (_: string, id: string, { IDRESPONSABLEPROJET }: { IDRESPONSABLEPROJET: string | null }) => {
      device.projets.set(id, IDRESPONSABLEPROJET)
    },
  }),
}))
vi.mock('../../data/database/local-data.ts', () => ({
  openLocalData: async () => ({
    db: {
      of: (resource: string) => ({
        findByIds: (ids: readonly string[]) => ({
          exec: async () =>
            new Map(
              [...(resource === 'projet' ? device.projets : [])]
                .filter(([id]) => ids.includes(id))
                .map(([id, IDRESPONSABLEPROJET]) => [id, { _data: { IDRESPONSABLEPROJET } }]),
            ),
        }),
      }),
    },
  }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { info: (words: string) => device.told.push(words), failure: (error: unknown) => Promise.reject(error) },
}))

it('[MGR-02] undoing leaves the projects that somebody gave to another person since, and says how many', async () => {
  for (const id of ['a', 'b', 'c']) device.projets.set(id, null)
  const { result } = renderHook(() => useAssign())
  const assign = () => act(() => result.current.assign(new Map(['a', 'b', 'c'].map((id) => [id, 'noe'])), 'Noé'))
  await assign()
  expect([...device.projets.values()]).toEqual(['noe', 'noe', 'noe'])

  device.projets.set('b', 'lea')
  await act(() => result.current.undo())
  expect([...device.projets]).toEqual([
    ['a', null],
    ['b', 'lea'],
    ['c', null],
  ])
  expect(device.told).toEqual(['Affectation annulée pour 2 projets. Un autre a changé depuis : il reste.'])
  expect(result.current.done).toBeNull()
})
