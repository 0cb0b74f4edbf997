import type { Page } from 'playwright'
import { launchChromium } from '../../support/chromium.ts'
import { answerOf, type Browser, sourceOf, type Tab } from './browser.ts'

/** Chromium of the machine, by Playwright. */

const PATIENCE_MS = 300_000

function tabOf(page: Page): Tab {
  page.setDefaultTimeout(PATIENCE_MS)
  return {
    async goto(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async evaluate(act, ...args) {
      const json = JSON.stringify(args)
      return answerOf(await page.evaluate(`(async (args) => { ${sourceOf(act)} })(${JSON.stringify(json)})`))
    },
    press: ({ x, y }) => page.mouse.click(x, y),
    type: (words) => page.keyboard.type(words),
  }
}

export async function openChromium(): Promise<Browser> {
  const device = await launchChromium()
  return {
    version: `Chromium ${device.context.browser()?.version() ?? ''}`,
    tab: tabOf(device.page),
    newTab: async () => tabOf(await device.newTab()),
    close: () => device.close(),
  }
}
