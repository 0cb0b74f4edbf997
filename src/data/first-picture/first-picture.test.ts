// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionStore } from '../session/session-store.ts'
import type { StoredAuth } from '../session/stored-session.ts'
import { dismissPicture, PICTURE_KEY, type StoredPicture } from './stored-picture.ts'

/** The script that index.html loads before the app. */
const SCRIPT = readFileSync('public/first-picture.js', 'utf8')
const BUILD = 'http://localhost:3000/assets/index-1.js'

const picture = (more: Partial<StoredPicture> = {}): StoredPicture =>
  ({
    ...{ owner: 'personnel:p1', path: location.pathname, build: BUILD, scheme: 'light' },
    ...{ from: Date.now() - 1000, until: Date.now() + 60_000, width: innerWidth, height: innerHeight },
    ...{ css: '.a{}', tree: ['p', { class: 'a', onclick: 'x()' }, ['Chez Zoé', ['script', {}, ['x()']]]] as const },
    ...more,
  }) as StoredPicture

let shown: ShadowRoot | null
const start = (kept: unknown, account = 'p1'): void => {
  localStorage.setItem('lolapp.auth', JSON.stringify({ account: { kind: 'personnel', id: account } }))
  localStorage.setItem(PICTURE_KEY, typeof kept === 'string' ? kept : JSON.stringify(kept))
  class CSSStyleSheet {
    replaceSync = () => undefined
  }
  const { performance, requestAnimationFrame, addEventListener, removeEventListener } = window
  runInNewContext(SCRIPT, {
    ...{ document, localStorage, location, innerWidth, innerHeight, performance, CSSStyleSheet },
    ...{ requestAnimationFrame, addEventListener, removeEventListener, setInterval, clearInterval, Date, JSON },
  })
}

beforeEach(() => {
  localStorage.clear()
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
  document.head.innerHTML = `<script type="module" src="${BUILD}"></script>`
  document.body.innerHTML = '<div id="root"></div>'
  shown = null
  const attach = Element.prototype.attachShadow
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
    expect(init.mode).toBe('closed')
    shown = attach.call(this, init)
    return shown
  })
})

const host = (): Element | null => document.body.querySelector(':scope > [aria-hidden=true]')

describe('[WORK-13] the first picture', () => {
  it('is on the page before the app, for nobody’s finger or ear, and does nothing', () => {
    start(picture())
    expect(shown?.textContent).toBe('Chez Zoé')
    expect(shown?.querySelector('script')).toBeNull()
    expect(shown?.querySelector('.a')?.getAttribute('onclick')).toBeNull()
    expect(host()?.getAttribute('style')).toContain('pointer-events: none')
    expect(document.querySelector('.a')).toBeNull()
  })

  it.each<[string, Partial<StoredPicture>]>([
    ['another build', { build: 'http://localhost:3000/assets/index-2.js' }],
    ['another page', { path: '/manager/clients' }],
    ['another window', { width: 1 }],
    ['the other scheme', { scheme: 'dark' }],
  ])('is not shown for %s', (_what, more) => {
    start(picture(more))
    expect(host()).toBeNull()
  })

  it('is not shown for other days or people', () => {
    const before = location.pathname
    history.replaceState(null, '', `${before}?date=2026-01-01`)
    start(picture())
    expect(host()).toBeNull()
    history.replaceState(null, '', before)
  })

  it.each<[string, Partial<StoredPicture>]>([
    ['of yesterday', { until: Date.now() - 1 }],
    ['of a clock that was put back', { from: Date.now() + 60_000 }],
    ['of somebody else', { owner: 'personnel:p2' }],
  ])('one %s is removed', (_what, more) => {
    start(picture(more))
    expect(host()).toBeNull()
    expect(localStorage.getItem(PICTURE_KEY)).toBeNull()
  })

  it('a damaged one stops nothing', () => {
    start('{"owner":')
    start(picture({ tree: 3 as never }))
    expect(host()).toBeNull()
  })

  it('goes when its page is drawn', () => {
    start(picture())
    dismissPicture()
    expect(host()).toBeNull()
  })

  it.each(['dialog', 'alert'])('does not stand before a %s', async (role) => {
    start(picture())
    document.body.insertAdjacentHTML('beforeend', `<div role="${role}">Session terminée</div>`)
    await vi.waitFor(() => expect(host()).toBeNull())
  })

  it('does not stand before another page', async () => {
    const before = location.pathname
    start(picture())
    history.replaceState(null, '', '/login')
    document.body.append(document.createElement('main'))
    await vi.waitFor(() => expect(host()).toBeNull())
    history.replaceState(null, '', before)
  })

  it('does not stay for ever', () => {
    vi.useFakeTimers()
    start(picture())
    vi.advanceTimersByTime(8200)
    expect(host()).toBeNull()
    vi.useRealTimers()
  })

  const auth = (id: string) =>
    ({ token: 't', expiresAt: null, account: { kind: 'personnel', id } }) as unknown as StoredAuth

  it('[SEC] goes with the session: a logout, one that ends by itself, another person', () => {
    for (const end of [
      () => sessionStore.clearSession(),
      () => sessionStore.setAuth(null),
      () => sessionStore.setAuth(auth('p2')),
    ]) {
      sessionStore.setAuth(auth('p1'))
      localStorage.setItem(PICTURE_KEY, JSON.stringify(picture()))
      sessionStore.setAuth(auth('p1'))
      expect(localStorage.getItem(PICTURE_KEY)).not.toBeNull()
      end()
      expect(localStorage.getItem(PICTURE_KEY)).toBeNull()
    }
    sessionStore.clearSession()
  })

  it('the page loads its script before the app, from a file', () => {
    const page = readFileSync('index.html', 'utf8')
    expect(page.indexOf('<script src="/first-picture.js">')).toBeGreaterThan(page.indexOf('<body>'))
    expect(page.indexOf('/first-picture.js')).toBeLessThan(page.indexOf('<div id="root">'))
  })
})
