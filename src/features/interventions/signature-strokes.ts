import { AppError } from '../../../schemas/errors.ts'
import { worksText } from '../../text/works.ts'

/** The product's pen (INT-01). */
export const PEN = { thinnest: 0.5, thickest: 2.5, throttleMs: 16, minDistance: 5 } as const
/** How much of the speed is that of the last two points; the rest is what it was. */
const SPEED_WEIGHT = 0.7

/** A place of the pen: CSS pixels in the pad, milliseconds. */
export interface PenPoint {
  x: number
  y: number
  at: number
}
export type Stroke = readonly PenPoint[]

const distance = (a: PenPoint, b: PenPoint): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The stroke with one more point; the same stroke when the pen has not moved far or long enough. */
export function withPoint(stroke: Stroke, point: PenPoint): Stroke {
  const last = stroke.at(-1)
  if (last && (point.at - last.at < PEN.throttleMs || distance(last, point) < PEN.minDistance)) return stroke
  return [...stroke, point]
}

/** The faster, the thinner. */
export const penWidth = (speed: number): number =>
  Math.max(PEN.thinnest, Math.min(PEN.thickest, PEN.thickest / (speed + 1)))

interface Place {
  x: number
  y: number
}
/** A curve of one width. */
export interface Segment {
  from: Place
  control: Place
  to: Place
  width: number
}

const middle = (a: Place, b: Place): Place => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** A stroke as curves through the middles of its points. */
export function segmentsOf(stroke: Stroke): Segment[] {
  const segments: Segment[] = []
  let speed = 0
  for (const [n, point] of stroke.entries()) {
    const before = stroke[n - 1]
    if (!before) continue
    const now = distance(before, point) / Math.max(1, point.at - before.at)
    speed = SPEED_WEIGHT * now + (1 - SPEED_WEIGHT) * speed
    const from = segments.at(-1)?.to ?? before
    const to = n === stroke.length - 1 ? point : middle(before, point)
    segments.push({ from, control: before, to, width: penWidth(speed) })
  }
  return segments
}

/** What stands on the pad: strokes of a pen, or a name written out by who cannot draw one. */
export interface Signature {
  strokes: readonly Stroke[]
  typed: string | null
}

export const EMPTY: Signature = { strokes: [], typed: null }

/** A tap is no signature: it takes a line. */
export const isEmpty = ({ strokes, typed }: Signature): boolean =>
  (typed ?? '').trim() === '' && !strokes.some((stroke) => stroke.length > 1)

export const SIGNATURE_TYPES = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export type SignatureType = (typeof SIGNATURE_TYPES)[number]

/** INT-01. @throws AppError VALIDATION_ERROR for an empty pad or any other type of image */
export function assertMayExport(signature: Signature, type: string): asserts type is SignatureType {
  if (isEmpty(signature)) throw new AppError('VALIDATION_ERROR', worksText.padEmpty)
  if (!(SIGNATURE_TYPES as readonly string[]).includes(type))
    throw new AppError('VALIDATION_ERROR', worksText.padFormat)
}

const number = (value: number): string => String(Math.round(value * 100) / 100)
const xml = (text: string): string => text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Where a typed name stands: on a line, as large as fits. */
export const typedAt = (name: string, { width, height }: { width: number; height: number }) => ({
  x: width / 2,
  y: height * 0.6,
  size: Math.min(36, (width * 0.9) / Math.max(6, name.length * 0.55)),
})

/** The signature as a drawing that scales. */
export function toSvg({ strokes, typed }: Signature, size: { width: number; height: number }): string {
  const curves = strokes.flatMap(segmentsOf).map(({ from, control, to, width }) => {
    const [a, b, c] = [from, control, to].map(({ x, y }) => `${number(x)} ${number(y)}`)
    return `<path d="M${a} Q${b} ${c}" stroke-width="${number(width)}"/>`
  })
  const place = typed === null ? null : typedAt(typed, size)
  const name = place
    ? `<text x="${number(place.x)}" y="${number(place.y)}" font-size="${number(place.size)}" font-style="italic" text-anchor="middle" fill="#000" stroke="none">${xml(typed ?? '')}</text>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" fill="none" stroke="#000" stroke-linecap="round">${curves.join('')}${name}</svg>`
}
