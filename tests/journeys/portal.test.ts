import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import type { Fault, FaultKind } from '../support/faults.ts'
import { type Clerk, type DemoServer, openDemoServer, PASSWORD, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  goOffline,
  goOnline,
  LATER,
  pendingCount,
  pillText,
  SOON,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilOfflineReady,
} from './support/people.ts'

/**
 * A phone with a pending client, opened behind a hotel's portal, which answers instead of the server. One story, told in order: it
 * works as offline, and the client is sent when the server answers again (ANSWER-1, ANSWER-2, ANSWER-3). Other broken lines:
 * behind-each-line.test.ts.
 */

const name = uniqueWord('Portail')

let server: DemoServer
let line: FaultProxy
let web: string
let boss: Clerk
let profileDir: string
let phone: Device
let page: Page
let hello: string
let before: Known
let portal: Fault

interface Known {
  auth: unknown
  company: unknown
  labels: unknown
  databases: string[]
}

/** What the phone has stored about its user. */
const known = (): Promise<Known> =>
  page.evaluate(async () => {
    const read = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '').sort()
    return { auth: read('lolapp.auth'), company: read('lolapp.entreprise'), labels: read('lolapp.roles'), databases }
  })

/** The user's name in the app. The day beside it changes at midnight. */
const greeting = async (): Promise<string> => {
  const words = page.getByText(/^Bonjour /).first()
  await words.waitFor({ timeout: SOON })
  return ((await words.textContent()) ?? '').replace(/ · .*/, '')
}

/** The screens of a morning: each shows the local records. */
async function lookAround(): Promise<void> {
  await page.goto(`${web}/manager`)
  expect(await greeting()).toBe(hello)
  await page.goto(`${web}/manager/agenda?vue=timeGridWeek`)
  await page.locator('[data-time-grid-date]').first().waitFor({ timeout: SOON })
  await page.goto(`${web}/manager/client?tous=1`)
  await page.getByLabel('Rechercher un client').fill(name)
  await page.getByRole('link', { name, exact: true }).waitFor()
  await page.goto(`${web}/manager/synchronisation`)
  await page.getByRole('list', { name: 'À envoyer' }).getByText(name).waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/undefined|Bienvenue|doctype/)
}

/** From now on the portal answers every call, the page and its files included. */
const standBehind = (kind: FaultKind): Fault => line.add({ kind, times: Number.POSITIVE_INFINITY })

beforeAll(async () => {
  profileDir = await mkdtemp(join(tmpdir(), 'lolapp-portail-'))
  server = await openDemoServer()
  line = await startFaultProxy(server.port)
  web = line.urlFor('demo')
  boss = await server.clerk('directeur@example.com')
  phone = await launchChromium({ profileDir, mobile: true })
  page = phone.page
  await signInAndReceive(page, web, 'commercial@example.com')
  await page.goto(`${web}/manager`)
  hello = await greeting()
  await goOffline(phone)
  await page.goto(`${web}/manager/client`)
  await page.getByRole('link', { name: 'Nouveau client' }).click()
  await field(page, 'Nom').fill(name)
  await field(page, 'Adresse').fill('3 rue Haute')
  await field(page, 'Code postal').fill('44000')
  await field(page, 'Ville').fill('Nantes')
  await save(page)
  await see(page, 'Création Client réussie')
  before = await known()
}, SETUP)

afterAll(async () => {
  try {
    await phone?.close()
  } finally {
    await line?.close()
    await server?.dispose()
    await rm(profileDir, { recursive: true, force: true, maxRetries: 3 })
  }
})

it('[ANSWER-1] behind the portal the phone knows its user and its pending entries, after a start and a reload', async () => {
  portal = standBehind('captive-portal')
  await goOnline(phone)
  await lookAround()
  await page.reload()
  await lookAround()
  await eventually(() => pendingCount(page)).toBeGreaterThan(0)
  expect(await known()).toEqual(before)
  expect(portal.fired).toBeGreaterThan(0)
})

