import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { freeLine, holdLine } from './free-line.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function wait(expectsLogin: boolean): { free: boolean } {
  const state = { free: false }
  void freeLine({ expectsLogin }).then(() => {
    state.free = true
  })
  return state
}

it('[PWA-02] the app’s files wait while a first screen has the line', async () => {
  const release = holdLine()
  const line = wait(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(line.free).toBe(false)
  release()
  await vi.advanceTimersByTimeAsync(2000)
  expect(line.free).toBe(true)
})

it('[PWA-02] on a login page somebody may be about to sign in: their first screen comes first', async () => {
  const line = wait(true)
  await vi.advanceTimersByTimeAsync(3000)
  const call = holdLine()
  const screen = holdLine()
  call()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(line.free).toBe(false)
  screen()
  await vi.advanceTimersByTimeAsync(2000)
  expect(line.free).toBe(true)
})

it('[PWA-02] a login that begins while the line is being listened to has it too', async () => {
  const line = wait(false)
  const release = holdLine()
  await vi.advanceTimersByTimeAsync(5000)
  expect(line.free).toBe(false)
  release()
  await vi.advanceTimersByTimeAsync(2000)
  expect(line.free).toBe(true)
})

it('[PWA-02] a first screen that never comes does not keep the app from being installed', async () => {
  holdLine()
  const line = wait(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(line.free).toBe(true)
})
