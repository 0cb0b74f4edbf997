import { useEffect, useRef } from 'react'
import type { Box, Position } from '../../../schemas/rules/distance.ts'
import { boxOf } from './home-box.ts'

const holds = ({ south, north, west, east }: Box, { LATITUDE, LONGITUDE }: Position): boolean =>
  south <= LATITUDE && LATITUDE <= north && west <= LONGITUDE && LONGITUDE <= east

export interface FitTeam {
  /** Where its people are; undefined while the map shows no team. */
  marks: readonly Position[] | undefined
  /** The part of the world on the screen; null before the map is drawn. */
  seen: Box | null
  /** The address of the map names no place. */
  isUnplaced: boolean
  show: (box: Box) => void
}

/** Whoever opens the team sees all of it, once: a colleague of another agency is not outside the map. A view that the address keeps stays. */
export function useFitTeam({ marks, seen, isUnplaced, show }: FitTeam): void {
  const isAwaited = useRef(isUnplaced)
  useEffect(() => {
    if (marks === undefined) isAwaited.current = true
    else if (isAwaited.current && seen && marks.length > 0) {
      isAwaited.current = false
      const box = boxOf(marks)
      if (box && !marks.every((mark) => holds(seen, mark))) show(box)
    }
  })
}
