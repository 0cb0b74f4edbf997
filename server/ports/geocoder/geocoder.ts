import type { Place } from '../../../schemas/communes/find-communes.ts'

/** Addresses of France to points. */
export interface Geocoder {
  /** The best first, at most 5; empty when nothing is similar. The embedded answer replaces a provider that does not answer. */
  search(address: string): Promise<Place[]>
}
