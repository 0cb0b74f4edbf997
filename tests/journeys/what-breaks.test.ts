import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { leaders } from './support/local-data.ts'
import { eventually, LATER, pillText, SOON, see, signInAndReceive, waitUntilUpToDate } from './support/people.ts'
import { endWorker, syncWorker } from './support/sync-worker.ts'

/** Failures on the device: the replicating worker and the browser's storage. Each one is shown, and recovers by itself. */

const BROKEN = 'Les données de cet appareil ne s’ouvrent pas'
const FULL = 'La mémoire de cet appareil est pleine.'
const CLEARED = 'Ce navigateur a effacé les données de l’application sur cet appareil'

let server: DemoServer
let boss: Clerk
let profileDir: string
let device: Device
let page: Page
const open = (path: string) => page.goto(`${server.web()}/manager/${path}`)

/** Switches the phone off and on again: a new start on the same storage. */
async function restart(): Promise<void> {
  await device.close()
  device = await launchChromium({ profileDir, mobile: true })
  page = device.page
  device.context.setDefaultTimeout(SOON)
}

/** A new write on the server arrives in the open list of this device. */
async function expectNews(): Promise<void> {
  const NOM = uniqueWord('Revenu')
  await boss.write('POST', '/clients', { IDCLIENT: crypto.randomUUID(), NOM })
  await page.getByLabel('Rechercher un client').fill(NOM)
  await page.getByRole('link', { name: NOM, exact: true }).waitFor()
  await waitUntilUpToDate(page)
}

/** Number of open storage marks here: the page's and its worker's (SEAL-3). */
const present = (): Promise<number> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    return held.filter(({ name }) => name?.endsWith(':present')).length
  })

beforeAll(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'lolapp-panne-'))
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  device = await launchChromium({ profileDir, mobile: true })
  page = device.page
  await signInAndReceive(page, server.web(), 'commercial@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
    await rm(profileDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('[WORK-9] a worker that the browser ended without an event is replaced after its silence', async () => {
  // The page's clock is moved on, so that half a minute of silence is over at once.
  await page.clock.install()
  await open('client?tous=1')
  await eventually(() => leaders(page)).toEqual({ held: 1, waiting: 0 })
  await endWorker(page)
  await eventually(() => leaders(page)).toEqual({ held: 0, waiting: 0 })
  await page.clock.runFor(20_000)
  expect(page.workers()).toEqual([])
  await page.clock.runFor(25_000)
  await page.clock.resume()
  await eventually(() => leaders(page), LATER).toEqual({ held: 1, waiting: 0 })
  await expectNews()
})

it('[WORK-9] a worker that fails at its start is started again after longer and longer waits, until one works', async () => {
  await restart()
  await page.clock.install()
  // Each wait is random up to a maximum; here it is always the maximum.
  await page.addInitScript(() => {
    const births: number[] = []
    Math.random = () => 1 - Number.EPSILON
    const { Worker: Real } = window
    window.Worker = class extends Real {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given)
        if (given[1]?.name !== 'lolapp-sync') return
        births.push(Date.now())
        if (births.length <= 4) queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error')))
      }
    }
    Object.assign(window, { births })
  })
  await open('client')
  const births = () => page.evaluate(() => (window as unknown as { births: number[] }).births)
  // The page's clock goes on by itself too: on a slow machine a wait is over before it is moved on.
  for (let made = 1; made <= 4; made++) {
    await eventually(async () => (await births()).length).toBeGreaterThanOrEqual(made)
    const held = await leaders(page)
    if ((await births()).length > made) continue
    expect(held).toEqual({ held: 0, waiting: 0 })
    await page.clock.runFor(2000 * 2 ** (made - 1))
  }
  await eventually(() => leaders(page), LATER).toEqual({ held: 1, waiting: 0 })
  const times = await births()
  const waits = times.slice(1).map((time, index) => time - (times[index] as number))
  for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(2000 * 2 ** index - 1)
  expect(times).toHaveLength(5)
  await waitUntilUpToDate(page)
})

it('[WORK-9] an IndexedDB that does not open: a message with advice, no lock held, and the screen recovers by itself', async () => {
  await restart()
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    const storage = { isBroken: true, asked: 0 }
    IDBFactory.prototype.open = function (this: IDBFactory, ...given: Parameters<typeof open>) {
      if (!storage.isBroken) return open.apply(this, given)
      storage.asked += 1
      throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError')
    }
    Object.assign(window, { storage })
  })
  const storage = () =>
    page.evaluate(() => ({ ...(window as unknown as { storage: { isBroken: boolean; asked: number } }).storage }))
  await open('client?tous=1')
  await see(page, BROKEN)
  await see(page, /redémarrez le navigateur/)
  await eventually(() => pillText(page)).toBe('Stockage bloqué')
  expect(await page.getByText('undefined').count()).toBe(0)
  await eventually(present).toBe(0)
  const { asked } = await storage()
  await eventually(async () => (await storage()).asked).toBeGreaterThan(asked)
  await eventually(present).toBe(0)
  await page.evaluate(() => Object.assign((window as unknown as { storage: object }).storage, { isBroken: false }))
  await page.getByText(BROKEN).waitFor({ state: 'detached', timeout: LATER })
  await page.getByRole('main').getByRole('link').first().waitFor()
  await waitUntilUpToDate(page)
  // The page's mark and its worker's.
  await eventually(present).toBe(2)
})

it('[WORK-9] [WORK-6] a phone that is full at start shows it, and does not retry all the time', async () => {
  await restart()
  const cdp = await device.context.newCDPSession(page)
  const origin = server.web()
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await open('client?tous=1')
  await page.getByRole('main').getByRole('link').first().waitFor()
  await boss.write('POST', '/clients', { IDCLIENT: crypto.randomUUID(), NOM: uniqueWord('Plein') })
  await eventually(() => pillText(page)).toBe('Action requise')
  await open('synchronisation')
  await see(page, FULL)
  await eventually(() => syncWorker(page) !== undefined).toBe(true)
  const openings = await syncWorker(page)?.evaluate(async () => {
    const { open } = IDBFactory.prototype
    let asked = 0
    IDBFactory.prototype.open = function (this: IDBFactory, ...given: Parameters<typeof open>) {
      asked += 1
      return open.apply(this, given)
    }
    await new Promise((resolve) => setTimeout(resolve, 3000))
    return asked
  })
  expect(openings).toBeLessThan(6)
  await cdp.send('Storage.overrideQuotaForOrigin', { origin })
  await waitUntilUpToDate(page)
  await open('client?tous=1')
  await expectNews()
})

it('[WORK-11] a storage that the browser cleared is reported, with the lost entries, and is filled again', async () => {
  await open('client')
  const cdp = await device.context.newCDPSession(page)
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin: server.web(), storageTypes: 'indexeddb' })
  await open('client?tous=1')
  await see(page, CLEARED)
  await see(page, 'Aucune saisie n’attendait d’être envoyée')
  await expectNews()
  await page.getByRole('button', { name: 'J’ai compris' }).click()
  await page.reload()
  await waitUntilUpToDate(page)
  expect(await page.getByText(CLEARED).count()).toBe(0)
})
