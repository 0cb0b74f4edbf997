// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { projectsIn, useAssign } from './use-assign.ts'

const device = vi.hoisted(() => ({
  /** By resource and id, as the local database has them. */
  records: { projet: new Map(), client: new Map(), devis: new Map() } as Record<
    string,
    Map<string, Record<string, unknown>>
  >,
  told: [] as string[],
}))
vi.mock('../../data/session/use-identity.ts', () => ({ useIdentity: () => 'identity' }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({
    update: async (resource: string, id: string, patch: Record<string, unknown>) => {
      device.records[resource]?.set(id, { ...device.records[resource]?.get(id), ...patch })
    },
  }),
}))
vi.mock('../../data/records/ask-list.ts', () => ({
  askList: async (_: unknown, resource: string, { selector }: { selector: Record<string, { $in: string[] }> }) => {
    const [[field, { $in }]] = Object.entries(selector) as [[string, { $in: string[] }]]
    return [...(device.records[resource]?.values() ?? [])].filter((record) => $in.includes(String(record[field])))
  },
}))
vi.mock('../../data/database/local-data.ts', () => ({
  openLocalData: async () => ({
    db: {
      of: (resource: string) => ({
        findByIds: (ids: readonly string[]) => ({
          exec: async () =>
            new Map(
              [...(device.records[resource] ?? [])]
                .filter(([id]) => ids.includes(id))
                .map(([id, _data]) => [id, { _data }]),
            ),
        }),
      }),
    },
  }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { info: (words: string) => device.told.push(words), failure: (error: unknown) => Promise.reject(error) },
}))

const owners = () =>
  Object.fromEntries(
    Object.entries(device.records).map(([resource, records]) => [
      resource,
      [...records.values()].map((record) => record.IDPERSONNEL ?? record.IDRESPONSABLEPROJET ?? null),
    ]),
  )

it('[MGR-02] undoing leaves the projects that somebody gave to another person since, and says how many', async () => {
  for (const id of ['a', 'b', 'c'])
    device.records.projet?.set(id, { IDPROJET: id, IDCLIENT: `client-${id}`, IDRESPONSABLEPROJET: null })
  // The website's client has nobody; Léa keeps hers.
  device.records.client?.set('client-a', { IDCLIENT: 'client-a', IDPERSONNEL: null })
  device.records.client?.set('client-b', { IDCLIENT: 'client-b', IDPERSONNEL: 'lea' })
  const pending = { IDPROJET: 'a', IDRESPONSABLEPROJET: null, DEVIS_SIGNE: 0, REFUSE: 0, DATE_TRANSMISSION: null }
  device.records.devis?.set('quote', { IDDEVIS: 'quote', ...pending })
  const { result } = renderHook(() => useAssign())
  await act(() => result.current.assign(new Map(['a', 'b', 'c'].map((id) => [id, 'noe'])), 'Noé'))
  expect(owners()).toEqual({ projet: ['noe', 'noe', 'noe'], client: ['noe', 'lea'], devis: ['noe'] })
  expect(projectsIn(result.current.done?.changes ?? [])).toBe(3)

  device.records.projet?.set('b', { ...device.records.projet?.get('b'), IDRESPONSABLEPROJET: 'lea' })
  await act(() => result.current.undo())
  expect(owners()).toEqual({ projet: [null, 'lea', null], client: [null, 'lea'], devis: [null] })
  expect(device.told).toEqual(['Affectation annulée pour 2 projets. Un autre a changé depuis : il reste.'])
  expect(result.current.done).toBeNull()
})
