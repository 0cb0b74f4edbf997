import type { Page } from 'playwright'
import { median } from '../bench/figures.ts'
import type { Device } from '../support/chromium.ts'
import type { Person } from './company.ts'
import { go } from './reading.ts'

/** How fast searches answer and lists open, with the processor four times slower, and how many rows they read for it. */

export interface Speed {
  what: string
  /** Milliseconds. */
  median: number
  worst: number
  limit: number
  /** Rows that were read from the local database, median: it depends on no other work of the machine. */
  rows: number
}

/** The phone of quality.md: four times slower than this machine's processor. */
const THROTTLE = 4
const SEARCH_MS = 50
const OPEN_MS = 200
const ROUNDS = 5
/** For a screen of a busy machine. */
const MINUTES = 300_000

/** Where each person searches clients. */
const SEARCH: Partial<Record<Person, { path: string; label: string }>> = {
  commercial: { path: '/manager/client?tous=1', label: 'Rechercher un client' },
  metreur: { path: '/manager/client?tous=1', label: 'Rechercher un client' },
  directeur: { path: '/manager/client?tous=1', label: 'Rechercher un client' },
}

const ROWS = 'main li[data-index]'
/** The lists of each person, with what their first rows are. */
const LISTS: Readonly<Record<Person, readonly [path: string, shows: string][]>> = {
  commercial: [
    ['/manager/client', ROWS],
    ['/manager/client?tous=1', ROWS],
    ['/manager/contact', ROWS],
    ['/manager/relance?liste=without_quote', ROWS],
    ['/manager/intervention-commercial?etat=toutes', ROWS],
    ['/manager/devis', ROWS],
    ['/manager/raf', 'main section li'],
    ['/manager/rapport', 'main section li a'],
    ['/manager/equipe', ROWS],
    ['/manager/classement', 'main tbody tr'],
  ],
  technicien: [
    ['/manager/intervention-technicien', 'main section li'],
    ['/manager/raf', 'main section li'],
  ],
  metreur: [
    ['/manager/intervention-metreur?vue=all', ROWS],
    ['/manager/raf', 'main section li'],
    ['/manager/client', ROWS],
  ],
  assistante: [
    ['/manager/suivi-client', ROWS],
    ['/manager/suivi-client?vue=clients', ROWS],
  ],
  directeur: [
    ['/manager/affectation', ROWS],
    ['/manager/suivi', 'main tbody tr'],
    ['/manager/devis?tous=1', ROWS],
    ['/manager/client?tous=1', ROWS],
    ['/manager/equipe', ROWS],
  ],
}

export async function figuresOf({ page, context }: Device, person: Person): Promise<Speed[]> {
  await page.setViewportSize({ width: 1440, height: 900 })
  const session = await context.newCDPSession(page)
  await page.evaluate(COUNT_ROWS)
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  try {
    const found: Speed[] = []
    for (const [path, shows] of LISTS[person])
      found.push(summary(`opens ${path}`, await openings(page, path, shows), OPEN_MS))
    const search = SEARCH[person]
    if (search) found.push(summary('searches clients, key by key', await answersTo(page, search), SEARCH_MS))
    return found
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}

interface Taken {
  time: number
  rows: number
}

const summary = (what: string, all: readonly Taken[], limit: number): Speed => ({
  what,
  median: Math.round(median(all.map(({ time }) => time))),
  worst: Math.round(Math.max(...all.map(({ time }) => time))),
  limit,
  rows: Math.round(median(all.map(({ rows }) => rows))),
})

// Both run in the page, as text, because code compiled by tsx calls helpers that a page does not have.

/** Counts the rows that the page reads from the local database. */
const COUNT_ROWS = `
  window.rowsRead = 0
  for (const [kind, name] of [[IDBIndex, 'getAll'], [IDBObjectStore, 'getAll'], [IDBIndex, 'get'], [IDBObjectStore, 'get']]) {
    const own = kind.prototype[name]
    kind.prototype[name] = function (...given) {
      const request = own.apply(this, given)
      request.addEventListener('success', () => { window.rowsRead += Array.isArray(request.result) ? request.result.length : 1 })
      return request
    }
  }
`
const rowsRead = (page: Page): Promise<number> => page.evaluate<number>('window.rowsRead')

/** From the navigation until the first row is painted. Another screen is left between two openings. */
async function openings(page: Page, path: string, shows: string): Promise<Taken[]> {
  const times: Taken[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await page.evaluate(`history.pushState({}, '', '/manager/compte')`)
    await page.waitForTimeout(1500)
    const before = await rowsRead(page)
    const time = await page.evaluate<number>(`new Promise((done) => {
      const begun = performance.now()
      const look = () => document.querySelector(${JSON.stringify(shows)}) ? requestAnimationFrame(() => done(performance.now() - begun)) : requestAnimationFrame(look)
      history.pushState({}, '', ${JSON.stringify(path)})
      look()
    })`)
    // The first opening also loads the screen's script.
    if (round > 0) times.push({ time, rows: (await rowsRead(page)) - before })
  }
  return times
}

/**
 * Notes what the list shows at each frame that changed it, so that afterwards the moment of the final answer is known. Reading the list costs some 30 ms of
 * a slow device: it is read only then, and after the moment is taken.
 */
const WATCH = `
  window.seen = []
  const shown = () => [...document.querySelectorAll('main li[data-index]')].slice(0, 12).map((row) => row.textContent).join('|')
    + '#' + ([...document.querySelectorAll('main *')].find((one) => one.children.length === 0 && /résultat|clients$/.test(one.textContent))?.textContent ?? '')
  let awaited = false
  const note = () => {
    awaited = false
    const at = performance.now()
    const now = shown()
    if (now !== window.shownLast) window.seen.push({ at })
    window.shownLast = now
  }
  new MutationObserver(() => {
    if (!awaited) requestAnimationFrame(note)
    awaited = true
  }).observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true })
  addEventListener('keydown', () => { window.pressed = performance.now() }, true)
`

const TYPED = ['dupont', 'martin 1', 'lefevre', 'zoe', 'nantes', 'homonyme'] as const

/** From each key until the list shows the answer that it keeps. */
async function answersTo(page: Page, { path, label }: { path: string; label: string }): Promise<Taken[]> {
  const field = page.getByLabel(label)
  // The navigation before may not have ended: one more would be lost.
  await page.waitForTimeout(2000)
  await go(page, path)
  await field.waitFor({ timeout: MINUTES })
  await page.locator(ROWS).first().waitFor({ timeout: MINUTES })
  await page.evaluate(WATCH)
  const times: Taken[] = []
  for (const text of TYPED) {
    await field.fill('')
    await page.waitForTimeout(1500)
    for (const letter of text) {
      await page.evaluate('window.seen.length = 0')
      const before = await rowsRead(page)
      await page.waitForTimeout(100)
      await field.press(letter === ' ' ? 'Space' : letter)
      await page.waitForTimeout(1200)
      const time = await page.evaluate<number>('(window.seen.at(-1)?.at ?? 0) - window.pressed')
      // Below zero: this key changed nothing of what is shown.
      if (time > 0) times.push({ time, rows: (await rowsRead(page)) - before })
    }
  }
  return times
}
