import type { Place } from '../../../schemas/communes/find-communes.ts'

/** Addresses of France to points. */
export interface Geocoder {
  /** The best first, at most 5; empty when nothing is like it. The embedded answer stands in for a provider that is away. */
  search(address: string): Promise<Place[]>
}
