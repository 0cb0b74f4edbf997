import type { LocalDatabase } from './local-database.ts'

/** What this device's imports of the price list changed, with the values of before, in one local document: an import is undone by it (SET-09). */
export const ARTICLE_IMPORTS_DOC = 'tarifs-imports'

/** Removes it, when the price list may no longer be read: it holds prices. */
export async function removeArticleImports(db: LocalDatabase): Promise<void> {
  await (await db.rx.getLocal(ARTICLE_IMPORTS_DOC))?.remove()
}
