import { useMemo } from 'react'
import { inCatalogueOrder } from '../../../schemas/rules/articles.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from './use-live.ts'

/** The whole price list of this device, archived articles too, by family and reference; undefined until it is read. */
export function useArticles(): LocalRecord<'article'>[] | undefined {
  const rows = useLiveList('article', {})
  return useMemo(() => rows && inCatalogueOrder(rows), [rows])
}
