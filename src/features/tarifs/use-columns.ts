import { type RememberedTargets, rememberedTargets } from '../../../schemas/headings.ts'
import { ARTICLE_COLUMNS_DOC } from '../../../sync/store/article-imports.ts'
import { useKeepDocument, useLocalDocument } from '../../data/records/use-local-document.ts'
import type { Column } from './csv/article-csv.ts'
import type { ChosenColumns } from './csv/import-plan.ts'

/** Headings of a document, the latest. */
const MOST = 500

interface ColumnsDoc extends Record<string, unknown> {
  columns: RememberedTargets<Column>
}

/** What this account's device remembers of the headings of price lists; undefined until it is read. */
export function useColumns(): {
  remembered: RememberedTargets<Column> | undefined
  remember: (headings: readonly string[], columns: ChosenColumns) => void
} {
  const doc = useLocalDocument<ColumnsDoc>(ARTICLE_COLUMNS_DOC)
  const keep = useKeepDocument<ColumnsDoc>(ARTICLE_COLUMNS_DOC)
  const remembered = doc === undefined ? undefined : (doc?.columns ?? {})
  const remember = (headings: readonly string[], columns: ChosenColumns): void => {
    const all = Object.entries({ ...remembered, ...rememberedTargets(headings, columns) })
    // A choice that could not be kept is asked for again.
    keep({ columns: Object.fromEntries(all.slice(-MOST)) }).catch(() => undefined)
  }
  return { remembered, remember }
}
