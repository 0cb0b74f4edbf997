// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DOUBLE_PRESS_MS, useBusy } from './use-busy.ts'

vi.mock('./notices.tsx', () => ({ notices: { failure: vi.fn() } }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pending = () => {
  let end = (_value?: unknown): void => undefined
  const run = vi.fn(() => new Promise<unknown>((resolve) => (end = resolve)))
  return { run, end: (value?: unknown) => act(async () => end(value)) }
}

it('ignores a press while the former one is not finished', async () => {
  const { result } = renderHook(() => useBusy())
  const { run, end } = pending()
  let both: Promise<boolean[]> | undefined
  await act(async () => {
    both = Promise.all([result.current.whileBusy(run), result.current.whileBusy(run)])
  })
  expect(result.current.busy).toBe(true)
  await end()
  expect(await both).toEqual([true, false])
  expect(run).toHaveBeenCalledOnce()
  expect(result.current.busy).toBe(false)
  await act(async () => void result.current.whileBusy(run))
  expect(run).toHaveBeenCalledTimes(2)
})

it('ignores one that comes before the end of the former one is drawn', async () => {
  const { result } = renderHook(() => useBusy())
  const run = vi.fn(() => Promise.resolve())
  await act(async () => {
    await result.current.whileBusy(run)
    await result.current.whileBusy(run)
  })
  expect(run).toHaveBeenCalledOnce()
})

it('rests after a success, so that a double press does not press what comes in its place; never after a failure', async () => {
  const { result } = renderHook(() => useBusy({ restMs: DOUBLE_PRESS_MS }))
  const run = vi.fn(() => Promise.resolve(true))
  await act(async () => void result.current.whileBusy(run))
  expect(result.current.busy).toBe(true)
  await act(async () => void result.current.whileBusy(run))
  expect(run).toHaveBeenCalledOnce()
  await act(() => vi.advanceTimersByTime(DOUBLE_PRESS_MS))
  expect(result.current.busy).toBe(false)
  await act(async () => void result.current.whileBusy(() => Promise.reject(new Error('full'))))
  expect(result.current.busy).toBe(false)
})
