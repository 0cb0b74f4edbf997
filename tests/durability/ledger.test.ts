import { describe, expect, it } from 'vitest'
import {
  committedUnanswered,
  type Found,
  faultsOf,
  type Ledger,
  receiptFaults,
  seqFaults,
  unanswered,
  type Write,
} from './ledger.ts'

let keys = 0
const write = (action: Write['action'], seq: number | null, version: number | null = null): Write => {
  const key = `k${++keys}`
  return { key, action, text: `words of ${key}`, receipt: seq === null ? null : { version, seq } }
}
const ledger = (...writes: Write[]): Ledger => new Map([['r', writes]])
const found = (version: number, { text }: Write): Map<string, Found> => new Map([['r', { version, text }]])
const nothing = new Map<string, Found>()

describe('what the server has after a kill', () => {
  const [made, edited, open] = [write('create', 1), write('update', 2), write('update', null)]
  const all = ledger(made, edited, open)

  it('is every acknowledged write, with or without the unanswered one', () => {
    expect(faultsOf(all, found(2, edited))).toEqual([])
    expect(committedUnanswered(all, found(2, edited))).toBe(0)
    expect(faultsOf(all, found(3, open))).toEqual([])
    expect(committedUnanswered(all, found(3, open))).toBe(1)
    expect(unanswered(all)).toEqual([{ id: 'r', write: open }])
  })

  it.each([
    ['a lost record', nothing],
    ['a lost edit', found(1, made)],
    ['an edit that was made twice', found(3, edited)],
    ['an edit whose VERSION was lost', found(2, open)],
    ['an older text under a newer VERSION', found(3, made)],
  ])('is not %s', (_title, rows) => {
    expect(faultsOf(all, rows)).toEqual([expect.stringMatching(/^r: found .* nor /)])
  })

  it('is nothing once a deletion was acknowledged, and a record or nothing before', () => {
    const [gone, going] = [ledger(made, write('delete', 2)), ledger(made, write('delete', null))]
    expect([faultsOf(gone, nothing), faultsOf(going, nothing), faultsOf(going, found(1, made))]).toEqual([[], [], []])
    expect(faultsOf(gone, found(1, made))).toHaveLength(1)
    expect(committedUnanswered(going, nothing)).toBe(1)
  })

  it('holds no text that nobody wrote', () => {
    expect(faultsOf(new Map(), found(1, made))).toEqual(['r: nobody wrote it'])
  })
})

describe('what the server answered', () => {
  it('is the number of the write as its VERSION', () => {
    expect(receiptFaults(ledger(write('create', 1, 1), write('update', 2, 2), write('delete', 3)))).toEqual([])
    expect(receiptFaults(ledger(write('create', 1, 1), write('update', 2, 3)))).toHaveLength(1)
  })

  it('is every seq once', () => {
    const two = ledger(write('create', 5), write('update', 6))
    expect(seqFaults(two, { before: 4, head: 6 })).toEqual([])
    expect(seqFaults(two, { before: 4, head: 7 })).toEqual(['nobody holds seq 7'])
    expect(seqFaults(two, { before: 5, head: 6 })).toEqual(['seq 5 lies outside 6…6'])
    expect(seqFaults(ledger(write('create', 5), write('update', 5)), { before: 4, head: 5 })).toHaveLength(1)
  })
})
