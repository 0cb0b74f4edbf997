import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wallClock } from '../../schemas/dates.ts'
import { type Device, launchChromium } from '../support/chromium.ts'
import { type Clerk, type DemoServer, openDemoServer, SETUP } from './support/demo-server.ts'
import { askToLogOut, eventually, openAccountMenu, see, seeTitle, signInAndReceive } from './support/people.ts'

/** Dark and light themes, and dates and amounts in French notation. */

let server: DemoServer
let boss: Clerk
let device: Device
let page: Page

interface Frame {
  dark: boolean
  background: string
}

declare global {
  interface Window {
    frames_: Frame[]
  }
}

/** Records the page's background at each frame, from the first one until the app is shown. */
const watchFrames = (on: Page): Promise<unknown> =>
  on.addInitScript(() => {
    window.frames_ = []
    const look = (): void => {
      if (document.body) {
        const background = getComputedStyle(document.body).backgroundColor
        const dark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
        // Transparent: the style sheet, which blocks the first paint, has not loaded yet.
        if (background !== 'rgba(0, 0, 0, 0)') window.frames_.push({ dark, background })
      }
      if (window.frames_.length < 40) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })

const brightness = (colour: string): number =>
  Math.max(...[...colour.matchAll(/\d+/g)].slice(0, 3).map(([digits]) => Number(digits)))

const scheme = (on: Page) => on.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))

beforeAll(async () => {
  server = await openDemoServer()
  boss = await server.clerk('directeur@example.com')
  device = await launchChromium()
  page = device.page
  await signInAndReceive(page, server.web(), 'directeur@example.com')
}, SETUP)

afterAll(async () => {
  try {
    await device?.close()
  } finally {
    await server?.dispose()
  }
})

it('[TEN-04] weeks start on Monday, week 1 holds 4 January, dates and hours are French', async () => {
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr')
  for (const [day, week] of [
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2025-12-29', 1],
  ] as const) {
    await page.goto(`${server.web()}/manager/agenda?vue=timeGridDay&date=${day}`)
    await see(page, `Semaine ${week}`)
  }
  await page.goto(`${server.web()}/manager/rdv/create`)
  await page.getByRole('button', { name: 'Ouvrir le calendrier : Début, date' }).click()
  const heads = page.getByRole('dialog').locator('thead th')
  const days = async () => (await heads.allTextContents()).map((day) => day.slice(0, 2).toLowerCase())
  await eventually(days).toEqual(['lu', 'ma', 'me', 'je', 've', 'sa', 'di'])
})

it('[TEN-04] a day is dd/MM/yyyy, an instant dd/MM/yyyy HH:mm on the company’s clock, an amount in euros', async () => {
  const rdv = (await boss.all('/rdvs')).find((row) => row.DEBRIEF_LE && row.DEBRIEF_PAR && row.SUPPRIME !== 1)
  expect(rdv?.RDV_DEBUT).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  const wall = wallClock(new Date(String(rdv?.DEBRIEF_LE)), 'Europe/Paris')
  const french = `${wall.slice(0, 10).split('-').reverse().join('/')} ${wall.slice(11)}`
  await page.goto(`${server.web()}/manager/rdv/${rdv?.IDRDV}`)
  await see(page, french)

  const devis = (await boss.all('/devis')).find((row) => Number(row.PRIX_TTC) > 100_000)
  await page.goto(`${server.web()}/manager/projet/${devis?.IDPROJET}`)
  const cents = Number(devis?.PRIX_TTC)
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, '[\\s\u202f\u00a0]')
  await see(page, new RegExp(`^${whole},${String(cents % 100).padStart(2, '0')}[\\s\u00a0]€$`))
})

it('[TEN-03] the dark theme is stored, used from the first frame on, and survives the logout', async () => {
  expect(await scheme(page)).toBe('light')
  await openAccountMenu(page)
  await page.getByRole('switch', { name: 'Thème sombre' }).check({ force: true })
  await eventually(() => scheme(page)).toBe('dark')
  await page.keyboard.press('Escape')

  const tab = await device.newTab()
  await watchFrames(tab)
  await tab.goto(`${server.web()}/manager`)
  await seeTitle(tab, 'Accueil')
  await eventually(() => tab.evaluate(() => window.frames_.length)).toBeGreaterThan(30)
  const frames = await tab.evaluate(() => window.frames_)
  expect(frames.filter((frame) => !frame.dark || brightness(frame.background) > 60)).toEqual([])
  await tab.close()

  await askToLogOut(page)
  await seeTitle(page, 'Connexion')
  expect(await scheme(page)).toBe('dark')
  await page.reload()
  await seeTitle(page, 'Connexion')
  expect(await scheme(page)).toBe('dark')
})
