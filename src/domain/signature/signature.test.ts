import { describe, expect, it } from 'vitest'
import { assertMayExport, isEmpty, PEN, type Signature, typedSvg } from './signature.ts'

const at = (x: number, ms: number) => ({ x, y: 10, pressure: 0.5, time: ms })
const line = { points: [at(0, 0), at(20, 20), at(60, 40), at(70, 60)] }
const NOTHING: Signature = { strokes: [], typed: null }

describe('the signature pad', () => {
  it('[INT-01] has the pen of the product', () => {
    expect(PEN).toMatchObject({ minWidth: 0.5, maxWidth: 2.5, throttle: 16, minDistance: 5 })
  })

  it('[INT-01] refuses an empty pad and a tap; a line or a typed name is a signature', () => {
    const drawn = { strokes: [line], typed: null }
    expect(
      [NOTHING, { strokes: [{ points: [at(0, 0)] }], typed: ' ' }, drawn, { strokes: [], typed: 'Noël' }].map(isEmpty),
    ).toEqual([true, true, false, false])
    expect(() => assertMayExport(NOTHING, 'image/png')).toThrow('La signature est vide')
  })

  it.each(['image/png', 'image/jpeg', 'image/svg+xml'])('[INT-01] can be exported as %s', (type) => {
    expect(() => assertMayExport({ strokes: [line], typed: null }, type)).not.toThrow()
  })

  it.each(['image/webp', 'image/gif', 'application/pdf', ''])('[INT-01] cannot be exported as %j', (type) => {
    expect(() => assertMayExport({ strokes: [line], typed: null }, type)).toThrow('PNG, JPEG ou SVG')
  })

  it('[INT-01] [SEC] a name in the drawing is text, never markup', () => {
    const svg = typedSvg('<script>"É\' & co', { width: 300, height: 150 })
    expect(svg).not.toContain('<script')
    expect(svg).toContain('&#60;script&#62;&#34;É&#39; &#38; co')
  })
})
