import { RANKING_DOC, type RankingFigures } from '../../../sync/replicate/ranking.ts'
import { useLocalDocument } from './use-local-document.ts'

/** The ranking's figures on this device; undefined until the first answer, null while no synchronisation has brought any. */
export const useRankingFigures = (): RankingFigures | null | undefined => useLocalDocument<RankingFigures>(RANKING_DOC)
