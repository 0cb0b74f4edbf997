// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { theme } from '../../ui/theme.ts'

// Tests of their own hold what the first installation waits for.
vi.mock('../../data/version/free-line.ts', async (actual) => ({
  ...(await actual<typeof import('../../data/version/free-line.ts')>()),
  freeLine: () => Promise.resolve(),
}))

class FakeWorker extends EventTarget {
  state = 'installing'
  /** Answers the page that asks whether it runs, as sw.ts does. */
  postMessage = vi.fn((_message: unknown, [port]: MessagePort[] = []) => port?.postMessage(null))
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}
class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null
  installing: FakeWorker | null = null
  active: FakeWorker | null = null
  update = vi.fn(() => Promise.resolve())
  install(): FakeWorker {
    const worker = new FakeWorker()
    this.installing = worker
    this.dispatchEvent(new Event('updatefound'))
    return worker
  }
}
class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  registration = new FakeRegistration()
  register = vi.fn(() => Promise.resolve(this.registration))
}

let container: FakeContainer
const reload = vi.fn()

async function start(controlled: boolean, active: FakeWorker | null = null, quiet = false) {
  vi.resetModules()
  container = new FakeContainer()
  container.registration.active = active
  if (controlled) container.controller = new FakeWorker()
  vi.stubEnv('PROD', true)
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  const { registerServiceWorker } = await import('../../data/version/service-worker.ts')
  const { UpdatePrompt } = await import('./update-prompt.tsx')
  registerServiceWorker({ reload })
  await vi.waitFor(() => expect(container.register).toHaveBeenCalled())
  render(
    <MantineProvider theme={theme} env="test">
      <UpdatePrompt quiet={quiet} />
    </MantineProvider>,
  )
}

