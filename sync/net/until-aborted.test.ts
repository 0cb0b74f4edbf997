import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { untilAborted } from './until-aborted.ts'

it('[WORK-3] waits for the work, but not after the signal is aborted', async () => {
  const stop = new AbortController()
  await expect(untilAborted(stop.signal, Promise.resolve(1))).resolves.toBe(1)
  await expect(untilAborted(stop.signal, Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])

  const never = untilAborted(stop.signal, new Promise(() => undefined))
  stop.abort(new Error('enough'))
  await expect(never).rejects.toThrow('enough')
  await expect(untilAborted(stop.signal, Promise.resolve(1))).rejects.toThrow('enough')
})
