import type { PointGroup } from 'signature_pad'
import { AppError } from '../../../schemas/errors.ts'
import { interventionsText } from '../../text/interventions.ts'

/** The product's pen (INT-01), as options of signature_pad. */
export const PEN = { minWidth: 0.5, maxWidth: 2.5, throttle: 16, minDistance: 5, penColor: '#10151b' } as const

/** The content of the pad: strokes of a pen, or a typed name of a person who cannot draw. */
export interface Signature {
  strokes: readonly Pick<PointGroup, 'points'>[]
  typed: string | null
}

/** A tap is no signature: a line is needed. */
export const isEmpty = ({ strokes, typed }: Signature): boolean =>
  (typed ?? '').trim() === '' && !strokes.some(({ points }) => points.length > 1)

export const SIGNATURE_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export type SignatureType = (typeof SIGNATURE_TYPES)[number]

/** INT-01. @throws AppError VALIDATION_ERROR for an empty pad or any other type of image */
export function assertMayExport(signature: Signature, type: string): asserts type is SignatureType {
  if (isEmpty(signature)) throw new AppError('VALIDATION_ERROR', interventionsText.padEmpty)
  if (!(SIGNATURE_TYPES as readonly string[]).includes(type))
    throw new AppError('VALIDATION_ERROR', interventionsText.padFormat)
}

export interface Size {
  width: number
  height: number
}

/**
 * How much smaller strokes that were made on a pad of size `made` are drawn on one of size `now`, so that all of their ink is seen: 1 where it
 * is seen as it is. Where the pen left the pad there was no ink, so that part takes no room.
 */
export function shrinkOf(strokes: Signature['strokes'], made: Size | undefined, now: Size): number {
  // A pad without a size is not shown: nothing is seen of it, and nothing is to be lost.
  if (!made || now.width <= 0 || now.height <= 0) return 1
  const side = (axis: 'x' | 'y', was: number, is: number): number => {
    if (is >= was) return 1
    const places = strokes.flatMap(({ points }) => points.map((point) => Math.min(point[axis], was)))
    return Math.min(1, is / (Math.max(0, ...places) + PEN.maxWidth))
  }
  return Math.min(side('x', made.width, now.width), side('y', made.height, now.height))
}

/** The same strokes at `factor` times their size; the pen stays as wide, so that it is seen in print. */
export const scaled = (strokes: PointGroup[], factor: number): PointGroup[] =>
  factor === 1
    ? strokes
    : strokes.map((stroke) => ({
        ...stroke,
        points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
      }))

/** Place and size of a typed name: on a line, as large as fits. */
export const typedAt = (name: string, { width, height }: Size) => ({
  x: width / 2,
  y: height * 0.6,
  size: Math.min(36, (width * 0.9) / Math.max(6, name.length * 0.55)),
})

const number = (value: number): string => String(Math.round(value * 100) / 100)
const xml = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A typed name as a scalable drawing (SVG). */
export function typedSvg(name: string, size: Size): string {
  const { x, y, size: height } = typedAt(name, size)
  const text = `<text x="${number(x)}" y="${number(y)}" font-size="${number(height)}" font-style="italic" text-anchor="middle" fill="${PEN.penColor}">${xml(name)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">${text}</svg>`
}
