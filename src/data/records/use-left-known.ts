import { useRankingFigures } from './use-ranking-figures.ts'

/** Whether it is read who has left: until then `useLeft` says nobody, and what waits because of them would look like nothing (DAY-03). */
export const useIsLeftKnown = (): boolean => useRankingFigures() !== undefined
