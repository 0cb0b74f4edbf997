// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocks } from '../../../tests/support/lock-manager.ts'
import { guardForm, whereUnsaved } from './unsaved-forms.ts'

/** Another tab has modules of its own. */
const otherTab = async (): Promise<typeof import('./unsaved-forms.ts')> => {
  vi.resetModules()
  return import('./unsaved-forms.ts')
}

const ends: (() => void)[] = []
beforeEach(() => {
  Object.defineProperty(navigator, 'locks', { configurable: true, value: createLocks().clientOf('this') })
})
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
  Reflect.deleteProperty(navigator, 'locks')
})

it('[RES-03] says that nothing is unsaved where no form would ask', async () => {
  ends.push(guardForm(() => false))
  expect(await whereUnsaved()).toBeNull()
})

it('[RES-03] knows a form of this tab', async () => {
  ends.push(guardForm(() => true))
  expect(await whereUnsaved()).toBe('here')
})

it('[RES-03] knows a form of another tab of this browser, as long as it is open', async () => {
  const other = await otherTab()
  const end = other.guardForm(() => true)
  // The time that it is given to answer does not end: the machine may be busy.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expect(await whereUnsaved()).toBe('elsewhere')
  vi.useRealTimers()
  end()
  expect(await whereUnsaved()).toBeNull()
})

it('[RES-03] asks nothing because of another tab whose form is as it was', async () => {
  const other = await otherTab()
  ends.push(other.guardForm(() => false))
  expect(await whereUnsaved()).toBeNull()
})

/** Another tab has a form open, and is held up. */
function holdForm(): void {
  let close = (): void => undefined
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  void navigator.locks.request('lolapp.saisies', { mode: 'shared' }, () => closed)
  ends.push(close)
}

it('[RES-03] waits for another tab with a form that answers late: its device is slow', async () => {
  holdForm()
  const slow = new BroadcastChannel('lolapp.saisies')
  slow.onmessage = () => setTimeout(() => slow.postMessage('unsaved'), 600)
  ends.push(() => slow.close())
  expect(await whereUnsaved()).toBe('elsewhere')
})

it('[RES-03] waits some seconds, and no longer, for a tab that sleeps', async () => {
  vi.useFakeTimers()
  ends.push(() => vi.useRealTimers())
  holdForm()
  let where: string | null | undefined
  void whereUnsaved().then((told) => {
    where = told
  })
  await vi.advanceTimersByTimeAsync(2900)
  expect(where).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(where).toBeNull()
})
