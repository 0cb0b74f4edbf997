import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import { SOON, seeTitle } from './support/people.ts'

/** A browser that lacks a required function gets a message, and nothing of the app runs in it (WORK-8). */

const TITLE = 'Ce navigateur ne peut pas ouvrir Lolapp'

let server: DemoServer
let device: Device

beforeAll(async () => {
  server = await openDemoServer()
}, SETUP)
beforeEach(async () => {
  device = await launchChromium({ mobile: true })
})
afterEach(() => device.close())
afterAll(() => server?.dispose())

/** Functions that an older browser lacks, removed before the page's first script. */
const LACKS: Record<string, () => void> = {
  'Web Locks': () => Reflect.deleteProperty(Navigator.prototype, 'locks'),
  BroadcastChannel: () => Reflect.deleteProperty(window, 'BroadcastChannel'),
  'crypto.subtle': () => Reflect.deleteProperty(Crypto.prototype, 'subtle'),
  'AbortSignal.timeout': () => Reflect.deleteProperty(AbortSignal, 'timeout'),
  ES2023: () => Reflect.deleteProperty(Array.prototype, 'toSorted'),
  IndexedDB: () => Object.defineProperty(window, 'indexedDB', { value: undefined }),
  'workers en modules': () =>
    Object.defineProperty(window, 'Worker', {
      value: class {
        terminate = (): void => undefined
      },
    }),
  'modules JavaScript': () => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'),
}

it.each(Object.keys(LACKS))(
  '[WORK-8] without %s a page in French says which browsers open the app, and nothing else runs',
  async (name) => {
    const { page } = device
    await page.addInitScript(LACKS[name] as () => void)
    await page.goto(`${server.web()}/manager/agenda`)
    await page.getByRole('heading', { level: 1, name: TITLE }).waitFor({ timeout: SOON })
    const words = await page.locator('main').innerText()
    for (const one of ['Chrome ou Edge 111', 'Firefox 126', 'Safari 16.4', `Il manque : ${name}.`])
      expect(words).toContain(one)
    expect(await page.evaluate(() => document.documentElement.dataset.build)).toBeUndefined()
    expect(await page.evaluate(() => document.getElementById('root'))).toBeNull()
    // The console reports the blocked scripts, as expected, and nothing else.
    while (device.errors.length > 0) device.expectError(/script-src 'none'/)
  },
)

it('[WORK-8] this browser opens the app: the check leaves no trace, and refuses no script', async () => {
  const { page } = device
  await page.goto(`${server.web()}/login/manager`)
  await seeTitle(page, 'Connexion')
  expect(await page.getByText(TITLE).count()).toBe(0)
  expect(await page.locator('meta[http-equiv]').count()).toBe(0)
  expect(page.workers()).toEqual([])
  expect(device.errors).toEqual([])
})
