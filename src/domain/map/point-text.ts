import type { Position } from '../../../schemas/rules/distance.ts'

/** Digits of a degree: about a metre. */
export const POINT_DIGITS = 5

/** The point as it is stored: to about a metre, the precision of a finger on a map. */
export const keptPoint = ({ LATITUDE, LONGITUDE }: Position): Position => ({
  LATITUDE: Number(LATITUDE.toFixed(POINT_DIGITS)),
  LONGITUDE: Number(LONGITUDE.toFixed(POINT_DIGITS)),
})

/** « 47.37120, -2.21410 », as other map apps write and read it. */
export const formatPoint = ({ LATITUDE, LONGITUDE }: Position): string =>
  `${LATITUDE.toFixed(POINT_DIGITS)}, ${LONGITUDE.toFixed(POINT_DIGITS)}`

const NUMBER = '(-?\\d{1,3}(?:[.,]\\d+)?)'
/** A comma separates when decimals have points; a semicolon or a space does when they have commas. */
const TWO = new RegExp(`^${NUMBER}(?:\\s*;\\s*|\\s*,\\s+|\\s+)${NUMBER}$`)
const TWO_WITH_POINTS = /^(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,3}(?:\.\d+)?)$/

/** A typed or pasted « latitude, longitude »; null for anything else. */
export function readPoint(text: string): Position | null {
  const [, lat, lon] = TWO_WITH_POINTS.exec(text.trim()) ?? TWO.exec(text.trim()) ?? []
  if (lat === undefined || lon === undefined) return null
  const [LATITUDE, LONGITUDE] = [Number(lat.replace(',', '.')), Number(lon.replace(',', '.'))]
  return Math.abs(LATITUDE) <= 90 && Math.abs(LONGITUDE) <= 180 ? { LATITUDE, LONGITUDE } : null
}
