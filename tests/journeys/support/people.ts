import { isDeepStrictEqual } from 'node:util'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { Device } from '../../support/chromium.ts'
import { PASSWORD } from './demo-server.ts'

/** What people do and see in the app, by visible texts. Every wait is for a visible fact. */

/** Time limit for a visible fact. All limits here are long, because a busy machine is three times slower. */
export const SOON = 90_000
/** Time limit for a healed network, a server's start, a whole synchronisation. */
export const LATER = 180_000

export const eventually = <T>(read: () => Promise<T> | T, timeout = SOON) =>
  expect.poll(read, { timeout, interval: 100 })

/** The value once it has been the same for half a second. Objects are compared by what they hold. */
export async function atRest<T>(read: () => Promise<T>): Promise<T> {
  let value = await read()
  let same = 0
  await eventually(async () => {
    const next = await read()
    same = isDeepStrictEqual(next, value) ? same + 1 : 0
    value = next
    return same
  }).toBeGreaterThanOrEqual(5)
  return value
}

/** What a failure tells of the page, which nobody can look at afterwards. */
const shown = async (page: Page): Promise<string> =>
  `${page.url()} shows:\n${(await page.locator('body').innerText()).slice(0, 2000)}`

export async function signIn(page: Page, web: string, mail: string): Promise<void> {
  page.context().setDefaultTimeout(SOON)
  await page.goto(`${web}/login/manager`)
  try {
    await page.getByLabel('Adresse email').fill(mail)
  } catch (cause) {
    throw new Error(`No page to log in. ${await shown(page)}`, { cause })
  }
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Se connecter' }).click()
  // Not « /login/manager »: leaving that page before the answer would lose the login.
  await page.waitForURL((url) => /^\/manager(\/|$)/.test(url.pathname), { timeout: LATER })
}

/** Words of a page as a test writes them: French holds some spaces together (vite.config.ts). */
export const plain = (words: string | null): string => (words ?? '').replace(/\s/g, ' ')

/** The pill of the top bar, which shows the state of the synchronisation. */
export const pill = (page: Page): Locator => page.getByTitle('Ouvrir la page de synchronisation')

export const pillText = async (page: Page): Promise<string> => plain(await pill(page).textContent())

/** « À jour »: the first synchronisation is complete and no entry is pending. Fails with the words that the pill shows. */
export async function waitUntilUpToDate(page: Page): Promise<void> {
  try {
    await pill(page)
      .filter({ hasText: /^À jour$/ })
      .waitFor({ timeout: LATER })
  } catch (cause) {
    const shown = await pill(page).allTextContents()
    throw new Error(`not « À jour »: the pill shows « ${shown.join(' » and « ')} » on ${page.url()}`, { cause })
  }
}

/** The number in the pill's « n à envoyer »; 0 without that text. */
export const pendingCount = async (page: Page): Promise<number> =>
  Number(/(\d+) à envoyer/.exec(await pillText(page))?.[1] ?? 0)

/** The app's files are on the device, and its service worker controls this page. */
export async function waitUntilOfflineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated' || !navigator.serviceWorker.controller)
      await new Promise((resolve) => setTimeout(resolve, 50))
  })
}

/** Signed in, everything received, ready to lose the network. */
export async function signInAndReceive(page: Page, web: string, mail: string): Promise<void> {
  await signIn(page, web, mail)
  await waitUntilUpToDate(page)
  await waitUntilOfflineReady(page)
}

export const goOffline = (device: Device): Promise<void> => device.setOffline(true)
export const goOnline = (device: Device): Promise<void> => device.setOffline(false)

export const title = (page: Page): Locator => page.getByRole('heading', { level: 1 })

export async function seeTitle(page: Page, words: string | RegExp): Promise<void> {
  try {
    await page.getByRole('heading', { level: 1, name: words }).waitFor({ timeout: SOON })
  } catch (cause) {
    throw new Error(`No title ${words}. ${await shown(page)}`, { cause })
  }
}

export async function see(page: Page, words: string | RegExp): Promise<void> {
  try {
    await page.getByText(words).first().waitFor({ timeout: SOON })
  } catch (cause) {
    throw new Error(`No « ${words} ». ${await shown(page)}`, { cause })
  }
}

const LEAF = 500

/** Scrolls a long list, whose far rows are not in the page; starts again at the top after the end. */
export async function bring(page: Page, found: Locator): Promise<void> {
  await eventually(async () => {
    if ((await found.count()) > 0) return true
    await page.evaluate((step) => {
      // A person's scroll begins with an act of theirs, after which the app holds no place on the page.
      window.dispatchEvent(new Event('wheel'))
      const end = window.scrollY + window.innerHeight >= document.body.scrollHeight - 1
      window.scrollTo(0, end ? 0 : window.scrollY + step)
    }, LEAF)
    return false
  }).toBe(true)
  await untilStill(found.first())
}

/** So long does a row stand at one place before it is pressed. */
const STILL_MS = 300

/**
 * Rows are measured once they are drawn, and move those below them: a press that begins on a row and ends beside it opens nothing. Playwright waits for two
 * pictures only.
 */
async function untilStill(found: Locator): Promise<void> {
  const placeOf = async (): Promise<string> =>
    JSON.stringify(await found.boundingBox({ timeout: STILL_MS }).catch(() => null))
  let place = await placeOf()
  await eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, STILL_MS))
    const before = place
    place = await placeOf()
    return place === before && place !== 'null'
  }).toBe(true)
}

/** A notice at the edge of the screen. */
export const seeNotice = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('alert').filter({ hasText: words }).first().waitFor({ timeout: SOON })

/** A notice stays as long as the pointer rests on it: a person who means to press its button has it there. Without it, it goes after some seconds. */
export const holdNotice = (page: Page, words: string | RegExp): Promise<void> =>
  page.getByRole('alert').filter({ hasText: words }).first().hover()

/** The field by its label, with or without asterisk. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true }).or(page.getByRole('combobox', { name: label, exact: true }))

export const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Enregistrer', exact: true })

/** Presses « Enregistrer » once no earlier success is shown: the « … réussie » that a test sees next is this one's. */
export async function save(page: Page): Promise<void> {
  const said = page.getByText(/ réussie$/)
  while ((await said.count()) > 0) await said.last().waitFor({ state: 'hidden', timeout: SOON })
  await saveButton(page).click()
}

/** Saves a new appointment, also at an hour at which the demo's person is taken. */
export async function saveRdv(page: Page): Promise<void> {
  await save(page)
  const anyway = page.getByRole('button', { name: 'Enregistrer quand même' })
  await anyway.or(page.getByText('Création Rendez-vous réussie')).first().waitFor()
  if (await anyway.isVisible()) await anyway.click()
  await see(page, 'Création Rendez-vous réussie')
}

/** « 20/11/2026 » typed into a date's field. */
export async function typeDate(page: Page, label: string, day: string): Promise<void> {
  const input = field(page, label)
  await input.fill(day.split('-').reverse().join('/'))
  await input.press('Tab')
}

export async function typeTime(page: Page, label: string, time: string): Promise<void> {
  const input = field(page, label)
  await input.fill(time)
  await input.press('Tab')
}

export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Mon compte' }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).waitFor()
}

export async function askToLogOut(page: Page): Promise<void> {
  await openAccountMenu(page)
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
}
