import { errorsText } from '../../src/text/errors.ts'
import type { Device } from '../support/chromium.ts'
import {
  bareWords,
  type Control,
  controlsOf,
  hasChanged,
  overCount,
  pressAt,
  quiet,
  stateOf,
  watchChanges,
} from './page-words.ts'

/** Walks through all that one person can reach: every address that a link leads to, and every control of every screen, dialog and menu. */

export interface Walk {
  device: Device
  /** Origin of the company. */
  origin: string
  /** Where the walk begins; it stays below the first part of this path. */
  start: string
  /** Only the first address is walked. */
  alone: boolean
  /** Where a picture of each fault is put. */
  pictures: string
  say: (text: string) => void
  /** Logs in again: a press may have ended the session (« Effacer cet appareil »). */
  enter: () => Promise<unknown>
}

export interface Walked {
  addresses: number
  presses: number
  /** Controls that were seen and had gone when their turn came. */
  missed: number
  /** What was wrong, and where. */
  faults: string[]
}

/** A press that ends the walk or leaves the app. */
const ENDS = /déconnect/i
/** Leads to where one may be already; empties what may be empty; opens a dialog of the browser's own, which shows in no page. */
const UNSEEN = /^(Aujourd.hui|Effacer|Installer)$/
/** Controls of a dialog that are pressed each. */
const IN_DIALOG = 12
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/gi

const kindOf = (href: string): string => {
  const url = new URL(href, 'http://x')
  return url.pathname.replace(ID, ':id').replace(/\d{2,}/g, ':n') + [...url.searchParams.keys()].sort().join()
}

export async function walk({ device, origin, start, alone, pictures, say, enter }: Walk): Promise<Walked> {
  const { page } = device
  const area = `/${start.split('/')[1]}`
  const faults: string[] = []
  const told = new Set<string>()
  const pressed = new Set<string>()
  /** Kinds of addresses: records of one kind have the same screen, so one of them is walked. */
  const met = new Set<string>()
  const todo: string[] = []
  let presses = 0
  let missed = 0

  const tell = async (where: string, what: string): Promise<void> => {
    const once = what.replace(ID, ':id')
    if (told.has(once)) return
    told.add(once)
    faults.push(`${where}: ${what}`)
    const picture = `${pictures}/${faults.length}.png`
    say(`!! ${where}: ${what} (${picture})`)
    await page.screenshot({ path: picture }).catch(() => undefined)
  }
  const meet = (href: string): void => {
    const url = new URL(href, origin)
    if (alone && todo.length > 0) return
    if (url.origin !== origin || !`${url.pathname}/`.startsWith(`${area}/`)) return
    if (met.has(kindOf(href))) return
    met.add(kindOf(href))
    todo.push(url.pathname + url.search)
  }

  const meetLinks = async (): Promise<void> => {
    const links = page.locator('a[href]')
    for (const href of await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))) meet(href)
  }

  /** The press led out of the page: a download, another tab, a question of the browser. */
  let asked = false
  page.on('dialog', (dialog) => {
    asked = true
    void dialog.accept().catch(() => undefined)
  })
  page.on('filechooser', () => {
    asked = true
  })
  page.on('download', () => {
    asked = true
  })
  page.on('popup', (other) => {
    asked = true
    void other.close().catch(() => undefined)
  })
  const written: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      written.push(message.text().slice(0, 300))
  })
  await page.addInitScript('window.print = () => { window.printed = true }')

  let seenErrors = 0
  /** What is wrong with the page now. */
  const look = async (where: string): Promise<void> => {
    for (const error of device.errors.slice(seenErrors)) await tell(where, error)
    seenErrors = device.errors.length
    for (const text of written.splice(0)) await tell(where, `console: ${text}`)
    for (const text of await bareWords(page)) await tell(where, text)
    const titles = await page.locator('h1').allInnerTexts()
    if (titles.includes(errorsText.screenTitle))
      await tell(where, `the screen failed: ${await page.locator('main').innerText()}`)
  }

  const open = async (address: string): Promise<void> => {
    await page.goto(origin + address)
    await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 })
    if (new URL(page.url()).pathname.startsWith('/login/')) {
      say('the session was ended')
      await enter()
      await page.goto(origin + address)
      await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 })
    }
    // A cold start reads its records from the local database after the first picture.
    await quiet(page, 800)
  }

  /** Presses one control. @returns whether it led to another place or layer */
  const press = async (where: string, { at, name }: Control): Promise<boolean> => {
    const before = await stateOf(page)
    const layers = await overCount(page)
    asked = false
    await watchChanges(page)
    presses++
    if (alone) say(`${where}, « ${name} »`)
    const obstacle = await pressAt(page, at)
    if (obstacle) {
      await tell(where, `« ${name} » cannot be pressed: ${obstacle}`)
      return true
    }
    // A press may load another page, or a part of this one.
    await quiet(page, 500)
    const after = await stateOf(page)
    if (after === before && !asked && !(await hasChanged(page))) {
      // What only writes to a clipboard or prints says so a moment later.
      await page.waitForTimeout(700)
      if (UNSEEN.test(name)) return false
      if ((await stateOf(page)) === before && !asked && !(await page.evaluate('window.printed === true')))
        await tell(where, `« ${name} » does nothing`)
    }
    await look(`${where}, after « ${name} »`)
    return after.split('<')[0] !== before.split('<')[0] || (await overCount(page)) !== layers
  }

  /** The control where it stands now: a notice that comes or goes moves it in the page. */
  const find = async ({ kind }: Control): Promise<Control | undefined> =>
    (await controlsOf(page)).find((one) => one.kind === kind)

  const walkDialog = async (address: string, opener: Control): Promise<void> => {
    const offered = (await controlsOf(page)).filter(
      ({ name, kind }) => !ENDS.test(name) && !pressed.has(`dialog ${opener.kind} ${kind}`),
    )
    for (const control of offered.slice(0, IN_DIALOG)) {
      pressed.add(`dialog ${opener.kind} ${control.kind}`)
      await open(address)
      const again = await find(opener)
      if (again) await pressAt(page, again.at)
      await quiet(page, 500)
      const found = await find(control)
      if (!found) missed++
      else await press(`${address}, « ${opener.name} »`, found)
    }
  }

  const walkScreen = async (address: string): Promise<void> => {
    await open(address)
    await look(address)
    await meetLinks()
    const controls = (await controlsOf(page)).filter(({ name, kind }) => {
      const key = `${kindOf(address)} ${kind}`
      if (ENDS.test(name) || pressed.has(key)) return false
      pressed.add(key)
      return true
    })
    for (const control of controls) {
      const current = await find(control)
      if (!current) missed++
      if (!current || !(await press(address, current))) continue
      const isOver = (await overCount(page)) > 0
      await meetLinks()
      meet(page.url())
      if (isOver) await walkDialog(address, current)
      await open(address)
    }
  }

  meet(origin + start)
  for (const address of todo) {
    say(`${address} (${presses} presses so far, ${todo.length} addresses met)`)
    await walkScreen(address).catch((error) => tell(address, `the walk stopped here: ${String(error).slice(0, 300)}`))
  }
  return { addresses: todo.length, presses, missed, faults }
}
