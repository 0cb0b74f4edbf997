import type { Page } from 'playwright'

/** A phone ends the page while another app, its camera, is shown; its browser restores the tab, with what the tab had stored. @returns the new page */
export async function endedByPhone(page: Page): Promise<Page> {
  const stored = await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
    return { ...sessionStorage }
  })
  const [context, url] = [page.context(), page.url()]
  const restored = await context.newPage()
  await page.close({ runBeforeUnload: false })
  await restored.addInitScript((values) => {
    // Once: what is loaded later in this tab has its own.
    if (sessionStorage.getItem('restored') === null) Object.assign(sessionStorage, values, { restored: '1' })
  }, stored)
  await restored.goto(url)
  return restored
}

/** How many pictures of forms that are not saved this device keeps (FILE-12). */
export const draftPictures = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let count = 0
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.endsWith('-files')) continue
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const counting = db.transaction('drafts').objectStore('drafts').count()
      await new Promise((resolve) => {
        counting.onsuccess = resolve
      })
      count += counting.result
      db.close()
    }
    return count
  })
