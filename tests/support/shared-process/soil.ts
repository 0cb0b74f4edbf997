import Dexie from 'dexie'
import { expect, it, vi } from 'vitest'
import { name, next } from './counter.ts'

/** Additions to the global object stay. */
const shared = globalThis as { soiled?: { heard: number } }
shared.soiled ??= { heard: 0 }
const { soiled } = shared

/** Finds everything clean, then leaves it soiled for the next file of the process. */
export function findCleanAndSoil(expected: string): void {
  it('finds everything clean', async () => {
    soiled.heard = 0
    for (const target of [window, document]) target.dispatchEvent(new Event('soil'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    console.log(`in process ${process.pid}`)
    expect(soiled.heard).toBe(0)
    expect([next(), name()]).toEqual([1, expected])
    expect(await Dexie.getDatabaseNames()).toEqual([])
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
    expect([location.pathname, history.state, document.title]).toEqual(['/', null, ''])
    expect([document.body.childElementCount, document.documentElement.lang]).toEqual([0, ''])
    expect([typeof fetch, document.visibilityState, 'userActivation' in navigator]).toEqual([
      'function',
      'visible',
      false,
    ])

    for (const target of [window, document]) target.addEventListener('soil', () => void soiled.heard++)
    setInterval(() => void soiled.heard++, 1)
    const db = new Dexie('soiled')
    db.version(1).stores({ rows: 'id' })
    await db.open()
    localStorage.setItem('soiled', '1')
    sessionStorage.setItem('soiled', '1')
    history.replaceState({ soiled: true }, '', '/soiled')
    document.title = 'soiled'
    document.body.innerHTML = '<p>soiled</p>'
    document.documentElement.lang = 'fr'
    vi.stubGlobal('fetch', undefined)
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(navigator, 'userActivation', { value: {}, configurable: true })
  })
}
