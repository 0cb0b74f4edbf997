/** What the towns' worker answers to a postcode. */
export interface TownsAnswer {
  postcode: string
  /** The most populated first; none for a postcode that nobody has. */
  towns: readonly string[]
}
