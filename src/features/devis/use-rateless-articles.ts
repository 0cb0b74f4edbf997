import { useMemo } from 'react'
import { useArticles } from '../../data/records/use-articles.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { type RatelessArticles, ratelessArticles } from './price-changes.ts'

/** Null where no article is without a rate, and while the price list and the list of rates are read. */
export function useRatelessArticles(): RatelessArticles | null {
  const articles = useArticles()
  const entries = useLiveList('reference', { selector: { LISTE: 'TVA' } })
  return useMemo(() => ratelessArticles(articles ?? [], entries), [articles, entries])
}
