import { describe, expect, it } from 'vitest'
import { pageEnd, pageQuery, sortedBy } from './client-window.ts'

describe('pages of the client list', () => {
  it('[MGR-08 mine] reads a page as a range of one index, my clients through the index of owner and name', () => {
    expect(pageQuery({ owner: undefined, key: 'CLE_VILLE', from: 'lyon', to: 'nice' })).toEqual({
      selector: { CLE_VILLE: { $gte: 'lyon', $lt: 'nice' } },
      sort: [{ CLE_VILLE: 'asc' }, { CLE_NOM: 'asc' }],
    })
    expect(pageQuery({ owner: 'p1', key: 'CLE_NOM', from: '', limit: 301 })).toEqual({
      selector: { CLE_PERSONNEL: 'p1', CLE_NOM: { $gte: '' } },
      sort: [{ CLE_PERSONNEL: 'asc' }, { CLE_NOM: 'asc' }],
      limit: 301,
    })
  })

  it('ends a page between two keys, and tells the last one', () => {
    expect(pageEnd(['a', 'b'], 3)).toEqual({ kind: 'last' })
    expect(pageEnd(['a', 'b', 'c'], 3)).toEqual({ kind: 'closed', to: 'c' })
    expect(pageEnd([], 3)).toEqual({ kind: 'last' })
  })

  it('reads more rows where more than a page share one key', () => {
    expect(pageEnd(['paris', 'paris', 'paris'], 3)).toEqual({ kind: 'wider', limit: 6 })
  })

  it('walks any list through its pages without losing or repeating a row', () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ id: i, key: i < 200 ? 'paris' : `v${String(i % 90)}` })).sort(
      (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id),
    )
    const seen: number[] = []
    let from = ''
    let limit = 51
    for (;;) {
      const read = rows.filter((row) => row.key >= from).slice(0, limit)
      const end = pageEnd(
        read.map((row) => row.key),
        limit,
      )
      if (end.kind === 'wider') {
        limit = end.limit
        continue
      }
      const to = end.kind === 'closed' ? end.to : undefined
      seen.push(...rows.filter((row) => row.key >= from && (to === undefined || row.key < to)).map((row) => row.id))
      if (to === undefined) break
      from = to
      limit = 51
    }
    expect(seen).toEqual(rows.map((row) => row.id))
  })

  it('sorts by another key, rows of one key in their order', () => {
    const rows = [
      { id: 1, town: 'nice' },
      { id: 2, town: 'lyon' },
      { id: 3, town: 'lyon' },
    ]
    expect(sortedBy(rows, (row) => row.town).map((row) => row.id)).toEqual([2, 3, 1])
  })
})
