import { expect, it } from 'vitest'
import { boxOf, viewOfBox } from './home-box.ts'

const NANTES = { LATITUDE: 47.2184, LONGITUDE: -1.5536 }
const ANGERS = { LATITUDE: 47.4784, LONGITUDE: -0.5632 }

it('[GEO-01] a map that opens on a day shows each of its places; on one place, its surroundings', () => {
  expect(boxOf([])).toBeNull()
  const day = boxOf([NANTES, ANGERS])
  for (const { LATITUDE, LONGITUDE } of [NANTES, ANGERS]) {
    expect(day && day.south < LATITUDE && LATITUDE < day.north).toBe(true)
    expect(day && day.west < LONGITUDE && LONGITUDE < day.east).toBe(true)
  }
  const one = boxOf([NANTES])
  expect(one && viewOfBox(one)).toMatchObject({ LATITUDE: expect.closeTo(47.2184, 3), zoom: expect.closeTo(10.6, 1) })
  expect(day && one && viewOfBox(day).zoom < viewOfBox(one).zoom).toBe(true)
})
