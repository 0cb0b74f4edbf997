import axe from 'axe-core'
import type { Page } from 'playwright'
import { eventually, SOON } from './people.ts'
import { keepPicture } from './picture.ts'

/** Runs axe on the present screen, in light and in dark. */

type Rules = NonNullable<axe.RunOptions['runOnly']>

const EVERY_RULE: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** The rules about colours: only these can break in another colour scheme. */
const COLOUR_RULES: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Violations as texts: the rule and the place. */
export async function violations(page: Page, runOnly: Rules = EVERY_RULE): Promise<string[]> {
  // Once per document: loading axe's source takes as long as checking a small screen.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => {
      const { axe: found } = window as unknown as { axe: typeof axe }
      const { violations: broken } = await found.run(document, options)
      // A menu that is open over the page belongs to no landmark.
      const isOfMenu = (target: unknown[]): boolean => {
        const place = document.querySelector(String(target[0]))
        return place != null && (place.closest('[role="menu"]') ?? place.querySelector('[role="menu"]')) !== null
      }
      return broken.flatMap(({ id, nodes }) =>
        nodes
          .filter(({ target }) => id !== 'region' || !isOfMenu(target))
          .map(
            ({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
          ),
      )
    },
    { runOnly, resultTypes: ['violations'] } satisfies axe.RunOptions,
  )
}

/** Waits until the page is stable: nothing loads, changes or moves. */
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
      // A loading animation may never end, for example under a dialog.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
    },
    { quiet: 100, limit: 6000 },
  )
}

/**
 * Controls of the page, or of the dialog, menu or list that is open over it, that something else covers: a press at their middle reaches another
 * element. Each is scrolled to the middle of the window first, so that a fixed bar does not count.
 */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scroll = { x: window.scrollX, y: window.scrollY }
    const over = [
      ...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'),
    ]
    const top = over.filter((one) => one.checkVisibility()).at(-1) ?? document.body
    const found: string[] = []
    for (const control of top.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input, select, textarea',
    )) {
      const seen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!seen || control.closest('[inert], [aria-hidden="true"]')) continue
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const [box] = control.getClientRects()
      // Shown to assistive technology alone.
      if (!box || box.width < 4 || box.height < 4) continue
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      const label = (control as HTMLInputElement).labels?.[0]
      if (!hit || control.contains(hit) || hit.contains(control) || label?.contains(hit)) continue
      const name = (one: Element): string =>
        `${one.tagName} « ${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)} »`
      found.push(`${name(control)} is covered by ${name(hit)}`)
    }
    window.scrollTo(scroll.x, scroll.y)
    return found
  })

const SCHEMES = ['light', 'dark'] as const

/** Changes the theme as the switch in another tab does: open dialogs follow. */
async function wear(page: Page, scheme: (typeof SCHEMES)[number]): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'lolapp.theme'
    localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
  }, scheme)
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ timeout: SOON, state: 'attached' })
}

/**
 * An agenda opens at an hour that depends on the time of day, which may leave a narrow piece of an appointment below the head of its day: too small a
 * target, until one scrolls. So the hours start in the morning, before the first appointment.
 */
const showMorning = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const hours = document.querySelector('.sx__view-container')
    if (hours) hours.scrollTop = (hours.scrollHeight * 7) / 24
  })

/** The page's markup without its colours, and without digits, which may count seconds. */
const structure = (page: Page): Promise<string> =>
  page.evaluate(() => document.body.innerHTML.replace(/ (class|style)="[^"]*"|\d+/g, ''))

interface Look {
  size: string
  name: string
  /** Resolves when parts that are drawn again for other colours (a map) are ready. */
  ready?: () => Promise<unknown>
}

/**
 * Nothing covers a control of the open page, and the page breaks no rule in light and in dark. In the second theme only the rules about colours are
 * checked again, unless the page has changed meanwhile.
 */
export async function findNothingOn(page: Page, { size, name, ready }: Look): Promise<void> {
  await settled(page)
  await showMorning(page)
  let seen = ''
  for (const scheme of SCHEMES) {
    await wear(page, scheme)
    await ready?.()
    const now = await structure(page)
    const rules = now === seen ? COLOUR_RULES : EVERY_RULE
    await eventually(async () => [scheme, ...(await violations(page, rules))]).toEqual([scheme])
    if (rules === EVERY_RULE) await eventually(() => covered(page)).toEqual([])
    await keepPicture(page, `${size}, ${scheme}`, name)
    seen = now
  }
  await wear(page, SCHEMES[0])
}

/** The narrowest screen that WCAG 1.4.10 names: 1280 pixels at a zoom of 400 %. */
const NARROWEST = 320

/** Elements that make the page wider than its window, which nothing around them scrolls or cuts. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate((width) => {
    // `innerWidth` of a phone grows with a page that is too wide.
    const isWide = (element: Element): boolean => element.getBoundingClientRect().right > width + 1
    const isHeld = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    if (document.documentElement.scrollWidth <= width) return []
    const wide = [...document.body.querySelectorAll('*')].filter((one) => isWide(one) && !isHeld(one))
    return wide.map((one) => `${one.tagName} .${one.getAttribute('class')} « ${(one.textContent ?? '').slice(0, 40)} »`)
  }, NARROWEST)

/** On the narrowest screen the page needs no scrolling sideways. */
export async function fitsNarrowest(page: Page): Promise<void> {
  const window = page.viewportSize()
  if (!window) return
  await page.setViewportSize({ ...window, width: NARROWEST })
  await eventually(() => tooWide(page)).toEqual([])
  await page.setViewportSize(window)
}

/** Navigates within the app as a link does, without a new start for each screen. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(
    async ({ href, limit }) => {
      const { __TSR_ROUTER__: router } = window as unknown as {
        __TSR_ROUTER__: { navigate: (to: { href: string }) => Promise<void> }
      }
      // A page that asks before it is left would hold every test after it, each for its whole time.
      const refused = new Promise((_, reject) => setTimeout(() => reject(new Error(`${href} does not open`)), limit))
      await Promise.race([router.navigate({ href }), refused])
      // Waits until the target is on the screen.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    },
    { href: path, limit: SOON },
  )
}
