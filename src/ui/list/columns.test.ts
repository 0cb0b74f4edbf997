import { describe, expect, it } from 'vitest'
import { type Column, linesOf, nextOrder, orderOf, sortRows, writtenOrder } from './columns.ts'

interface Row {
  name: string
  town: string | null
  amount: number
}
const COLUMNS: Column<Row>[] = [
  { id: 'nom', title: 'Nom', by: ({ name }) => name, cell: ({ name }) => name },
  { id: 'ville', title: 'Ville', by: ({ town }) => town, cell: ({ town }) => town },
  { id: 'montant', title: 'Montant', by: ({ amount }) => amount },
  { id: 'note', title: 'Note', cell: () => '=1+1' },
]
const ROWS: Row[] = [
  { name: 'Zoé', town: 'Lyon', amount: 10 },
  { name: 'émile', town: null, amount: 9 },
  { name: 'Anne', town: 'lyon', amount: 100 },
]
const names = (rows: readonly Row[]) => rows.map(({ name }) => name)

describe('[DAY-13 columns] (sort) the order of a list', () => {
  it('is French: accents and case do not count, numbers are numbers', () => {
    expect(names(sortRows(ROWS, COLUMNS, { column: 'nom', down: false }))).toEqual(['Anne', 'émile', 'Zoé'])
    expect(names(sortRows(ROWS, COLUMNS, { column: 'montant', down: true }))).toEqual(['Anne', 'Zoé', 'émile'])
  })

  it('keeps rows of one value as they were, and rows without a value last in both directions', () => {
    expect(names(sortRows(ROWS, COLUMNS, { column: 'ville', down: false }))).toEqual(['Zoé', 'Anne', 'émile'])
    expect(names(sortRows(ROWS, COLUMNS, { column: 'ville', down: true }))).toEqual(['Zoé', 'Anne', 'émile'])
    expect(names(sortRows(ROWS, COLUMNS, null))).toEqual(names(ROWS))
  })

  it('is written in the address, and what the list does not know is its own order', () => {
    expect(orderOf('-ville', COLUMNS)).toEqual({ column: 'ville', down: true })
    expect(writtenOrder({ column: 'ville', down: true })).toBe('-ville')
    expect(orderOf('note', COLUMNS)).toBeNull()
    expect(orderOf('autre', COLUMNS)).toBeNull()
    expect(orderOf(undefined, COLUMNS)).toBeNull()
  })

  it('goes up, down and back by presses on one header, and up again on another', () => {
    const up = nextOrder(null, 'nom')
    const down = nextOrder(up, 'nom')
    expect([up, down, nextOrder(down, 'nom'), nextOrder(down, 'ville')]).toEqual([
      { column: 'nom', down: false },
      { column: 'nom', down: true },
      null,
      { column: 'ville', down: false },
    ])
  })
})

it('[DAY-13 csv] a file has the columns with a cell, in their order, and all rows', () => {
  expect(linesOf(ROWS.slice(0, 1), COLUMNS)).toEqual([
    ['Nom', 'Ville', 'Note'],
    ['Zoé', 'Lyon', '=1+1'],
  ])
})
