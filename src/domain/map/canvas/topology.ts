import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'

/** TopoJSON as build-base-map.mjs writes it: quantised, shared borders stored once. */
export interface Topology {
  transform: { scale: [number, number]; translate: [number, number] }
  /** Lines as differences from point to point. */
  arcs: [number, number][][]
  objects: Record<string, { geometries: TopologyGeometry[] }>
}

export type TopologyGeometry = { properties?: Record<string, unknown> } & (
  | { type: 'Point'; coordinates: [number, number] }
  | { type: 'LineString'; arcs: number[] }
  | { type: 'MultiLineString'; arcs: number[][] }
  | { type: 'Polygon'; arcs: number[][] }
  | { type: 'MultiPolygon'; arcs: number[][][] }
)

/** One object of a topology as GeoJSON, which is what the map draws. */
export function featuresOf({ transform, arcs, objects }: Topology, name: string): FeatureCollection {
  const place = ([x, y]: [number, number]): Position => [
    x * transform.scale[0] + transform.translate[0],
    y * transform.scale[1] + transform.translate[1],
  ]
  const arc = (index: number): Position[] => {
    let [x, y] = [0, 0]
    const line = (arcs[index < 0 ? ~index : index] ?? []).map(([dx, dy]) => {
      x += dx
      y += dy
      return place([x, y])
    })
    // ~3 is arc 3 walked backwards.
    return index < 0 ? line.reverse() : line
  }
  // The end of an arc equals the start of the next one.
  const line = (indexes: readonly number[]): Position[] =>
    indexes.flatMap((index, i) => (i === 0 ? arc(index) : arc(index).slice(1)))
  const polygon = (rings: readonly number[][]): Position[][] => rings.map(line)
  const geometry = (shape: TopologyGeometry): Geometry => {
    switch (shape.type) {
      case 'Point':
        return { type: 'Point', coordinates: place(shape.coordinates) }
      case 'LineString':
        return { type: 'LineString', coordinates: line(shape.arcs) }
      case 'MultiLineString':
        return { type: 'MultiLineString', coordinates: polygon(shape.arcs) }
      case 'Polygon':
        return { type: 'Polygon', coordinates: polygon(shape.arcs) }
      case 'MultiPolygon':
        return { type: 'MultiPolygon', coordinates: shape.arcs.map(polygon) }
    }
  }
  const features = (objects[name]?.geometries ?? []).map(
    (shape): Feature => ({ type: 'Feature', properties: shape.properties ?? {}, geometry: geometry(shape) }),
  )
  return { type: 'FeatureCollection', features }
}
