// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { guardForm, whereUnsaved } from './unsaved-forms.ts'

/** Another tab has modules of its own. */
const otherTab = async (): Promise<typeof import('./unsaved-forms.ts')> => {
  vi.resetModules()
  return import('./unsaved-forms.ts')
}

const ends: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) end()
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
