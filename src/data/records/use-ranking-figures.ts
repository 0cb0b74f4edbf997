import { useEffect, useState } from 'react'
import { RANKING_DOC, type RankingFigures } from '../../../sync/replicate/ranking.ts'
import { useLocalData } from '../database/local-data-provider.tsx'

/** The ranking's figures on this device, as a live query; undefined until the first answer, null while no synchronisation has brought any. */
export function useRankingFigures(): RankingFigures | null | undefined {
  const data = useLocalData()
  const [figures, setFigures] = useState<RankingFigures | null>()
  useEffect(() => {
    if (!data) return
    const subscription = data.db.rx
      .getLocal$<RankingFigures>(RANKING_DOC)
      .subscribe((doc) => setFigures(doc ? (doc.toJSON().data as RankingFigures) : null))
    return () => subscription.unsubscribe()
  }, [data])
  return figures
}
