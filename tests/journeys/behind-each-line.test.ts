import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SYNCED } from '../../schemas/resources.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { BAD_LINES, type BadLine, spoil } from './support/bad-lines.ts'
import { type Clerk, type DemoServer, openDemoServer, PASSWORD, SETUP, uniqueWord } from './support/demo-server.ts'
import {
  eventually,
  field,
  LATER,
  pill,
  pillText,
  SOON,
  save,
  see,
  seeTitle,
  signInAndReceive,
  waitUntilOfflineReady,
  waitUntilUpToDate,
} from './support/people.ts'

/**
 * The whole app on each kind of broken line: work, reload, screens, start, and a login on another device. Nobody is logged out
 * or sees anything but the app and their own data, the app makes few calls, and pending entries are sent by themselves once the line works.
 */

const REP = 'commercial@example.com'
/** Time in which a start makes all its first calls, on an ordinary machine. */
const SETTLED_MS = 1000
/** How long the calls are counted after that, and how many are allowed: a few per second. */
const WATCHED_MS = 1500
const FEW = 8
/** How often they are counted again, for twice as long: on a slow machine the first calls are not over yet; a storm of calls has no end. */
const AGAIN = 4
/** How often the hint stream may be opened meanwhile: the wait between two openings is random, between zero and some seconds. */
const OPENINGS = 4
const STREAM = 'GET /api/sync/stream'
/** Lines on which answers arrive, late or without hints, so that a login works. */
const PASSABLE: readonly BadLine[] = ['cut stream', 'slow']

let server: DemoServer
let boss: Clerk
/** The rep's phone, and a desktop without a login, each with its own line. */
let lines: { phone: FaultProxy; desk: FaultProxy }
let phone: Device
let desk: Device
let hello: string
let before: unknown

const at = (path: string): string => `${lines.phone.urlFor('demo')}/manager${path}`
/** The user's name in the app. The day beside it changes at midnight. */
const greeting = async (page: Page): Promise<string> => {
  const words = page.getByText(/^Bonjour /).first()
  return ((await words.textContent()) ?? '').replace(/ · .*/, '')
}

/** What the phone has stored about its user. */
const known = (): Promise<unknown> =>
  phone.page.evaluate(async () => {
    const read = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null')
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '').sort()
    return { auth: read('lolapp.auth'), company: read('lolapp.entreprise'), databases }
  })

/** Sees a screen of the app for a logged-in user, by its texts. */
async function expectWhole(page: Page): Promise<void> {
  const words = await page.locator('body').innerText()
  expect(words).not.toMatch(/undefined|Bienvenue|Connexion|doctype|Wi-Fi|Gateway|administrator/)
  expect(words.length).toBeGreaterThan(60)
  expect(await page.getByRole('dialog').count()).toBe(0)
}

async function writeClient(page: Page, name: string): Promise<void> {
  await page.goto(at('/client/create'))
  await field(page, 'Nom').fill(name)
  await save(page)
  await see(page, 'Création Client réussie')
  await page.goto(at('/client?tous=1'))
  await page.getByLabel('Rechercher un client').fill(name)
  await page.getByRole('link', { name, exact: true }).waitFor()
}

/** The list after a reload, then the agenda and the outbox, each by its link. */
async function lookAround(page: Page): Promise<void> {
  await page.reload()
  await page.getByRole('main').getByRole('link').first().waitFor()
  await expectWhole(page)
  await page.getByRole('link', { name: 'Agenda' }).first().click()
  await page.locator('[data-time-grid-date]').first().waitFor()
  await expectWhole(page)
  await pill(page).click()
  await seeTitle(page, 'Synchronisation')
  await expectWhole(page)
}

async function startAnew(): Promise<void> {
  const page = await phone.newTab()
  await page.goto(at(''))
  expect(await greeting(page)).toBe(hello)
  await expectWhole(page)
  await page.close()
}

/** What a page has stored from answers. The device's own name at a login is left out. */
const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { 'lolapp.app.appareil': _device, ...rest } = { ...localStorage } as Record<string, string>
    return rest
  })

