import type { Page } from 'playwright'

/** What a page says and offers: read inside the page, as text, because code compiled by tsx calls helpers that a page does not have. */

/** Asks the page; again where it is just leaving for another one. */
async function inPage<T>(page: Page, question: string): Promise<T> {
  try {
    return await page.evaluate<T>(question)
  } catch (error) {
    if (!String(error).includes('context was destroyed')) throw error
    await page.waitForLoadState()
    return await page.evaluate<T>(question)
  }
}

/** A control that can be pressed. */
export interface Control {
  /** Its words, or its name for assistive technology. */
  name: string
  /** Its kind and its words without names of people, numbers and dates: the same control of another record has the same. */
  kind: string
  /** Which of the page's controls it is, in document order. */
  at: number
}

const PRESSED =
  'button, [role="tab"], [role="menuitem"], [role="switch"], summary, input[type="checkbox"], input[type="radio"]'

/** Controls of the top layer (a dialog, a menu) or else of the page. Of a list those of its first row: the other rows have the same. */
const CONTROLS = `(() => {
  const over = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')].filter((one) => one.checkVisibility())
  const top = over.at(-1) ?? document.body
  const all = [...document.querySelectorAll('${PRESSED}')]
  return all.flatMap((one, at) => {
    if (!top.contains(one) || one.disabled || one.closest('[inert], [aria-hidden="true"]')) return []
    if (!one.checkVisibility({ visibilityProperty: true })) return []
    const row = one.closest('li, tbody tr')
    const rows = row ? [...row.parentElement.children] : []
    if (rows.indexOf(row) > 0) return []
    // Where one already is, a press changes nothing.
    if (one.checked || ['aria-current', 'aria-pressed', 'aria-selected'].some((state) => ![null, 'false'].includes(one.getAttribute(state)))) return []
    const words = (one.getAttribute('aria-label') ?? one.innerText ?? '').trim() || (one.labels?.[0]?.innerText ?? '').trim() || one.title || one.className
    return [{ at, name: words.slice(0, 60), kind: one.tagName + ' ' + (row ? 'of a row ' + one.className : words.replace(/[0-9].*|«.*|:.*/g, '').slice(0, 40)) }]
  })
})()`

export const controlsOf = (page: Page): Promise<Control[]> => inPage<Control[]>(page, CONTROLS)

/** Presses the control of this number, where a finger would. @returns what stands in its way, '' when nothing does */
export const pressAt = async (page: Page, at: number): Promise<string> => {
  const control = page.locator(PRESSED).nth(at)
  // A box is drawn by its label.
  const target = await control.evaluateHandle((one) => (one as HTMLInputElement).labels?.[0] ?? one)
  try {
    await target.click({ timeout: 20_000 })
    return ''
  } catch (error) {
    const lines = String(error)
      .split('\n')
      .map((line) => line.trim())
    return (lines.find((line) => /intercepts|not visible|not stable|outside/.test(line)) ?? lines[0] ?? '').slice(
      0,
      300,
    )
  }
}

/** Words that no person should read: a value that is missing or was never put into words. */
const BARE = /\b(undefined|NaN|Infinity)\b|\[object |Invalid Date|\bnull\b/

/** @returns such words where the page shows them */
export async function bareWords(page: Page): Promise<string[]> {
  const text = await inPage<string>(
    page,
    `document.body.innerText + '\\n' + [...document.querySelectorAll('[aria-label], [title]')].map((one) => (one.getAttribute('aria-label') ?? '') + ' ' + (one.getAttribute('title') ?? '')).join('\\n')`,
  )
  return text
    .split('\n')
    .filter((line) => BARE.test(line))
    .map((line) => `shows « ${line.slice(0, 120)} »`)
}

/** Resolves when the page has not changed for a moment. */
export const quiet = (page: Page, moment = 250, limit = 5000): Promise<unknown> =>
  inPage(
    page,
    `new Promise((done) => {
    let timer = setTimeout(end, ${moment})
    const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(end, ${moment}) })
    const last = setTimeout(end, ${limit})
    function end() { watch.disconnect(); clearTimeout(timer); clearTimeout(last); done(0) }
    watch.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
  })`,
  )

/** What a press can change: the address, the page, what is checked, written or has the focus. */
export const stateOf = (page: Page): Promise<string> =>
  inPage<string>(
    page,
    `location.href + document.body.innerHTML.replace(/\\d+/g, '') + [...document.querySelectorAll('input, textarea')].map((one) => one.value + one.checked).join() + scrollY
    + [...document.querySelectorAll('canvas')].map((one) => one.toDataURL().length).join()
    + [...document.querySelectorAll('details')].map((one) => one.open).join()`,
  )

/** Dialogs, menus and lists that are open over the page. */
export const overCount = (page: Page): Promise<number> =>
  inPage(
    page,
    `[...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')].filter((one) => one.checkVisibility()).length`,
  )

/** Begins to watch whether anything changes, be it for a moment only: a button that spins until its work is done. */
export const watchChanges = (page: Page): Promise<unknown> =>
  inPage(
    page,
    `(() => {
      window.changed = false
      new MutationObserver((_, watch) => { window.changed = true; watch.disconnect() }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
    })()`,
  )

/** Whether anything has changed since; another page has. */
export const hasChanged = (page: Page): Promise<boolean> => inPage<boolean>(page, 'window.changed !== false')
