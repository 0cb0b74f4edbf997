// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Installation from './installation.ts'
import { wayOf } from './installation.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const IPAD =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const IN_APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS]'

const seen = (userAgent: string, more: Partial<Parameters<typeof wayOf>[0]> = {}) =>
  wayOf({ isStandalone: false, hasDialog: false, userAgent, touchPoints: 5, ...more })

describe('[DAY-16 install] the way in which a browser installs the app', () => {
  it.each([
    ['an iPhone: two taps', seen(IPHONE), 'ios'],
    ['an iPad, which calls itself a Mac', seen(IPAD), 'ios'],
    ['a Mac', seen(IPAD, { touchPoints: 0 }), 'unknown'],
    ['a page inside another app', seen(IN_APP), 'unknown'],
    ['Chromium with its dialog', seen(ANDROID, { hasDialog: true }), 'dialog'],
    ['Chromium without it', seen(ANDROID), 'unknown'],
    ['the installed app', seen(IPHONE, { isStandalone: true }), 'installed'],
  ])('%s', (_what, way, expected) => {
    expect(way).toBe(expected)
  })
})

const keeping = { persisted: vi.fn(async () => false), persist: vi.fn(async () => true) }

/** Each call is a new start of the app in Chromium. */
async function start(): Promise<typeof Installation & { page: EventTarget }> {
  vi.resetModules()
  vi.stubGlobal('navigator', { userAgent: ANDROID, maxTouchPoints: 5, storage: keeping })
  const module = await import('./installation.ts')
  const page = new EventTarget()
  module.watchInstallation(page)
  return { ...module, page }
}

function offeredBy(page: EventTarget, outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  act(() => void page.dispatchEvent(event))
  return { event, prompt }
}

describe('the browser’s dialog', () => {
  beforeEach(() => vi.clearAllMocks())

  it('[DAY-16 install] (dialog) waits for a tap, opens once, and says what the person answered', async () => {
    const { page, install, useInstallWay } = await start()
    const way = renderHook(useInstallWay).result
    expect(way.current).toBe('unknown')
    const { event, prompt } = offeredBy(page, 'dismissed')
    expect(event.defaultPrevented).toBe(true)
    expect(way.current).toBe('dialog')
    expect(prompt).not.toHaveBeenCalled()
    await act(async () => expect(await install()).toBe(false))
    expect(prompt).toHaveBeenCalledOnce()
    expect(way.current).toBe('unknown')
    expect(await install()).toBe(false)
    offeredBy(page, 'accepted')
    await act(async () => expect(await install()).toBe(true))
  })

  it('[DAY-16 persist] asks again for storage that lasts once the app is installed', async () => {
    const { page, useInstallWay } = await start()
    const { askToKeep } = await import('../database/storage-room.ts')
    await askToKeep(keeping)
    expect(keeping.persist).toHaveBeenCalledOnce()
    const way = renderHook(useInstallWay).result
    await act(async () => void page.dispatchEvent(new Event('appinstalled')))
    await vi.waitFor(() => expect(keeping.persist).toHaveBeenCalledTimes(2))
    expect(way.current).toBe('installed')
  })
})
