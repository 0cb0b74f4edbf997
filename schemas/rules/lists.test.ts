import { describe, expect, it } from 'vitest'
import { REFERENCE_LISTS, reference } from '../entities/reference.ts'
import { LIST_FIELDS, lastPlace, listIssues, moveEntry, NEEDED, offered } from './lists.ts'

const entry = (id: string, ORDRE: number, ARCHIVE: 0 | 1 = 0) => ({ id, ORDRE, ARCHIVE })
const ids = (entries: readonly { id: string }[]): string[] => entries.map(({ id }) => id)

describe('[SET-03 archive] what a choice proposes', () => {
  const all = [entry('a', 1), entry('b', 2, 1), entry('c', 3, 1)]

  it('leaves archived entries out, except those that the record holds', () => {
    expect(ids(offered(all))).toEqual(['a'])
    expect(ids(offered(all, ['c', null, undefined]))).toEqual(['a', 'c'])
  })
})

describe('[SET-03 reorder] the places of a list', () => {
  const moves = (entries: { id: string; ORDRE: number }[], id: string, by: -1 | 1) =>
    Object.fromEntries(moveEntry(entries, id, by).map(({ id, ORDRE }) => [id, ORDRE]))
  const numbered = [entry('a', 1), entry('b', 2), entry('c', 3)]

  it('a move changes the two entries that change places, and nothing at either end', () => {
    expect(moves(numbered, 'b', -1)).toEqual({ a: 2, b: 1 })
    expect(moves(numbered, 'b', 1)).toEqual({ b: 3, c: 2 })
    expect(moves(numbered, 'a', -1)).toEqual({})
    expect(moves(numbered, 'c', 1)).toEqual({})
    expect(moves(numbered, 'inconnu', 1)).toEqual({})
  })

  it('a list without places gets them with the first move', () => {
    expect(moves([entry('a', 0), entry('b', 0), entry('c', 0)], 'c', -1)).toEqual({ a: 1, c: 2, b: 3 })
  })

  it('a new entry comes last', () => {
    expect(lastPlace([])).toBe(1)
    expect(lastPlace([entry('a', 4), entry('b', 9, 1)])).toBe(10)
  })
})

describe('[SET-03 lists] what an entry has', () => {
  it('every list of the product can be edited, with fields that exist', () => {
    expect(Object.keys(LIST_FIELDS).sort()).toEqual([...REFERENCE_LISTS].sort())
    const known = Object.keys(reference.fields)
    for (const fields of Object.values(LIST_FIELDS)) expect(known).toEqual(expect.arrayContaining([...fields]))
    expect(Object.entries(NEEDED).every(([list, name]) => LIST_FIELDS[list as 'TVA'].includes(name))).toBe(true)
  })

  it('[ENT-04] a nature has a code of the rules; other lists have any', () => {
    const changed = () => true
    expect(listIssues({ LISTE: 'NATURE_RDV', CODE: 'Visite' }, changed, null)).toEqual([
      { field: 'CODE', message: expect.any(String) },
    ])
    expect(listIssues({ LISTE: 'NATURE_RDV', CODE: 'Visite' }, () => false, null)).toEqual([])
    for (const CODE of ['Com', 'Metre', 'R2', 'Autre', null]) {
      expect(listIssues({ LISTE: 'NATURE_RDV', CODE }, changed, null)).toEqual([])
    }
    expect(listIssues({ LISTE: 'TYPE_INTERVENTION', CODE: 'SAV' }, changed, null)).toEqual([])
  })

  it('[CAL-09] a motive keeps its category: debriefs on their way were written with it', () => {
    const motive = (TYPE_MOTIF: number | null) => ({ LISTE: 'RDV_DEBRIEF', CODE: null, TYPE_MOTIF })
    const changed = (field: string) => field === 'TYPE_MOTIF'
    expect(listIssues(motive(2), changed, motive(1))).toEqual([{ field: 'TYPE_MOTIF', message: expect.any(String) }])
    expect(listIssues(motive(2), () => false, motive(2))).toEqual([])
    expect(listIssues(motive(2), changed, null)).toEqual([])
    expect(listIssues(motive(2), changed, motive(null))).toEqual([])
  })
})
