import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BASE_ATTRIBUTION, baseStyle, DARK, LIGHT } from './base-style.ts'
import { featuresOf, type Topology } from './topology.ts'

const SQUARES: Topology = {
  transform: { scale: [0.1, 0.1], translate: [1, 2] },
  arcs: [
    [
      [0, 0],
      [10, 0],
    ],
    [
      [10, 0],
      [0, 10],
      [-10, 0],
      [0, -10],
    ],
  ],
  objects: {
    terre: {
      geometries: [
        { type: 'Polygon', arcs: [[0, 1]], properties: { nom: 'Carré' } },
        { type: 'LineString', arcs: [~0] },
        { type: 'Point', coordinates: [5, 5] },
      ],
    },
  },
}

describe('the built-in base map', () => {
  it('reads shared borders, forwards and backwards', () => {
    const [square, line, point] = featuresOf(SQUARES, 'terre').features
    expect(square).toMatchObject({ properties: { nom: 'Carré' } })
    expect(square?.geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [1, 2],
          [2, 2],
          [2, 3],
          [1, 3],
          [1, 2],
        ],
      ],
    })
    expect(line?.geometry).toEqual({
      type: 'LineString',
      coordinates: [
        [2, 2],
        [1, 2],
      ],
    })
    expect(point?.geometry).toEqual({ type: 'Point', coordinates: [1.5, 2.5] })
  })

  it('[GEO-06] holds France with its départements, regions and towns by name, and fetches nothing', () => {
    const france = JSON.parse(readFileSync(new URL('france.topo.json', import.meta.url), 'utf8')) as Topology
    const names = (object: string): unknown[] =>
      featuresOf(france, object).features.map(({ properties }) => properties?.nom)
    expect(featuresOf(france, 'departements').features).toHaveLength(101)
    expect(names('noms-departements')).toEqual(expect.arrayContaining(['Finistère', 'Haute-Corse', 'La Réunion']))
    expect(names('noms-regions')).toHaveLength(18)
    const towns = featuresOf(france, 'villes').features
    expect(towns.slice(0, 3).map(({ properties }) => properties?.nom)).toEqual(['Paris', 'Marseille', 'Lyon'])
    expect(towns.length).toBeGreaterThan(2000)
    for (const palette of [LIGHT, DARK]) {
      const style = baseStyle(france, palette)
      expect(JSON.stringify(style)).not.toMatch(/https?:/)
      expect(style.glyphs).toBeUndefined()
      expect(style.sources.departements).toMatchObject({ attribution: BASE_ATTRIBUTION })
    }
  })
})
