// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import { useBytesUrl } from './kept-bytes.ts'

const BYTES = new Uint8Array([1, 2, 3])
const away = (): AppError => new AppError('UNAVAILABLE', 'hors ligne', { details: { offline: true } })

beforeEach(() => {
  vi.useFakeTimers()
  let made = 0
  URL.createObjectURL = vi.fn(() => `blob:${++made}`)
  URL.revokeObjectURL = vi.fn()
})
afterEach(() => void vi.useRealTimers())

const minutes = (count: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(count * 60_000))

it.each([
  ['no network', away()],
  ['a server that fails', new AppError('INTERNAL', 'panne')],
  ['too many calls', new AppError('RATE_LIMITED', 'trop')],
  ['a local database that does not open yet', new Error('closed')],
])('[SYN-09] a picture that could not be read for %s is read again while the page stays open', async (_, error) => {
  const load = vi.fn().mockRejectedValueOnce(error).mockRejectedValueOnce(error).mockResolvedValue(BYTES)
  const { result } = renderHook(() => useBytesUrl('a', load))
  expect(result.current).toBeNull()
  await minutes(1)
  expect(result.current).toBe('blob:1')
  await minutes(10)
  expect(load).toHaveBeenCalledTimes(3)
})

it('[SYN-09] is read again at once when the network is back', async () => {
  const load = vi.fn().mockRejectedValue(away())
  const { result } = renderHook(() => useBytesUrl('a', load))
  await minutes(30)
  load.mockResolvedValue(BYTES)
  await act(async () => {
    dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(result.current).toBe('blob:1')
})

it.each([
  ['is refused', 'UNAUTHORIZED'],
  ['is nowhere', 'NOT_FOUND'],
] as const)('is not asked for again when it %s', async (_, code) => {
  const load = vi.fn().mockRejectedValue(new AppError(code, 'non'))
  const { result } = renderHook(() => useBytesUrl('a', load))
  await minutes(10)
  expect(result.current).toBeNull()
  expect(load).toHaveBeenCalledTimes(1)
})

it('asks at most once a minute for what stays out of reach, and no more once the page is left', async () => {
  const load = vi.fn().mockRejectedValue(away())
  const { unmount } = renderHook(() => useBytesUrl('a', load))
  await minutes(10)
  load.mockClear()
  await minutes(10)
  expect(load.mock.calls.length).toBeGreaterThan(8)
  expect(load.mock.calls.length).toBeLessThan(12)
  unmount()
  load.mockClear()
  await minutes(10)
  expect(load).not.toHaveBeenCalled()
})
