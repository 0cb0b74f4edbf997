import { describe, expect, it } from 'vitest'
import { differences, sizeOf } from './compare.ts'

describe('what a screen says against what the database answers', () => {
  it('says nothing of the same answers, whatever the order of their rows', () => {
    expect(differences({ count: 2, ids: ['a', 'b'] }, { count: 2, ids: ['b', 'a'] })).toBeNull()
    expect(differences(12, 12)).toBeNull()
  })

  it('names a row that is missing, that is too many, or that stands twice', () => {
    expect(differences(['a'], ['a', 'b'])).toContain('missing 1 (b)')
    expect(differences(['a', 'b'], ['a'])).toContain('too many 1 (b)')
    expect(differences(['a', 'a'], ['a'])).toContain('too many 1 (a)')
    expect(differences(['a'], ['a', 'a'])).toContain('missing 1 (a)')
  })

  it('names the part that differs, and one that only one side has', () => {
    expect(differences({ count: 1, ids: [] }, { count: 2, ids: [] })).toBe('count: the screen says 1, the database 2')
    expect(differences({ today: 1 }, { today: 1, late: 3 })).toContain('late:')
  })

  it('tells how much was compared', () => {
    expect(sizeOf({ count: 3, ids: ['a', 'b', 'c'] })).toBe(3)
    expect(sizeOf([])).toBe(0)
    expect(sizeOf({ around: 0, without: 12 })).toBe(0)
    expect(sizeOf({ today: { count: 0, ids: [] }, late: { count: 1, ids: ['a'] } })).toBe(1)
    expect(sizeOf('12 7')).toBe(2)
    expect(sizeOf('')).toBe(0)
  })
})
