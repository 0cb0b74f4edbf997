import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, eventColors } from './event-color.ts'

describe('[CAL-04] colour of an appointment', () => {
  it('is its nature CODECOULEUR with readable text', () => {
    expect(eventColors('#FF00AA')).toEqual({ background: '#ff00aa', text: '#000000' })
    expect(eventColors('#2b8a3e').background).toBe('#2b8a3e')
    expect(eventColors('#1b3a57').text).toBe('#ffffff')
  })

  it.each([null, undefined, '', 'red', '#12', 'url(x)'])('is black for %s', (code) => {
    expect(eventColors(code)).toEqual({ background: '#000000', text: '#ffffff' })
  })

  it('keeps at least 4.5:1 on every colour', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
        const { background, text } = eventColors(`#${n.toString(16).padStart(6, '0')}`)
        expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
