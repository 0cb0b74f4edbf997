import { useMemo } from 'react'
import { useRankingFigures } from './use-ranking-figures.ts'

const NOBODY: readonly string[] = []

/** The people who have left, as the last figures of the office say (their account is closed, or their record is gone); nobody while none have come. */
export function useLeft(): ReadonlySet<string> {
  const left = useRankingFigures()?.left ?? NOBODY
  return useMemo(() => new Set(left), [left])
}
