import { describe, expect, it } from 'vitest'
import { createShares, inLane } from './shares.ts'

describe('shares of the pool', () => {
  const shares = (line = 3) => createShares({ connections: 10, turn: 60_000, line })
  /** Which of them were granted, in order. */
  const enter = (to: ReturnType<typeof shares>, company: string, count: number) => {
    const leave: (() => void)[] = []
    const refused: unknown[] = []
    for (let n = 0; n < count; n += 1)
      to.enter(company).then(
        (one) => leave.push(one),
        (error: unknown) => refused.push(error),
      )
    return { leave, refused }
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it("a company's writers get four of ten, its readers three more, and other companies the rest", async () => {
    const all = shares(100)
    const writers = enter(all, 'a', 20)
    const readers = inLane('reads', () => enter(all, 'a', 20))
    const others = enter(all, 'b', 5)
    await settled()
    expect([writers.leave.length, readers.leave.length, others.leave.length]).toEqual([4, 3, 3])
    const [first] = readers.leave
    first?.()
    await settled()
    expect([writers.leave.length, readers.leave.length]).toEqual([4, 4])
  })

  it('all writers together leave three of ten to readers', async () => {
    const all = shares()
    const [a, b, c] = ['a', 'b', 'c'].map((company) => enter(all, company, 3))
    const readers = inLane('reads', () => enter(all, 'd', 3))
    await settled()
    expect([a, b, c].map((one) => one?.leave.length)).toEqual([3, 3, 1])
    expect(readers.leave).toHaveLength(3)
  })

  it('a request that finds the line full is told at once when to come back; a place that is given back goes to the next', async () => {
    const all = shares(3)
    const { leave, refused } = enter(all, 'a', 9)
    await settled()
    expect(leave).toHaveLength(4)
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ code: 'UNAVAILABLE', retryAfter: expect.any(Number) })
    for (const one of [...leave]) one()
    await settled()
    expect(leave).toHaveLength(7)
  })

  it('a request that waits too long is told so, and leaves the line', async () => {
    const all = createShares({ connections: 1, turn: 20, line: 1 })
    const { leave, refused } = enter(all, 'a', 2)
    await expect.poll(() => refused).toHaveLength(1)
    leave[0]?.()
    await expect(all.enter('a')).resolves.toBeTypeOf('function')
  })

  it('one connection is enough for everybody in turn', async () => {
    const all = createShares({ connections: 1, turn: 60_000 })
    const { leave } = enter(all, 'a', 1)
    await settled()
    expect(leave).toHaveLength(1)
  })
})