it('[ANSWER-3] the app makes few calls on the broken line', async () => {
  const few = 40
  let asked = 0
  let calls = few
  // All loops call at the start, which takes long on a slow machine; then each waits longer and longer.
  for (let tries = 0; tries < 4 && calls >= few; tries += 1) {
    await wait(8000)
    asked = portal.fired
    await wait(10_000)
    calls = portal.fired - asked
  }
  expect(calls).toBeLessThan(few)
  await eventually(() => portal.fired).toBeGreaterThan(asked)
})

it('[ANSWER-1] the phone that is switched off and on again behind the portal is still signed in', async () => {
  await phone.close()
  phone = await launchChromium({ profileDir, mobile: true })
  page = phone.page
  await lookAround()
  expect(await known()).toEqual(before)
})

/** What a page has stored from answers. The device's own name at a login is left out. */
const storedOn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { 'lolapp.app.appareil': _device, ...rest } = { ...localStorage } as Record<string, string>
    return rest
  })

it('[ANSWER-1] behind the portal a login of each kind says that there is no connection, and stores nothing', async () => {
  const desk = await launchChromium()
  const other = await startFaultProxy(server.port)
  try {
    desk.context.setDefaultTimeout(SOON)
    for (const [host, path] of [
      ['demo', '/login/manager'],
      ['admin', '/login/admin'],
      ['demo', '/login/space'],
    ] as const) {
      await desk.page.goto(`${other.urlFor(host)}${path}`)
      await waitUntilOfflineReady(desk.page)
      // Last of what a start stores: the version of the app’s files, where they were there before.
      await desk.page.reload()
      await eventually(async () => Object.keys(await storedOn(desk.page))).toContain('lolapp.version')
      const stored = await storedOn(desk.page)
      const hotel = other.add({ kind: 'captive-portal', times: Number.POSITIVE_INFINITY })
      if (path === '/login/space') {
        await desk.page.getByLabel('Numéro de mobile').fill('0639980001')
        await desk.page.getByRole('button', { name: 'Recevoir mon code' }).click()
      } else {
        await desk.page.getByLabel('Adresse email').fill('commercial@example.com')
        await desk.page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
        await desk.page.getByRole('button', { name: 'Se connecter' }).click()
      }
      await desk.page
        .getByRole('alert')
        .filter({ hasText: /réseau/ })
        .waitFor()
      expect(await storedOn(desk.page)).toEqual(stored)
      expect(hotel.fired).toBeGreaterThan(0)
      hotel.remove()
    }
  } finally {
    await desk.close()
    await other.close()
  }
})

it('[ANSWER-4] a portal’s page is not installed instead of the app’s files: the installation starts again', async () => {
  const desk = await launchChromium()
  const other = await startFaultProxy(server.port)
  try {
    const pack = other.add({ kind: 'captive-portal', path: '/app.pack' })
    const index = other.add({ kind: 'captive-portal', path: '/index.html' })
    await desk.page.goto(`${other.urlFor('demo')}/login/manager`)
    await waitUntilOfflineReady(desk.page)
    expect([pack.fired, index.fired]).toEqual([1, 1])
    const kept = await desk.page.evaluate(async () => {
      const pages: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const answer = await cache.match(request)
          if (answer?.headers.get('content-type')?.startsWith('text/html')) pages.push(await answer.text())
        }
      }
      return pages
    })
    expect(kept).toEqual([expect.stringContaining('<div id="root">')])
    await desk.setOffline(true)
    await desk.page.goto(`${other.urlFor('demo')}/confidentialite`)
    await see(desk.page, 'Responsable du traitement')
  } finally {
    await desk.close()
    await other.close()
  }
})

it('[ANSWER-1] [I12] once the server answers again the client is sent by itself', async () => {
  expect((await boss.all('/clients')).filter(({ NOM }) => NOM === name)).toHaveLength(0)
  portal.remove()
  await eventually(async () => (await boss.all('/clients')).filter(({ NOM }) => NOM === name).length, LATER).toBe(1)
  await eventually(() => pillText(page), LATER).toBe('À jour')
  await seeTitle(page, 'Synchronisation')
  const { auth, company, databases } = await known()
  expect({ auth, company, databases }).toEqual({
    auth: before.auth,
    company: before.company,
    databases: before.databases,
  })
})
