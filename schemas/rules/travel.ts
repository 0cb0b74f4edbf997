import { minutesBetween } from '../dates.ts'
import { distanceKm, type Position, positionOf } from './distance.ts'

export interface Place {
  LATITUDE: number | null
  LONGITUDE: number | null
}

export interface Travel {
  /** By road, estimated from the great circle; whole kilometres. */
  km: number
  /** Estimated minutes by car, in steps of five. */
  minutes: number
  /** Minutes between the end of one and the start of the other; negative when they overlap. */
  gap: number
  /** The estimate is longer than the gap. */
  tight: boolean
}

/** Roads are about this much longer than the straight line. */
const DETOUR = 1.3
const KM_PER_MINUTE = 50 / 60
const STEP = 5
const SAME_PLACE_KM = 0.2

/** The estimated journey from one appointment to the next; null when a position is not known or both are at the same place. */
export function travelBetween(
  from: { end: string; place: Place | null | undefined },
  to: { start: string; place: Place | null | undefined },
): Travel | null {
  const [a, b] = [from.place && positionOf(from.place), to.place && positionOf(to.place)] as (Position | null)[]
  if (!a || !b) return null
  const line = distanceKm(a, b)
  if (line < SAME_PLACE_KM) return null
  const road = line * DETOUR
  const minutes = Math.max(STEP, Math.ceil(road / KM_PER_MINUTE / STEP) * STEP)
  const gap = minutesBetween(from.end, to.start)
  return { km: Math.max(1, Math.round(road)), minutes, gap, tight: minutes > gap }
}
