import type { Locator, Page } from 'playwright'

/** How long a form that has just opened may take to give the focus to its first field, on a machine that does other work: one tap more would count as effort. */
const FOCUS_MS = 15_000

/** Types into a field as a person does: a tap into it first, unless the focus is there already, or on its way while it is nowhere yet. */
export async function typeInto(input: Locator, text: string): Promise<void> {
  const where = () =>
    input.evaluate((element) => {
      const { activeElement } = document
      return element === activeElement ? 'here' : activeElement === document.body ? 'nowhere' : 'elsewhere'
    })
  for (const until = performance.now() + FOCUS_MS; performance.now() < until && (await where()) === 'nowhere'; )
    await input.page().waitForTimeout(50)
  if ((await where()) !== 'here') await input.click()
  await input.fill(text)
}

/** More fields than any form has between two that are filled one after the other. */
const MOST_FIELDS = 12

/** Goes on with the keyboard (« Suivant » on a phone, the tab key on a desktop) until this field has the focus, and types. Each key counts as typed. */
export async function typeNext(page: Page, input: Locator, text: string): Promise<void> {
  const isReached = (): Promise<boolean> => input.evaluate((element) => element === document.activeElement)
  for (let keys = 0; keys < MOST_FIELDS && !(await isReached()); keys += 1) await page.keyboard.press('Tab')
  if (!(await isReached())) throw new Error(`The keyboard does not lead to the field for « ${text} »`)
  await input.fill(text)
}
