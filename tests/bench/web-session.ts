import type { Page } from 'playwright'
import { paths } from '../../src/app/paths.ts'
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

/** Notes when the first element that matches is painted, counted from the navigation. Call it before going there. */
export async function notePaint(page: Page, selector: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const look = (): void => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      // The frame after the one that painted it has begun: it stands on the screen.
      requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { paintedAt: performance.now() })))
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
}

export async function paintedAt(page: Page): Promise<number> {
  await page.waitForFunction(() => 'paintedAt' in window, undefined, { timeout: 60_000 })
  return page.evaluate(() => (window as unknown as { paintedAt: number }).paintedAt)
}
