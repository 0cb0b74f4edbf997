import { expect, it } from 'vitest'
import { attempts, fitWithin, middleSquare } from './shrink-photo.ts'

it.each([
  [
    { width: 4000, height: 3000 },
    { width: 2000, height: 1500 },
  ],
  [
    { width: 3000, height: 4000 },
    { width: 1500, height: 2000 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 10_000, height: 1 },
    { width: 2000, height: 1 },
  ],
])('[SYN-09] a picture of %o is stored as %o', (picture, kept) => {
  expect(fitWithin(picture, 2000)).toEqual(kept)
})

it('[SYN-09] a picture that stays too large is tried with less quality, then smaller, a limited number of times', () => {
  const tried = [...attempts({ width: 4000, height: 3000 })]
  expect(tried[0]).toEqual({ width: 2000, height: 1500, quality: 0.82 })
  expect(tried[4]).toMatchObject({ width: 1500, height: 1125 })
  expect(tried.length).toBeLessThan(40)
  const weights = tried.map(({ width, height, quality }) => width * height * quality)
  expect(weights.at(-1)).toBeLessThan((weights[0] ?? 0) / 30)
})

it.each([
  [
    { width: 4000, height: 3000 },
    { x: 500, y: 0, side: 3000 },
  ],
  [
    { width: 301, height: 400 },
    { x: 0, y: 49, side: 301 },
  ],
])('[ENT-05] a portrait is the middle of %o', (picture, square) => {
  expect(middleSquare(picture)).toEqual(square)
})
