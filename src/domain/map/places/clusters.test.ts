import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../tests/support/random.ts'
import { processorTime } from '../../../../tests/support/slowness.ts'
import { worldX, worldY } from '../canvas/mercator.ts'
import { type Cloud, clusters, OWNERS } from './clusters.ts'

const FRANCE = { south: 41, north: 51.5, west: -5.5, east: 10 }

const cloudOf = (points: readonly [longitude: number, latitude: number, owner?: number][]): Cloud => ({
  x: Float64Array.from(points, ([longitude]) => worldX(longitude)),
  y: Float64Array.from(points, ([, latitude]) => worldY(latitude)),
  owner: Uint8Array.from(points, ([, , owner = 2]) => owner),
})
const look = (zoom: number) => ({ box: FRANCE, zoom, owner: undefined })

describe('marks of the map', () => {
  it('[GEO-02] neighbours are one group at a small zoom and single clients at a great one', () => {
    const cloud = cloudOf([
      [2.35, 48.85],
      [2.36, 48.86],
      [-1.55, 47.21],
    ])
    expect(clusters(cloud, look(5)).map(({ count }) => count)).toEqual([2, 1])
    const near = clusters(cloud, look(14))
    expect(near.map(({ index }) => index).sort()).toEqual([0, 1, 2])
    expect(near.find(({ index }) => index === 2)).toMatchObject({ count: 1 })
    expect(near.find(({ index }) => index === 2)?.LONGITUDE).toBeCloseTo(-1.55, 6)
  })

  it('[GEO-02] a group has the colour of its nearest owner, me first', () => {
    const both = clusters(
      cloudOf([
        [2.35, 48.85, 2],
        [2.351, 48.851, 1],
      ]),
      look(5),
    )
    expect(both).toMatchObject([{ count: 2, owner: 'agency', index: null }])
    expect(
      clusters(
        cloudOf([
          [2.35, 48.85, 2],
          [2.351, 48.851, 0],
        ]),
        look(5),
      ),
    ).toMatchObject([{ owner: 'mine' }])
    expect(clusters(cloudOf([[2.35, 48.85, 2]]), look(5))).toMatchObject([{ owner: 'other' }])
  })

  it('[GEO-02] counts only clients of the wanted owner, inside the box', () => {
    const cloud = cloudOf([
      [2.35, 48.85, 0],
      [2.351, 48.851, 1],
      [-61, 14.6, 0],
    ])
    expect(clusters(cloud, { ...look(5), owner: 'mine' })).toMatchObject([{ count: 1, index: 0 }])
  })

  it('clients of one address stay together at every zoom, in a box without size', () => {
    const cloud = cloudOf([
      [2.35, 48.85],
      [2.35, 48.85],
    ])
    const [group] = clusters(cloud, look(18))
    expect(group).toMatchObject({ count: 2, index: null })
    expect((group?.box.east ?? 1) - (group?.box.west ?? 0)).toBeCloseTo(0, 9)
  })

  it('[GEO-02] 100,000 clients: none lost, none twice, few marks, and no long wait', () => {
    const random = createRandom(7)
    const cloud = cloudOf(
      Array.from({ length: 100_000 }, () => [-4 + random.next() * 12, 42.5 + random.next() * 8, random.below(3)]),
    )
    for (const zoom of [4, 5.5, 7, 9]) {
      // Some 10 ms.
      expect(processorTime(() => clusters(cloud, look(zoom)))).toBeLessThan(400)
      const groups = clusters(cloud, look(zoom))
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(100_000)
    }
    expect(clusters(cloud, look(5)).length).toBeLessThan(150)
    expect(OWNERS).toEqual(['mine', 'agency', 'other'])
  })
})
