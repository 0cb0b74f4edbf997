import type { LocalDatabase } from './local-database.ts'

/** What this device's imports of the price list changed, with the values of before, in one local document: an import is undone by it (SET-09). */
export const ARTICLE_IMPORTS_DOC = 'tarifs-imports'

/** What this account's device remembers of the headings of price lists. */
export const ARTICLE_COLUMNS_DOC = 'tarifs-colonnes'

/** Local documents that this device alone has: a logout seals them, the next login of their person gets them back (SEAL-2). */
export const SEALED_DOCUMENTS: readonly string[] = [ARTICLE_IMPORTS_DOC, ARTICLE_COLUMNS_DOC]

/** Removes the imports, when the price list may no longer be read: they hold prices. */
export async function removeArticleImports(db: LocalDatabase): Promise<void> {
  await (await db.rx.getLocal(ARTICLE_IMPORTS_DOC))?.remove()
}
