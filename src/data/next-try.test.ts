import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilNextTry } from './next-try.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('waits until the time is up', async () => {
  const next = vi.fn()
  void untilNextTry(1000, [[new EventTarget(), 'retry']]).then(next)
  await vi.advanceTimersByTimeAsync(999)
  expect(next).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(next).toHaveBeenCalledOnce()
})

it('ends with the first event, and leaves no timer and no listener behind', async () => {
  const [line, page] = [new EventTarget(), new EventTarget()]
  const kept = [line, page].map((target) => vi.spyOn(target, 'addEventListener'))
  const next = untilNextTry(60_000, [
    [line, 'online'],
    [page, 'abort'],
  ])
  line.dispatchEvent(new Event('online'))
  page.dispatchEvent(new Event('abort'))
  // The clock stands still.
  await next
  expect(vi.getTimerCount()).toBe(0)
  for (const { mock } of kept) expect(mock.calls[0]?.[2]).toMatchObject({ signal: { aborted: true } })
})
