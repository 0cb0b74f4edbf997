// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useReading } from './use-reading.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const ASK_MS = 1000
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms))

/** What the server answers: the count of its answers so far, each after `takes` ms. It works until the third. */
function slowServer(takes: number) {
  let answers = 0
  const read = (signal: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(++answers), takes)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    })
  return { read, answers: () => answers }
}

it('waits for answers that take longer than the pause between them, until there is nothing to wait for', async () => {
  const server = slowServer(2500)
  const { result } = renderHook(() => useReading(true, server.read, (known) => (known < 3 ? ASK_MS : null)))
  await pass(2500)
  expect(result.current.known).toBe(1)
  await pass(ASK_MS + 2500)
  expect(result.current.known).toBe(2)
  await pass(60_000)
  expect([result.current.known, server.answers()]).toEqual([3, 3])
})

it('asks on after a failure, and stops with the page', async () => {
  const read = vi
    .fn<() => Promise<number>>()
    .mockResolvedValueOnce(1)
    .mockRejectedValueOnce(new Error('502'))
    .mockResolvedValue(2)
  const { result, unmount } = renderHook(() => useReading(true, read, () => ASK_MS))
  await pass(0)
  await pass(ASK_MS)
  expect([result.current.known, result.current.trouble]).toEqual([1, 'failed'])
  await pass(ASK_MS)
  expect([result.current.known, result.current.trouble]).toEqual([2, null])
  unmount()
  await pass(10 * ASK_MS)
  expect(read).toHaveBeenCalledTimes(3)
})

it('asks on when the first call after a lost network fails', async () => {
  const read = vi
    .fn<() => Promise<number>>()
    .mockResolvedValueOnce(1)
    .mockRejectedValueOnce(new Error('502'))
    .mockResolvedValue(2)
  const { result, rerender } = renderHook(({ online }) => useReading(online, read, () => ASK_MS), {
    initialProps: { online: true },
  })
  await pass(0)
  rerender({ online: false })
  await pass(10 * ASK_MS)
  expect([read.mock.calls.length, result.current.trouble]).toEqual([1, 'offline'])
  rerender({ online: true })
  await pass(0)
  expect(result.current.trouble).toBe('failed')
  await pass(ASK_MS)
  expect([result.current.known, result.current.trouble]).toEqual([2, null])
})
