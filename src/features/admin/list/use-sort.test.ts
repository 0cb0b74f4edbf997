import { describe, expect, it } from 'vitest'
import { readSort } from './use-sort.ts'

const columns = [{ name: 'name' }, { name: 'color' }, { name: 'ROLES', sortable: false as const }]
const by = { sortBy: 'name', sortDesc: false }

describe('[ADM-04] the sort of a list, from its address', () => {
  it.each([
    [
      { sortBy: 'color', sortDesc: 'true' },
      { sortBy: 'color', sortDesc: true },
    ],
    [{ sortBy: 'color' }, { sortBy: 'color', sortDesc: false }],
    [
      { sortBy: 'name', sortDesc: 'nonsense' },
      { sortBy: 'name', sortDesc: false },
    ],
  ])('%o sorts by %o', (query, sort) => {
    expect(readSort(query as Record<string, string>, columns, by)).toEqual(sort)
  })

  it.each([{}, { sortBy: 'password_hash', sortDesc: 'true' }, { sortBy: 'ROLES', sortDesc: 'true' }])(
    '%o is the list’s own order: no column but its own ever reaches the server',
    (query) => {
      expect(readSort(query as Record<string, string>, columns, by)).toEqual(by)
    },
  )
})
