import 'fake-indexeddb/auto'
import { expect, it, vi } from 'vitest'
import { openFileStore } from './file-store.ts'

it('[WORK-9] [FILE-1] what is watched answers after a reading that failed, first or later, and then after each change', async () => {
  const store = openFileStore('watched')
  const failures = ['UnknownError', 'AbortError']
  let failed = 0
  const seen: number[] = []
  const stop = store.watch(
    async () => {
      const count = await store.confirmed.count()
      const name = count === 0 || count === 2 ? failures.pop() : undefined
      if (name === undefined) return count
      failed += 1
      throw new DOMException('Connection to Indexed Database server lost.', name)
    },
    (count) => seen.push(count),
  )
  const put = (id: string) => store.confirmed.put({ id, confirmedAt: '2026-11-30T08:00:00Z' } as never)
  await vi.waitFor(() => expect([failed, seen]).toEqual([2, [0]]))
  await put('a')
  await vi.waitFor(() => expect(seen.at(-1)).toBe(1))
  failures.push('AbortError')
  await put('b')
  await vi.waitFor(() => expect([failed, seen.at(-1)]).toEqual([3, 2]))
  stop()
  await put('c')
  store.close()
  expect(seen.at(-1)).toBe(2)
})

it('[WORK-9] [I10] a closed store is not watched any more', async () => {
  const store = openFileStore('closed')
  let reads = 0
  store.watch(
    () => {
      reads += 1
      return store.confirmed.count()
    },
    () => undefined,
  )
  await vi.waitFor(() => expect(reads).toBeGreaterThan(0))
  store.close()
  const then = reads
  await new Promise((resolve) => setTimeout(resolve, 800))
  expect(reads).toBe(then)
})
