import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import type { Fault } from '../support/faults.ts'
import { eventOf, shownDays, shownEvents } from './support/agenda.ts'
import { type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import {
  atRest,
  eventually,
  LATER,
  pillText,
  seeTitle,
  signIn,
  signInAndReceive,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from './support/people.ts'

/** A new device on a slow line: the day's work first, everything else after it, also after reloads. */

/** A screen that needs no network appears long before the line gives an answer, also on a busy machine. */
const SLOW_MS = 480_000
const AT_ONCE = SLOW_MS / 4

interface Held {
  /** The cards are counted anew from here on. */
  letOpen: () => void
  /** The fewest cards since then, or since the first of them was there. */
  fewest: number
}

/** Holds back the lock without which no local database is opened, until `letOpen`, and counts the agenda's cards at each change of the page. */
function holdBack(): void {
  const page = window as unknown as Held
  const cards = (): number =>
    new Set([...document.querySelectorAll<HTMLElement>('[data-event-id]')].map(({ dataset }) => dataset.eventId)).size
  const may = new Promise<void>((resolve) => {
    page.letOpen = () => {
      page.fewest = cards()
      resolve()
    }
  })
  const request = LockManager.prototype.request as (...given: unknown[]) => Promise<unknown>
  LockManager.prototype.request = async function (this: LockManager, ...given: unknown[]) {
    if (String(given[0]).endsWith(':present')) await may
    return request.apply(this, given)
  } as never
  const count = (): void => {
    const now = cards()
    if (now > 0 || page.fewest !== undefined) page.fewest = Math.min(page.fewest ?? now, now)
  }
  new MutationObserver(count).observe(document, { childList: true, subtree: true })
}

/** Holds back every opening of a database by Dexie, which names a version, until `letOpen`; counts the cards as `holdBack` does. */
function holdDexie(): void {
  const page = window as unknown as Held & { heldBack: number }
  page.heldBack = 0
  const waiting: (() => void)[] = []
  let may = false
  const cards = (): number =>
    new Set([...document.querySelectorAll<HTMLElement>('[data-event-id]')].map(({ dataset }) => dataset.eventId)).size
  page.letOpen = () => {
    page.fewest = cards()
    may = true
    for (const go of waiting.splice(0)) go()
  }
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (this: IDBFactory, name: string, version?: number) {
    if (may || version === undefined || !name.startsWith('rxdb-')) return open.call(this, name, version)
    page.heldBack += 1
    // Answers as the real one does, once it may.
    const asked = {} as Record<string, unknown>
    waiting.push(() => Object.assign(open.call(this, name, version), asked))
    return asked as unknown as IDBOpenDBRequest
  }
  const count = (): void => {
    const now = cards()
    if (now > 0 || page.fewest !== undefined) page.fewest = Math.min(page.fewest ?? now, now)
  }
  new MutationObserver(count).observe(document, { childList: true, subtree: true })
}

/** The five seconds that the app leaves a person to sign in (free-line.ts) end as they do so, however slowly this machine types. */
function signInInTime(): void {
  const [wait, ask] = [window.setTimeout, window.fetch]
  const due: (() => void)[] = []
  window.setTimeout = ((act: () => void, ms?: number) => {
    if (ms !== 5000 || !location.pathname.startsWith('/login')) return wait(act, ms)
    return due.push(act)
  }) as typeof wait
  window.fetch = (given, options) => {
    if (String(given).endsWith('/lolapp/login')) for (const act of due.splice(0)) act()
    return ask(given, options)
  }
}

/** The agenda's cards and the words of the first one. All of them: on a slow machine cards, and what is on them, come one after the other. */
async function drawn(page: Page): Promise<{ cards: string[]; said: string | null }> {
  await eventually(async () => (await shownEvents(page)).length).toBeGreaterThan(0)
  return atRest(async () => {
    const cards = await shownEvents(page)
    return { cards, said: cards[0] ? await eventOf(page, cards[0]).textContent() : null }
  })
}

let server: DemoServer
let line: FaultProxy
let device: Device
let slow: Fault

beforeAll(async () => {
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  device = await launchChromium()
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await line?.close()
    await server?.dispose()
  }
})

it('[SYN-07] [PULL-8] [PWA-02] a login asks for the week before anything else: no list, no pull, none of the app’s files to keep', async () => {
  const phone = await launchChromium({ mobile: true })
  const asked: string[] = []
  // The requests of the pages, of their workers and of the service worker.
  phone.context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  try {
    await phone.page.addInitScript(signInInTime)
    await signIn(phone.page, server.urlFor('demo'), 'commercial@example.com')
    await waitUntilUpToDate(phone.page)
    await waitUntilOfflineReady(phone.page)
    const after = asked.slice(asked.indexOf('/api/lolapp/login') + 1)
    expect(after.find((path) => path.startsWith('/api/'))).toBe('/api/sync/bootstrap')
    const kept = after.findIndex((path) => path === '/sw.js' || path === '/app.pack')
    expect(kept, after.join(' ')).toBeGreaterThan(after.indexOf('/api/sync/bootstrap'))
  } finally {
    await phone.close()
  }
})

it('[SYN-07] [PULL-8] a new phone shows the week before it has a local database, which then takes over with the same cards', async () => {
  const phone = await launchChromium()
  const { page } = phone
  try {
    await page.addInitScript(holdBack)
    await signIn(page, server.urlFor('demo'), 'commercial@example.com')
    await page.getByRole('link', { name: 'Agenda' }).first().click()
    await seeTitle(page, 'Agenda')
    const [monday = ''] = await shownDays(page)
    await page.getByRole('button', { name: 'Période précédente' }).click()
    // Not the cards of the week that is left.
    await eventually(() => shownDays(page)).not.toContain(monday)
    const { cards: first, said } = await drawn(page)
    const words = (id: string) => eventOf(page, id).textContent()
    const [card = ''] = first
    const stored = await page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name))
    expect(stored.filter((name) => name.startsWith('rxdb'))).toEqual([])
    await eventOf(page, card).click()
    const panel = page.getByRole('complementary', { name: 'Rendez-vous' })
    const move = panel.getByRole('button', { name: 'Déplacer' })
    await move.waitFor()
    expect(await move.isEnabled()).toBe(false)
    // What takes over is the same appointments: works come with the synchronisation.
    await page.evaluate(() => (window as unknown as Held).letOpen())
    await waitUntilUpToDate(page)
    await eventually(() => move.isEnabled()).toBe(true)
    await eventually(() => shownEvents(page)).toEqual(expect.arrayContaining(first))
    await eventually(() => words(card)).toBe(said)
    const fewest = await page.evaluate(() => (window as unknown as Held).fewest)
    expect(fewest).toBeGreaterThanOrEqual(first.length)
  } finally {
    await phone.close()
  }
})