/** Result of a login. */
async function logIn(name: BadLine): Promise<void> {
  const { page } = desk
  await page.goto(`${lines.desk.urlFor('demo')}/login/manager`)
  await seeTitle(page, 'Connexion')
  // What each start stores: the company, and last the version of the app’s files.
  await eventually(async () => Object.keys(await stored(page))).toEqual(
    expect.arrayContaining(['lolapp.entreprise', 'lolapp.version']),
  )
  const nobody = await stored(page)
  const bad = spoil(lines.desk, name)
  await page.getByLabel('Adresse email').fill(REP)
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  if (PASSABLE.includes(name)) {
    expect(await greeting(page)).toBe(hello)
    await page.evaluate(() => localStorage.clear())
  } else if (name === 'silent') {
    await page.getByRole('progressbar', { name: 'Chargement' }).waitFor()
    expect(await stored(page)).toEqual(nobody)
  } else {
    await page.getByRole('alert').filter({ hasText: 'Pas de connexion.' }).waitFor()
    expect(await stored(page)).toEqual(nobody)
  }
  expect(bad.fired + lines.desk.forwarded.length).toBeGreaterThan(0)
  bad.mend()
}

beforeAll(async () => {
  server = await openDemoServer()
  lines = { phone: await startFaultProxy(server.port), desk: await startFaultProxy(server.port) }
  boss = await server.clerk('directeur@example.com')
  ;[phone, desk] = await Promise.all([launchChromium({ mobile: true }), launchChromium()])
  desk.context.setDefaultTimeout(SOON)
  await desk.page.goto(`${lines.desk.urlFor('demo')}/login/manager`)
  await Promise.all([signInAndReceive(phone.page, lines.phone.urlFor('demo'), REP), waitUntilOfflineReady(desk.page)])
  await phone.page.goto(at(''))
  hello = await greeting(phone.page)
  before = await known()
}, SETUP)

afterAll(async () => {
  try {
    await phone?.close()
    await desk?.close()
  } finally {
    await lines?.phone.close()
    await lines?.desk.close()
    await server?.dispose()
  }
})

it.each(BAD_LINES)('[ANSWER-1] [ANSWER-3] [I1] [I3] [I12] [WORK-6] the app works on the line « %s »', async (name) => {
  const { page } = phone
  const client = uniqueWord('Ligne')
  const bad = spoil(lines.phone, name)
  await writeClient(page, client)
  await lookAround(page)
  await startAnew()
  // A call that is forwarded and then spoilt counts once.
  const seen = (): number => Math.max(bad.fired, lines.phone.forwarded.length)
  const openings = (): number => lines.phone.forwarded.filter((call) => call.startsWith(STREAM)).length
  const count = async (watched: number): Promise<{ calls: number; most: number; opened: number }> => {
    const atStart = openings()
    await wait(SETTLED_MS)
    const [before, former] = [seen(), openings()]
    await wait(watched)
    const [calls, opened] = [seen() - before, openings() - former]
    // Where calls pass, each opening of the stream pulls every list once. On a slow machine the pulls of the openings
    // of the quiet time, and of the last one before it, may still run.
    const asked = PASSABLE.includes(name) ? (former - atStart + opened + 1) * SYNCED.length : 0
    return { calls, most: asked + FEW, opened }
  }
  const quiet = async (): ReturnType<typeof count> => {
    let counted = await count(WATCHED_MS)
    for (let again = 0; again < AGAIN && (counted.calls >= counted.most || counted.opened > OPENINGS); again += 1)
      counted = await count(2 * WATCHED_MS)
    return counted
  }
  const [{ calls, most, opened }] = await Promise.all([quiet(), logIn(name)])
  expect(opened).toBeLessThanOrEqual(OPENINGS)
  expect(calls).toBeLessThan(most)
  expect(bad.fired).toBeGreaterThan(0)
  expect(await known()).toEqual(before)
  const arrived = async (): Promise<number> => (await boss.all('/clients')).filter(({ NOM }) => NOM === client).length
  const told = await pillText(page)
  if ((await arrived()) === 0) expect(told).not.toBe('À jour')
  bad.mend()
  await eventually(arrived, LATER).toBe(1)
  await waitUntilUpToDate(page)
  expect(await arrived()).toBe(1)
  expect(await known()).toEqual(before)
})
