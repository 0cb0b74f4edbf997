import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { promisedTime, slowness } from './slowness.ts'

// These tests measure what the variable changes: whoever runs them with it set must see the same.
beforeEach(() => vi.stubEnv('TEST_PATIENCE', undefined))

afterEach(() => vi.unstubAllEnvs())

it('measures how much longer a piece of work takes than on a free machine, never less', () => {
  const took = (ms: number) => {
    const times = [0, ms]
    return slowness(100_000, () => times.shift() ?? 0)
  }
  expect(took(0.01)).toBe(1)
  expect(took(0.12)).toBeCloseTo(1)
  expect(took(0.36)).toBeCloseTo(3)
  expect(slowness(100_000)).toBeGreaterThanOrEqual(1)
})

it('extends a promised time in proportion to the slowness measured at its end, and no more', () => {
  let [now, measured] = [0, 0]
  const factor = () => {
    measured += 1
    return 3
  }
  const passed = promisedTime(10_000, { now: () => now, factor })
  now = 10_000
  expect([passed(), measured]).toEqual([false, 0])
  now = 29_000
  expect([passed(), passed(), measured]).toEqual([false, false, 1])
  now = 30_001
  expect(passed()).toBe(true)
  expect(promisedTime(0, { now: () => now, factor })()).toBe(false)
})

it('measures again when the extended time is over: a machine that is slower by then gets more', () => {
  let now = 0
  const factors = [1.5, 3, 2]
  const passed = promisedTime(10_000, { now: () => now, factor: () => factors.shift() ?? 1 })
  now = 15_000
  expect(passed()).toBe(false)
  now = 15_001
  expect([passed(), factors]).toEqual([false, [2]])
  now = 30_001
  // What has passed stays so, however slow the machine becomes.
  expect([passed(), factors]).toEqual([true, []])
  factors.push(9)
  expect([passed(), factors]).toEqual([true, [9]])
})

it('gives no extra time on a free machine', () => {
  let now = 0
  const passed = promisedTime(10_000, { now: () => now, factor: () => 1 })
  now = 10_001
  expect(passed()).toBe(true)
})

it('is as patient as TEST_PATIENCE says, also on a machine that is free at the moment of the measurement', () => {
  vi.stubEnv('TEST_PATIENCE', '6')
  let now = 0
  const passed = promisedTime(10_000, { now: () => now, factor: () => 1 })
  now = 60_000
  expect(passed()).toBe(false)
  now = 60_001
  expect(passed()).toBe(true)
})
