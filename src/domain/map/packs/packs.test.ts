import { describe, expect, it } from 'vitest'
import { type Packs, packRows } from './packs.ts'

const pack = (name: string, version = 'v1') => ({ name, size: 100, version })
const packs = (given: Partial<Packs>): Packs => ({ offered: [], kept: [], running: {}, problems: {}, ...given })
const rows = (given: Partial<Packs>) =>
  packRows(packs(given)).map(({ pack: { name, version }, state, kept }) => [name, version, state, kept])

describe('the lines of « Cartes hors ligne »', () => {
  it('[GEO-06] list the offered and the kept maps, in the order of their numbers', () => {
    expect(rows({ offered: [pack('85'), pack('9'), pack('44')], kept: [{ ...pack('35'), kept: 100 }] })).toEqual([
      ['9', 'v1', 'offered', 0],
      ['35', 'v1', 'whole', 100],
      ['44', 'v1', 'offered', 0],
      ['85', 'v1', 'offered', 0],
    ])
  })

  it('[GEO-06] list the kept maps while the server has not answered', () => {
    expect(rows({ offered: null, kept: [{ ...pack('44'), kept: 100 }] })).toEqual([['44', 'v1', 'whole', 100]])
  })

  it('[GEO-06] show a broken download, one under way and one that failed', () => {
    const given = { offered: [pack('44')], kept: [{ ...pack('44'), kept: 40 }] }
    expect(rows(given)).toEqual([['44', 'v1', 'broken', 40]])
    expect(rows({ ...given, running: { 44: 70 } })).toEqual([['44', 'v1', 'running', 70]])
    expect(packRows(packs({ ...given, problems: { 44: 'offline' } }))[0]?.problem).toBe('offline')
  })

  it('[GEO-06] offer the newer file and keep the older one meanwhile', () => {
    const older = { ...pack('44', 'v0'), kept: 100 }
    expect(rows({ offered: [pack('44')], kept: [older] })).toEqual([['44', 'v1', 'old', 0]])
    expect(rows({ offered: [pack('44')], kept: [older, { ...pack('44'), kept: 40 }] })).toEqual([
      ['44', 'v1', 'old', 40],
    ])
    // No longer offered, but still kept.
    expect(rows({ offered: [], kept: [older] })).toEqual([['44', 'v0', 'whole', 100]])
  })
})
