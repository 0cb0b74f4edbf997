import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { eventually, SOON } from './people.ts'
import { keepPicture } from './picture.ts'

/** Violations in words: the rule, and where. */
export async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // No page here has frames, and the other mode opens one more page for each look.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
    ),
  )
}

/** Everything has arrived where it stays: axe reads what is there, and colours, as they are at that moment. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached', timeout: SOON })
  await page.evaluate(
    async ({ quiet, limit }) => {
      const end = performance.now() + limit
      for (let before = ''; performance.now() < end; ) {
        const now = document.body.innerText
        if (now === before) return
        before = now
        await new Promise((resolve) => setTimeout(resolve, quiet))
      }
    },
    { quiet: 600, limit: 6000 },
  )
  await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined))))
}

const SCHEMES = ['light', 'dark'] as const

/** As the switch does it in another tab: what stands open follows. */
async function wear(page: Page, scheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'lolapp.theme'
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, scheme)
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ timeout: SOON, state: 'attached' })
}

/** What is open, in light and in dark. */
export async function findNothingOn(page: Page, { size, name }: { size: string; name: string }): Promise<void> {
  for (const scheme of SCHEMES) {
    await wear(page, scheme)
    await keepPicture(page, `${size}, ${scheme}`, name)
    await eventually(async () => [scheme, ...(await violations(page))], 6000).toEqual([scheme])
  }
}
