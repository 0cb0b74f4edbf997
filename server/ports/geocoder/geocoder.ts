/** How near the point is: to the door, somewhere in the street, or somewhere in the commune (some kilometres). */
export type Precision = 'housenumber' | 'street' | 'municipality'

export interface Place {
  /** One line, as an envelope has it. */
  label: string
  ADRESSE: string | null
  CODE_POSTAL: string | null
  VILLE: string
  /** Degrees, WGS 84. */
  LATITUDE: number
  LONGITUDE: number
  precision: Precision
  /** 0 to 1: how well it answers the question. */
  score: number
}

/** Addresses of France to points. */
export interface Geocoder {
  /** The best first, at most 5; empty when nothing is like it. The embedded answer stands in for a provider that is away. */
  search(address: string): Promise<Place[]>
}
