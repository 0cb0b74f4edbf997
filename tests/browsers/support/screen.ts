import { expect } from 'vitest'
import { PASSWORD } from '../../journeys/support/demo-server.ts'
import { LATER, SOON } from '../../journeys/support/people.ts'
import type { Point, Tab } from './browser.ts'

/** What people do and see, in any browser: elements are found by role and name, and waits are for visible facts. */

const ROLES = {
  button: 'button, [role="button"]',
  link: 'a[href], [role="link"]',
  heading: 'h1, h2, h3, [role="heading"]',
  field: 'input, textarea, [role="combobox"], [role="textbox"]',
  dialog: '[role="dialog"]',
  notice: '[role="alert"], [role="status"]',
} as const

export interface Wanted {
  role: keyof typeof ROLES
  /** The complete name. */
  name?: string
  /** A part of the name or text. */
  part?: string
}

/** The place to press, or why there is none yet. */
type Place = Point | { trouble: string }

/**
 * In the page: the position of the wanted element, once it is visible, enabled, not moving and not covered; scrolled into view.
 * A person would not press elsewhere or earlier.
 */
async function placeOf({ selector, name, part }: { selector: string; name?: string; part?: string }): Promise<Place> {
  const clean = (words: string | null | undefined): string => (words ?? '').replace(/\s+/g, ' ').trim()
  const textOf = (ids: string): string =>
    clean(
      ids
        .split(/\s+/)
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby')
    const own = clean(element.getAttribute('aria-label'))
    if (own) return own
    if (labelledBy && textOf(labelledBy)) return textOf(labelledBy)
    const labels = (element as HTMLInputElement).labels
    // The asterisk of a required field is not part of its name.
    if (labels?.length) return clean(labels[0]?.textContent).replace(/ ?\*$/, '')
    return clean(element.textContent) || clean(element.getAttribute('title'))
  }
  const isShown = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    const { visibility } = getComputedStyle(element)
    return (
      box.width > 0 && box.height > 0 && visibility === 'visible' && !element.closest('[aria-hidden="true"], [inert]')
    )
  }
  const is = (element: Element): boolean =>
    (name === undefined || nameOf(element) === name) &&
    (part === undefined || nameOf(element).includes(part) || clean(element.textContent).includes(part))
  const found = [...document.querySelectorAll(selector)].filter((element) => isShown(element) && is(element))
  const [element] = found
  if (!element) return { trouble: 'it is not there' }
  if ((element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true')
    return { trouble: 'it is disabled' }
  const seen = element.getBoundingClientRect()
  if (seen.top < 0 || seen.bottom > window.innerHeight) element.scrollIntoView({ block: 'center' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => setTimeout(resolve, 60))
  const box = element.getBoundingClientRect()
  if (!element.isConnected || box.x !== before.x || box.y !== before.y || box.width !== before.width)
    return { trouble: 'it moves' }
  const point = { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) }
  const top = document.elementFromPoint(point.x, point.y)
  const label = (element as HTMLInputElement).labels?.[0]
  if (!top || !(element.contains(top) || top.contains(element) || label?.contains(top)))
    return { trouble: `something lies over it: ${top?.outerHTML.slice(0, 200)}` }
  return point
}

export interface Screen {
  tab: Tab
  /** Waits until it can be pressed, then presses it. */
  press(wanted: Wanted): Promise<void>
  /** Replaces the field's value. */
  fill(label: string, words: string): Promise<void>
  /** Waits until it is there. */
  see(wanted: Wanted): Promise<void>
  seeTitle(words: string): Promise<void>
  seeNotice(words: string): Promise<void>
  /** The text of the pill in the top bar, which shows the state of the synchronisation. */
  pill(): Promise<string>
  path(): Promise<string>
}

/** Reads until the condition is true; a page gives no answer for a moment while it is left. */
export const eventually = <T>(read: () => Promise<T> | T, timeout = SOON) =>
  expect.poll(read, { timeout, interval: 100 })

export function screenOf(tab: Tab): Screen {
  const place = async ({ role, ...named }: Wanted): Promise<Place> =>
    tab.evaluate(placeOf, { selector: ROLES[role], ...named })
  const find = async (wanted: Wanted): Promise<Point> => {
    let point: Point = { x: 0, y: 0 }
    await eventually(async () => {
      const found = await place(wanted)
      if ('trouble' in found) return `${JSON.stringify(wanted)}: ${found.trouble}`
      point = found
      return 'ready'
    }).toBe('ready')
    return point
  }
  const press = async (wanted: Wanted): Promise<void> => tab.press(await find(wanted))
  return {
    tab,
    press,
    async fill(label, words) {
      const wanted: Wanted = { role: 'field', name: label }
      await press(wanted)
      const held = () =>
        tab.evaluate(() => {
          const field = document.activeElement
          return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : null
        })
      await eventually(held).not.toBeNull()
      await tab.evaluate(() => (document.activeElement as HTMLInputElement).select())
      await tab.type(words)
      await eventually(held).toBe(words)
    },
    see: async (wanted) => void (await find(wanted)),
    seeTitle: (words) => eventually(() => titleOf(tab)).toBe(words),
    seeNotice: async (words) =>
      eventually(() =>
        tab.evaluate(
          (selector, part) => [...document.querySelectorAll(selector)].some((one) => one.textContent?.includes(part)),
          ROLES.notice,
          words,
        ),
      ).toBe(true),
    pill: () =>
      tab.evaluate(
        () => document.querySelector('[title="Ouvrir la page de synchronisation"]')?.textContent?.trim() ?? '',
      ),
    path: () => tab.evaluate(() => window.location.pathname),
  }
}

const titleOf = (tab: Tab): Promise<string> =>
  tab.evaluate(() => document.querySelector('h1')?.textContent?.replace(/\s+/g, ' ').trim() ?? '')

export async function signIn(screen: Screen, web: string, mail: string): Promise<void> {
  await screen.tab.goto(`${web}/login/manager`)
  await screen.fill('Adresse email', mail)
  await screen.fill('Mot de passe', PASSWORD)
  await screen.press({ role: 'button', name: 'Se connecter' })
  await eventually(() => screen.path(), LATER).toMatch(/^\/manager(\/|$)/)
}

/** Everything is received and sent; the app's files are on the device, and its service worker controls this page. */
export async function waitUntilReady(screen: Screen): Promise<void> {
  await waitUntilUpToDate(screen)
  const isServed = () =>
    screen.tab.evaluate(async () => {
      const { active } = (await navigator.serviceWorker.getRegistration()) ?? {}
      return active?.state === 'activated' && navigator.serviceWorker.controller !== null
    })
  await eventually(isServed, LATER).toBe(true)
}

/** Where it does not come true, the failure tells who holds and who waits for the locks, and what the synchronisation page says. */
export async function waitUntilUpToDate(screen: Screen): Promise<void> {
  try {
    await eventually(() => screen.pill(), LATER).toBe('À jour')
  } catch (error) {
    const pill = await screen.pill()
    const locks = await screen.tab.evaluate(() => navigator.locks.query())
    await screen.press({ role: 'link', part: pill })
    await screen.seeTitle('Synchronisation')
    const said = await screen.tab.evaluate(() => document.body.innerText)
    throw new Error(`« ${pill} », locks ${JSON.stringify(locks)}, the page says: ${said}`, { cause: error })
  }
}
