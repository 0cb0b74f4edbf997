import type { Locator } from 'playwright'

/** Types into a field as a person does: a tap into it first, unless the focus is there already. */
export async function typeInto(input: Locator, text: string): Promise<void> {
  if (!(await input.evaluate((element) => element === document.activeElement))) await input.click()
  await input.fill(text)
}