describe('the update prompt', () => {
  beforeEach(() => {
    vi.clearAllMocks()
    sessionStorage.clear()
    localStorage.clear()
    vi.stubGlobal('__BUILD_DATE__', '2026-11-22T10:00:00.000Z')
  })

  it('[PWA-01] registers /sw.js with scope /', async () => {
    await start(false)
    expect(container.register).toHaveBeenCalledWith('/sw.js', { scope: '/' })
  })

  it('[PWA-02] the first installation says « Application prête … » once active, and « Fermer » closes it', async () => {
    await start(false)
    const worker = container.registration.install()
    act(() => worker.become('installed'))
    expect(screen.queryByRole('status')).toBeNull()
    act(() => worker.become('activated'))
    expect(screen.getByRole('status').textContent).toContain('Application prête à fonctionner hors ligne')
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('[PWA-02] a page of one link says nothing of working offline, only that a new version is there', async () => {
    await start(false, null, true)
    act(() => container.registration.install().become('activated'))
    expect(screen.queryByRole('status')).toBeNull()
    await start(true, new FakeWorker(), true)
    act(() => container.registration.install().become('installed'))
    expect(screen.getByRole('alert').textContent).toContain('Mise à jour disponible')
  })

  it('[PWA-01] a first installation that the network interrupted is repeated until it succeeds', async () => {
    vi.useFakeTimers()
    try {
      await start(false)
      for (let fails = 1; fails <= 3; fails += 1) {
        act(() => container.registration.install().become('redundant'))
        expect(container.register).toHaveBeenCalledTimes(fails)
        await vi.advanceTimersByTimeAsync(60_000)
        expect(container.register).toHaveBeenCalledTimes(fails + 1)
      }
      const worker = container.registration.install()
      act(() => worker.become('activated'))
      expect(screen.getByRole('status').textContent).toContain('Application prête à fonctionner hors ligne')
      await vi.advanceTimersByTimeAsync(60_000)
      expect(container.register).toHaveBeenCalledTimes(4)
    } finally {
      vi.useRealTimers()
    }
  })

  it('[PWA-01] a page that no worker controls, although one is active, asks to be controlled', async () => {
    const active = new FakeWorker()
    await start(false, active)
    await expect.poll(() => active.postMessage).toHaveBeenCalledWith({ type: 'CLAIM' })
    const known = new FakeWorker()
    await start(true, known)
    await expect.poll(() => known.postMessage.mock.calls).toEqual([[{ type: 'TIDY' }]])
    // Once for each version: each message starts the worker.
    const again = new FakeWorker()
    await start(true, again)
    vi.stubGlobal('__BUILD_DATE__', '2026-11-23T10:00:00.000Z')
    const newer = new FakeWorker()
    await start(true, newer)
    await expect.poll(() => newer.postMessage.mock.calls).toEqual([[{ type: 'TIDY' }]])
    expect(again.postMessage).not.toHaveBeenCalled()
  })

  it('[PWA-02] a waiting version is offered; accepting tells it to take over; the page reloads once', async () => {
    await start(true)
    const worker = container.registration.install()
    act(() => worker.become('installed'))
    expect(screen.getByRole('alert').textContent).toContain(
      'Mise à jour disponible, cliquez sur le bouton pour mettre à jour.',
    )
    expect(screen.getByRole('button', { name: 'Fermer' })).toBeTruthy()
    const { onRest } = await import('../../data/version/service-worker.ts')
    const resting = vi.fn(() => expect(worker.postMessage).not.toHaveBeenCalled())
    onRest(resting)
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }))
    await expect.poll(() => worker.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' })
    expect(worker.postMessage.mock.calls.map(([message]) => message)).toEqual([
      { type: 'AWAKE' },
      { type: 'SKIP_WAITING' },
    ])
    // Background work that calls the network stops first: a request would start the old worker again.
    expect(resting).toHaveBeenCalledOnce()
    expect(container.controller?.postMessage).toHaveBeenCalledWith({ type: 'AWAKE' }, expect.anything())
    expect(reload).not.toHaveBeenCalled()
    container.dispatchEvent(new Event('controllerchange'))
    container.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('[PWA-02] the browser asks before the reload, and its person stays: the form is guarded, no draft is left, and the update can be tried again', async () => {
    await start(true)
    const { dirtyForms: forms } = await import('../../data/version/dirty-forms.ts')
    const stop = forms.register('client/1', { isDirty: () => true, values: () => ({ NOM: 'Durand' }) })
    act(() => container.registration.install().become('installed'))
    await userEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }))
    reload.mockImplementationOnce(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true, capture: true })
    container.dispatchEvent(new Event('controllerchange'))
    expect(forms.isLeavingSafely()).toBe(true)
    await expect.poll(() => forms.isLeavingSafely()).toBe(false)
    expect(sessionStorage).toHaveLength(0)
    // The version has taken over already: only the reload is left.
    const again = await screen.findByRole('button', { name: 'Mettre à jour' })
    await expect.poll(() => again.hasAttribute('data-loading')).toBe(false)
    await userEvent.click(again)
    expect(reload).toHaveBeenCalledTimes(2)
    expect(forms.hasDraft('client/1')).toBe(true)
    stop()
  })

  it('[PWA-02] a page that goes a while after the browser has asked keeps its drafts', async () => {
    await start(true)
    const { dirtyForms: forms } = await import('../../data/version/dirty-forms.ts')
    const stop = forms.register('client/1', { isDirty: () => true, values: () => ({ NOM: 'Durand' }) })
    reload.mockImplementationOnce(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true, capture: true })
    container.dispatchEvent(new Event('controllerchange'))
    await expect.poll(() => forms.isLeavingSafely()).toBe(false)
    window.dispatchEvent(new Event('pagehide'))
    expect(forms.hasDraft('client/1')).toBe(true)
    stop()
  })

  it('the first worker that takes control does not reload the page', async () => {
    await start(false)
    container.dispatchEvent(new Event('controllerchange'))
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('drafts', () => {
  it('[PWA-02] a dirty form’s values survive the reload, once; a clean form leaves none', () => {
    const stop = dirtyForms.register('client/1', { isDirty: () => true, values: () => ({ NOM: 'Durand' }) })
    dirtyForms.register('client/2', { isDirty: () => false, values: () => ({ NOM: 'Petit' }) })
    dirtyForms.saveDrafts()
    stop()
    expect(dirtyForms.takeDraft('client/1')).toEqual({ NOM: 'Durand' })
    expect(dirtyForms.takeDraft('client/1')).toBeUndefined()
    expect(dirtyForms.takeDraft('client/2')).toBeUndefined()
    expect(dirtyForms.isLeavingSafely()).toBe(true)
  })
})
