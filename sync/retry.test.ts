import { expect, it } from 'vitest'
import { backOff } from './back-off.ts'
import { createBell } from './retry.ts'

const never = new AbortController().signal

it('[I12] [SYN-03] waits longer after each failure, never more than 8 s', () => {
  const longest = [0, 1, 2, 3, 4, 5, 60].map((attempt) => backOff(attempt, () => 1))
  expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
  expect(backOff(60, () => 0)).toBe(0)
})

it('[I12] [SYN-03] a bell that rang while nobody waited ends the next wait, once', async () => {
  const bell = createBell()
  bell.ring()
  expect(await bell.wait(60_000, never)).toBe('work')
  expect(await bell.wait(1, never)).toBeUndefined()
})

it('[I12] [SYN-03] a bell that rings for new work keeps an earlier ring for a healed network', async () => {
  const bell = createBell()
  bell.ring('healed')
  bell.ring()
  expect(await bell.wait(60_000, never)).toBe('healed')
  const waiting = bell.wait(60_000, never)
  bell.ring('healed')
  expect(await waiting).toBe('healed')
})
