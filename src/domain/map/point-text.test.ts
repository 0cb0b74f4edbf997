import { describe, expect, it } from 'vitest'
import { formatPoint, keptPoint, readPoint } from './point-text.ts'

describe('a point in words', () => {
  it.each([
    ['47.2184, -1.5536', 47.2184, -1.5536],
    ['47.2184,-1.5536', 47.2184, -1.5536],
    ['  47.2184   -1.5536 ', 47.2184, -1.5536],
    ['47,2184; -1,5536', 47.2184, -1.5536],
    ['47,2184 -1,5536', 47.2184, -1.5536],
    ['47,2184, -1,5536', 47.2184, -1.5536],
    ['47,2', 47, 2],
    ['48, 2', 48, 2],
    ['-21.1;55.5', -21.1, 55.5],
  ])('[GEO-04] is read from « %s »', (text, LATITUDE, LONGITUDE) => {
    expect(readPoint(text)).toEqual({ LATITUDE, LONGITUDE })
  })

  it.each(['', '47.2', 'Nantes', '91, 2', '47, 181', '47.2184, -1.55.36', '47 2 3', '47,2184,-1,5536'])(
    '[GEO-04] is not read from « %s »',
    (text) => {
      expect(readPoint(text)).toBeNull()
    },
  )

  it('[ENT-01] is stored and written to about a metre', () => {
    const kept = keptPoint({ LATITUDE: 47.218371949, LONGITUDE: -1.553621301 })
    expect(kept).toEqual({ LATITUDE: 47.21837, LONGITUDE: -1.55362 })
    expect(readPoint(formatPoint(kept))).toEqual(kept)
  })
})
