import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_ZONE, today } from '../../schemas/dates.ts'
import { PICTURE_KEY } from '../../src/data/first-picture/stored-picture.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type DemoServer, openDemoServer, SETUP, uniqueWord } from './support/demo-server.ts'
import { askToLogOut, atRest, eventually, LATER, signInAndReceive, waitUntilUpToDate } from './support/people.ts'

/** An agenda is on the screen before the app is read: as it was, but for what says how things are now. */

/** Share of the pixels that may differ. None did when it was written; the lines of clamped words or a first letter were a hundredth. */
const MOST_DIFFERENT = 0.001

let server: DemoServer
let folder: string

beforeAll(async () => {
  server = await openDemoServer()
  folder = await mkdtemp(join(tmpdir(), 'lolapp-image-'))
  const rep = await server.clerk('commercial@example.com')
  // A phone opens on today, which may be a Sunday.
  const day = today(DEFAULT_ZONE)
  const visit = { RDV_DEBUT: `${day} 10:00`, RDV_FIN: `${day} 11:00`, IDPERSONNELS: [rep.id] }
  await rep.write('POST', '/rdvs', { IDRDV: randomUUID(), RDV_OBJET: uniqueWord('Visite'), ...visit })
}, SETUP)

afterAll(async () => {
  await server?.dispose()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

const kept = (page: Page): Promise<string | null> => page.evaluate((key) => localStorage.getItem(key), PICTURE_KEY)
/** Elements in front of the app. */
const covers = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('body > [aria-hidden=true][inert]').length)
const shot = async (page: Page): Promise<string> =>
  (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')

/** Share of the pixels in which two screenshots differ, compared by a page that shows neither. */
const difference = (page: Page, pictures: [string, string]): Promise<number> =>
  page.evaluate(async (both) => {
    const [one, other] = await Promise.all(
      both.map(async (png) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
        const canvas = new OffscreenCanvas(image.width, image.height)
        const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
        drawing.drawImage(image, 0, 0)
        return drawing.getImageData(0, 0, image.width, image.height).data
      }),
    )
    if (!one || !other || one.length !== other.length) return 1
    let different = 0
    for (let at = 0; at < one.length; at += 4)
      if ([0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > 48))
        different += 1
    return different / (one.length / 4)
  }, pictures)

describe.each([
  ['a desktop', { mobile: false, dark: false }],
  ['a phone', { mobile: true, dark: true }],
])('[WORK-13] the first picture on %s', (name, look) => {
  let device: Device
  let page: Page
  beforeAll(async () => {
    device = await launchChromium({ profileDir: join(folder, name), ...look })
    page = device.page
    await signInAndReceive(page, server.web(), 'commercial@example.com')
    await page.goto(`${server.web()}/manager/agenda`)
    await page.locator('[data-event-id]').first().waitFor({ timeout: LATER })
  }, SETUP)
  afterAll(() => device?.close())

  it('is the page as it was, before a line of the app is read', async () => {
    // Of a page that is at rest: what comes during the first synchronisation would be in one of the two only.
    await waitUntilUpToDate(page)
    await page.evaluate((key) => localStorage.removeItem(key), PICTURE_KEY)
    await page.reload()
    await waitUntilUpToDate(page)
    await eventually(() => kept(page), LATER).not.toBeNull()
    await atRest(() => page.locator('#root').innerHTML())
    expect(await kept(page)).not.toContain('À jour')
    const hidden = '[data-not-pictured],[role=status]{visibility:hidden!important}'
    const style = await page.addStyleTag({ content: hidden })
    const real = await shot(page)
    await style.evaluate((element) => element.parentNode?.removeChild(element))

    // The app does not come: what is on the screen is the picture alone.
    await page.evaluate(async () => {
      for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
      for (const cache of await caches.keys()) await caches.delete(cache)
    })
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.reload({ waitUntil: 'commit' })
    await eventually(() => page.evaluate(() => performance.getEntriesByName('first-picture').length)).toBe(1)
    expect(await page.locator('[data-event-id]').count()).toBe(0)
    const picture = await shot(page)
    const elsewhere = await device.newTab()
    expect(await difference(elsewhere, [real, picture])).toBeLessThan(MOST_DIFFERENT)
    await elsewhere.close()
    await page.unroute('**/assets/index-*.js')
  })

  it('gives way to the app, and nothing stays in front of it', async () => {
    await page.reload()
    await page.locator('[data-event-id]').first().waitFor({ timeout: LATER })
    await eventually(() => covers(page)).toBe(0)
    expect(await page.evaluate(() => performance.getEntriesByName('first-picture').length)).toBe(1)
  })

  it('[SEC] goes with a logout', async () => {
    await eventually(() => kept(page), LATER).not.toBeNull()
    await askToLogOut(page)
    await page.waitForURL(/login/, { timeout: LATER })
    await eventually(() => kept(page)).toBeNull()
    await page.goto(`${server.web()}/manager/agenda`)
    expect(await covers(page)).toBe(0)
  })
})
