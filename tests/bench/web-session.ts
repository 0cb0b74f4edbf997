import type { Page } from 'playwright'
import { paths } from '../../src/ui/navigation/paths.ts'
import type { ServerProcess } from '../support/server-process.ts'

export const EVENT = '[data-event-id]'

/** Logs in as a person does, on the real web app. */
export async function logIn(page: Page, server: ServerProcess, mail: string): Promise<void> {
  await page.goto(`${server.urlFor('demo')}${paths.login.href()}`)
  await page.getByLabel('Adresse email').or(page.locator('input[type=email]')).first().fill(mail)
  await page.locator('input[type=password]').fill('demonstration')
  await page.locator('button[type=submit]').click()
  await page.waitForURL((url) => url.pathname.startsWith(paths.manager.href()))
}

/** Runs in the page, as text, because code compiled by tsx calls helpers that a page does not have. */
const noteInPage = `
  const observer = new MutationObserver(() => {
    if (!document.querySelector(WANTED)) return
    observer.disconnect()
    window.shownAt = performance.now()
    // The next frame has begun, so the former one is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => { window.paintedAt = performance.now() }))
  })
  // The map says by an attribute that it is drawn.
  observer.observe(document, { childList: true, subtree: true, attributeFilter: ['data-map-drawn'] })
`

/** Notes when the first matching element is painted, counted from the navigation. Call it before the navigation. */
export async function notePaint(page: Page, selector: string): Promise<void> {
  await page.addInitScript(`{ const WANTED = ${JSON.stringify(selector)}; ${noteInPage} }`)
}

/** When it was on the screen. */
export const paintedAt = (page: Page): Promise<number> => noted(page, 'paintedAt')

/** When it was in the page, some frames before `paintedAt`: what is requested from here on did not stand before it. */
export const shownAt = (page: Page): Promise<number> => noted(page, 'shownAt')

async function noted(page: Page, name: string): Promise<number> {
  await page.waitForFunction((wanted) => wanted in window, name, { timeout: 60_000 })
  return page.evaluate((wanted) => (window as unknown as Record<string, number>)[wanted] as number, name)
}
