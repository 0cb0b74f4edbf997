import type { Locator, Page } from 'playwright'

/** Types into a field as a person does: a tap into it first, unless the focus is there already. */
export async function typeInto(input: Locator, text: string): Promise<void> {
  if (!(await input.evaluate((element) => element === document.activeElement))) await input.click()
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
