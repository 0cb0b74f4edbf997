import { describe, expect, it } from 'vitest'
import {
  assertMayExport,
  EMPTY,
  isEmpty,
  type PenPoint,
  penWidth,
  type Stroke,
  segmentsOf,
  toSvg,
  withPoint,
} from './signature-strokes.ts'

const at = (x: number, ms: number): PenPoint => ({ x, y: 10, at: ms })
const line: Stroke = [at(0, 0), at(20, 20), at(60, 40), at(70, 60)]

describe('the signature pad', () => {
  it.each([
    ['after 15 ms', at(50, 15), 1],
    ['4 pixels away', at(4, 40), 1],
    ['16 ms and 5 pixels later', at(5, 16), 2],
  ])('[INT-01] takes a point %s: %i points stand', (_, point, points) => {
    expect(withPoint([at(0, 0)], point)).toHaveLength(points)
  })

  it('[INT-01] draws from 0.5, fast, to 2.5, slow', () => {
    expect(penWidth(0)).toBe(2.5)
    expect(penWidth(100)).toBe(0.5)
    expect(penWidth(1)).toBe(1.25)
    const widths = segmentsOf(line).map((segment) => segment.width)
    expect(widths).toHaveLength(3)
    for (const width of widths) expect(width >= 0.5 && width <= 2.5).toBe(true)
  })

  it('[INT-01] draws one line without gaps, from the first point to the last', () => {
    const segments = segmentsOf(line)
    expect(segments[0]?.from).toMatchObject({ x: 0 })
    expect(segments.at(-1)?.to).toMatchObject({ x: 70 })
    for (const [n, segment] of segments.entries()) if (n > 0) expect(segment.from).toEqual(segments[n - 1]?.to)
  })

  it('[INT-01] an empty pad is refused, and so is a mere tap; a line or a typed name is a signature', () => {
    const drawn = { strokes: [line], typed: null }
    expect([EMPTY, { strokes: [[at(0, 0)]], typed: ' ' }, drawn, { strokes: [], typed: 'Noël' }].map(isEmpty)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(() => assertMayExport(EMPTY, 'image/png')).toThrow('La signature est vide')
  })

  it.each(['image/png', 'image/jpeg', 'image/svg+xml'])('[INT-01] leaves as %s', (type) => {
    expect(() => assertMayExport({ strokes: [line], typed: null }, type)).not.toThrow()
  })

  it.each(['image/webp', 'image/gif', 'application/pdf', ''])('[INT-01] does not leave as %j', (type) => {
    expect(() => assertMayExport({ strokes: [line], typed: null }, type)).toThrow('PNG, JPEG ou SVG')
  })

  it('[INT-01] [SEC] a name in the drawing is text, never markup', () => {
    const svg = toSvg({ strokes: [line], typed: '<script>"É\' & co' }, { width: 300, height: 150 })
    expect(svg).not.toContain('<script')
    expect(svg.match(/<path /g)).toHaveLength(3)
    expect(svg).toContain('&#60;script&#62;&#34;É&#39; &#38; co')
  })
})
