import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Locator, Page } from 'playwright'
import { csvValue } from '../../schemas/csv.ts'

/** What a screen says: read from the page as a person reads it, by its texts, rows and files. */

/** For what hangs: a busy machine draws a list slowly. */
const LONG = 300_000
/** A file of 100,000 rows is read page by page first. */
const EXPORT = 3_600_000
/** For the rows of a list whose first ones are there. */
const DRAWN = 60_000
/** For a list that should stay empty. */
const MOMENT = 3000

/** Goes to a page of the app without loading it again, as a link does. */
export async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  // The screen that is left must not be read.
  await page.waitForTimeout(300)
}

/** The first whole number of a text of the page. French numbers have spaces inside. */
export async function numberIn(page: Page, pattern: RegExp): Promise<number> {
  const text = await page.locator('main').getByText(pattern).first().innerText({ timeout: LONG })
  return wholeNumber(text)
}

export const wholeNumber = (text: string): number => Number((/\d[\d\s]*/.exec(text)?.[0] ?? '-1').replace(/\s/g, ''))

// Runs in the page, as text, because code compiled by tsx calls helpers that a page does not have.
const SCROLL = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()))
  const found = {}
  let size = 0
  scrollTo(0, 0)
  for (let still = 0; still < 5; ) {
    await frame()
    await frame()
    const before = Object.keys(found).length
    for (const row of document.querySelectorAll('main li[data-index]')) {
      size = Number(row.getAttribute('aria-setsize'))
      const link = row.querySelector('a[href*="/manager/"]')
      if (link) found[row.dataset.index] = link.getAttribute('href').split('/').pop()
    }
    const ended = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
    still = ended && Object.keys(found).length === before ? still + 1 : 0
    scrollBy(0, innerHeight * 0.8)
  }
  scrollTo(0, 0)
  return { size, ids: Object.values(found) }
})()`

export interface Listed {
  /** How many rows the list says that it has. */
  count: number
  ids: string[]
}

/**
 * All rows of a long list, by scrolling to its end, and its size as assistive technology is told.
 * @param expected how many the database has: without any, the screen gets a moment to show one
 */
export async function scrolled(page: Page, expected: number): Promise<Listed> {
  const row = page.locator('main li[data-index]').first()
  if (expected === 0) await page.waitForTimeout(MOMENT)
  else await row.waitFor({ timeout: LONG })
  if ((await row.count()) === 0) return { count: 0, ids: [] }
  const { size, ids } = await page.evaluate<{ size: number; ids: string[] }>(SCROLL)
  return { count: size, ids: ids.sort() }
}

/** Ids of the records that links below an element lead to. `pattern` captures the id. */
export async function linked(page: Page, within: string, pattern: RegExp): Promise<string[]> {
  const hrefs = await page.evaluate<string[]>(
    `[...document.querySelectorAll(${JSON.stringify(`${within} a[href]`)})].map((link) => link.getAttribute('href'))`,
  )
  return [...new Set(hrefs.flatMap((href) => pattern.exec(href)?.[1] ?? []))].sort()
}

/** Presses « Afficher la suite » until the lists below an element are whole. */
export async function unfold(page: Page, within = 'main'): Promise<void> {
  const more = page.locator(within).getByRole('button', { name: 'Afficher la suite' })
  while ((await more.count()) > 0) await more.first().click()
}

/** Waits until so many of these are drawn: what is missing after that is said by the comparison. */
export async function drawn(all: Locator, expected: number): Promise<void> {
  await all
    .nth(Math.max(expected, 1) - 1)
    .waitFor({ timeout: DRAWN })
    .catch(() => undefined)
}

/** Waits until an expression of the page is true: what is missing after that is said by the comparison. The page's own rules forbid it to compute a text. */
export async function until(page: Page, expression: string): Promise<void> {
  for (const end = Date.now() + DRAWN; Date.now() < end; await page.waitForTimeout(100))
    if (await page.evaluate<boolean>(expression)) return
}

/**
 * The cells of each row of the file that a button exports, header left out, in their order. Of an empty list the button cannot be pressed, or is not there.
 * @param within the part of the page that has the button; a sheet stands above a page that has one too
 */
export async function exportedCells(
  page: Page,
  expected: number,
  { within = page, name = 'Exporter en CSV' }: { within?: Page | Locator; name?: string } = {},
): Promise<string[][]> {
  const button = within.getByRole('button', { name, exact: true })
  if (expected === 0) {
    await page.waitForTimeout(MOMENT)
    if ((await button.count()) === 0 || (await button.isDisabled())) return []
  }
  await button.and(page.locator(':enabled')).waitFor({ timeout: LONG })
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: EXPORT }), button.click()])
  const text = await readFile(await download.path(), 'utf8')
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: ';', skipEmptyLines: true })
  // A number with a country code has an apostrophe, so that no spreadsheet computes it.
  return data.slice(1).map((cells) => cells.map(csvValue))
}

/** Some cells of each row of a file, as one text. */
export const linesOf = (rows: readonly string[][], columns: readonly number[]): string[] =>
  rows.map((cells) => columns.map((at) => cells[at] ?? '').join(' | ')).sort()

/** The rows of the file that a button exports, header left out, each as one text. */
export async function exported(page: Page, expected: number): Promise<string[]> {
  return (await exportedCells(page, expected)).map((cells) => cells.join(' | ')).sort()
}

/** The search over everything: the options of a typed text, by their ids, and the titles of their groups. */
export async function foundEverywhere(
  page: Page,
  typed: string,
  expected: number,
): Promise<{ options: string[]; titles: string[] }> {
  await page.getByRole('button', { name: 'Rechercher partout' }).click({ timeout: LONG })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').fill(typed)
  // Without a text there are screens. It says how many there are once clients and journals are read; what belongs to the clients comes after them.
  await dialog
    .locator('output')
    .filter({ hasText: /résultat/ })
    .waitFor({ timeout: LONG })
  await drawn(dialog.getByRole('option'), expected)
  const options = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[role=dialog] [role=option]')].map((one) => one.id)`,
  )
  const titles = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[role=dialog] [role=group]')].map((one) => one.getAttribute('aria-label') ?? '')`,
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', timeout: LONG })
  return { options: options.sort(), titles }
}
