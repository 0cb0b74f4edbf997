import { expect, it } from 'vitest'
import { batchesOf, pagesOf } from './pages.ts'

const PHOTO = 'f'.repeat(400_000)
const ROW = 'r'.repeat(500)

/** Gives these rows in their order; remembers how many characters each answer had. */
function table(rows: readonly string[]): { fetch: (count: number) => Promise<string[]>; answers: number[] } {
  let next = 0
  const answers: number[] = []
  const fetch = async (count: number): Promise<string[]> => {
    const lines = rows.slice(next, next + count)
    next += count
    answers.push(lines.reduce((sum, { length }) => sum + length, 0))
    return lines
  }
  return { fetch, answers }
}

async function allOf(pages: AsyncIterable<string[]>): Promise<string[][]> {
  const all: string[][] = []
  for await (const page of pages) all.push(page)
  return all
}

it('reads the photos of a long price list in pages that fit in memory', async () => {
  const rows = Array.from({ length: 2000 }, () => PHOTO)
  const { fetch, answers } = table(rows)
  expect((await allOf(pagesOf(fetch, 100))).flat()).toEqual(rows)
  expect(Math.max(...answers)).toBeLessThan(11_000_000)
})

it('reads short rows by the thousand, and gets smaller when they become long', async () => {
  const rows = [
    ...Array.from({ length: 60_000 }, () => ROW),
    ...Array.from({ length: 300 }, () => PHOTO.slice(0, 50_000)),
  ]
  const { fetch, answers } = table(rows)
  expect((await allOf(pagesOf(fetch))).flat()).toEqual(rows)
  expect(answers.length).toBeLessThan(40)
  expect(Math.max(...answers)).toBeLessThan(20_000_000)
})

it.each([0, 1, 24, 25, 26, 125, 126])('misses no row of %d, and asks no more once there are none', async (count) => {
  const rows = Array.from({ length: count }, (_, n) => String(n))
  const { fetch } = table(rows)
  expect((await allOf(pagesOf(fetch))).flat()).toEqual(rows)
})

it('writes batches that fit in one statement', async () => {
  const rows = [...Array.from({ length: 1200 }, () => ROW), ...Array.from({ length: 100 }, () => PHOTO)]
  const batches = await allOf(
    batchesOf(
      (async function* () {
        yield* rows
      })(),
    ),
  )
  expect(batches.flat()).toEqual(rows)
  expect(batches.slice(0, 2).map(({ length }) => length)).toEqual([500, 500])
  expect(Math.max(...batches.map((batch) => batch.join('').length))).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect(await allOf(batchesOf((async function* () {})()))).toEqual([])
})
