import { describe, expect, it, vi } from 'vitest'
import { type askToKeep, tightRoom } from './storage-room.ts'

const MB = 1024 ** 2

describe('[SYN-11 full] [WORK-11] the storage room that is left', () => {
  it.each<[string, StorageEstimate, number | null]>([
    ['plenty', { usage: 100 * MB, quota: 10_000 * MB }, null],
    ['exactly 50 MB', { usage: 50 * MB, quota: 100 * MB }, null],
    ['less than 50 MB', { usage: 51 * MB, quota: 100 * MB }, 49 * MB],
    ['more than 90 % used', { usage: 9_100 * MB, quota: 10_000 * MB }, 900 * MB],
    ['more used than allowed', { usage: 120 * MB, quota: 100 * MB }, 0],
    ['a browser that says nothing', {}, null],
    ['a browser that says half', { usage: 100 * MB }, null],
    ['a quota of nothing', { usage: 0, quota: 0 }, null],
  ])('%s', (_what, estimate, left) => {
    expect(tightRoom(estimate)).toBe(left)
  })
})

/** Each import is a new start of the application. */
async function start(): Promise<typeof askToKeep> {
  vi.resetModules()
  return (await import('./storage-room.ts')).askToKeep
}

describe('[SYN-11 persist] [WORK-11] asking the browser to keep the data', () => {
  it('happens once per start', async () => {
    const storage = { persisted: vi.fn(async () => false), persist: vi.fn(async () => false) }
    const ask = await start()
    await ask(storage)
    await ask(storage)
    expect(storage.persist).toHaveBeenCalledTimes(1)
    await (await start())(storage)
    expect(storage.persist).toHaveBeenCalledTimes(2)
  })

  it('does not happen where it has agreed', async () => {
    const storage = { persisted: vi.fn(async () => true), persist: vi.fn(async () => true) }
    await (await start())(storage)
    expect(storage.persist).not.toHaveBeenCalled()
  })

  it('reports no error where it refuses, or cannot', async () => {
    const persist = vi.fn(() => Promise.reject(new DOMException('no', 'SecurityError')))
    await (await start())({ persist })
    expect(persist).toHaveBeenCalled()
    await expect((await start())({})).resolves.toBeUndefined()
    await expect((await start())(undefined)).resolves.toBeUndefined()
  })
})