it.each(['commercial', 'technicien'])(
  '[WORK-12] [SYN-01] the agenda of a %s starts without RxDB and Dexie, which then take over with the same cards',
  async (who) => {
    const phone = await launchChromium()
    const { page } = phone
    try {
      await signInAndReceive(page, server.urlFor('demo'), `${who}@example.com`)
      await page.getByRole('link', { name: 'Agenda' }).first().click()
      const { cards: before, said } = await drawn(page)
      const [card = ''] = before
      await page.addInitScript(holdDexie)
      await page.goto(`${server.urlFor('demo')}/manager/agenda`)
      await eventually(() => shownEvents(page)).toEqual(before)
      await eventually(() => eventOf(page, card).textContent()).toBe(said)
      // It opens once the week is drawn, and not before: nothing of it was needed.
      await eventually(() => page.evaluate(() => (window as unknown as { heldBack: number }).heldBack)).toBeGreaterThan(
        0,
      )
      expect(await pillText(page)).not.toBe('À jour')
      await page.evaluate(() => (window as unknown as Held).letOpen())
      await waitUntilUpToDate(page)
      await eventually(() => shownEvents(page)).toEqual(before)
      expect(await page.evaluate(() => (window as unknown as Held).fewest)).toBe(before.length)
    } finally {
      await phone.close()
    }
  },
)

it('[SYN-07] shows the week before most records have arrived, shows its progress, and then has everything', async () => {
  const { page } = device
  slow = line.add({
    kind: 'delay',
    method: 'GET',
    path: /^\/api\/(clients|projets|rdvs|devis|interventions)\?since=/,
    ms: SLOW_MS,
    times: 1000,
  })
  await signIn(page, line.urlFor('demo'), 'commercial@example.com')
  await page.getByRole('link', { name: 'Agenda' }).first().click()
  await seeTitle(page, 'Agenda')
  await page.getByRole('button', { name: 'Période précédente' }).click()
  await eventually(async () => (await shownEvents(page)).length).toBeGreaterThan(0)
  await slow.waitFired()
  const bar = page.getByRole('progressbar', { name: /^Première synchronisation/ })
  await bar.waitFor()
  await eventually(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100)
  await eventually(() => pillText(page)).toMatch(/^Réception \d+ %$/)
})

it('[SYN-07] [SYN-01] after a reload in the middle of it, and by the agenda’s address, its hours and the week are there at once', async () => {
  const { page } = device
  const lookAgain = async (): Promise<void> => {
    await page.locator('[data-time-grid-date]').first().waitFor({ timeout: AT_ONCE })
    await eventually(async () => (await shownEvents(page)).length, AT_ONCE).toBeGreaterThan(0)
    expect(await pillText(page)).not.toBe('À jour')
  }
  await page.reload()
  await lookAgain()
  await page.goto(page.url())
  await lookAgain()
  expect(slow.fired).toBeGreaterThan(0)
})

it('[SYN-07] on a good line again everything arrives', async () => {
  const { page } = device
  const bar = page.getByRole('progressbar', { name: /^Première synchronisation/ })
  slow.remove()
  await page.reload()
  await seeTitle(page, 'Agenda')
  await eventually(() => pillText(page), LATER).toBe('À jour')
  await eventually(() => bar.count()).toBe(0)
})
