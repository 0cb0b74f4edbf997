import axe from 'axe-core'
import type { Page } from 'playwright'
import { eventually, SOON } from './people.ts'
import { keepPicture } from './picture.ts'

/** axe over what stands on the screen, in light and in dark. */

type Rules = NonNullable<axe.RunOptions['runOnly']>

const EVERY_RULE: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Those of them that read colours: all that another colour scheme may break. */
const COLOUR_RULES: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Violations in words: the rule, and where. */
export async function violations(page: Page, runOnly: Rules = EVERY_RULE): Promise<string[]> {
  // Once for each document: to read axe's source takes as long as to look at a small screen with it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      const { axe: found } = window as unknown as { axe: typeof axe }
      const { violations: broken } = await found.run(document, options)
      return broken.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      )
    },
    { runOnly, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
}

/** Everything has arrived where it stays: nothing waits, nothing changes any more, nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached', timeout: SOON })
  await page.evaluate(
    async ({ quiet, limit }) => {
      const started = performance.now()
      let changed = started
      const watch = new MutationObserver(() => {
        changed = performance.now()
      })
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      for (let now = started; now - changed < quiet && now - started < limit; now = performance.now())
        await new Promise((resolve) => setTimeout(resolve, quiet / 4))
      watch.disconnect()
      // What turns for as long as something loads never ends: a dialog may stand over it.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
    },
    { quiet: 100, limit: 6000 },
  )
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

/** The page but for its colours, and for its digits, which may count seconds. */
const structure = (page: Page): Promise<string> =>
  page.evaluate(() => document.body.innerHTML.replace(/ (class|style)="[^"]*"|\d+/g, ''))

interface Look {
  size: string
  name: string
  /** Resolves when what other colours draw anew (a map) is there again. */
  ready?: () => Promise<unknown>
}

/**
 * What is open breaks no rule in light and in dark. In the second colours only the rules about colours are asked again, unless the page has
 * become another one meanwhile.
 */
export async function findNothingOn(page: Page, { size, name, ready }: Look): Promise<void> {
  await settled(page)
  let seen = ''
  for (const scheme of SCHEMES) {
    await wear(page, scheme)
    await ready?.()
    const now = await structure(page)
    const rules = now === seen ? COLOUR_RULES : EVERY_RULE
    await eventually(async () => [scheme, ...(await violations(page, rules))], 6000).toEqual([scheme])
    await keepPicture(page, `${size}, ${scheme}`, name)
    seen = now
  }
  await wear(page, SCHEMES[0])
}

/** As a link does, within the app: it need not start for each screen. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { navigate: (to: { href: string }) => Promise<void> }
    }
    await router.navigate({ href })
    // What it leads to is on the screen.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }, path)
}
