/** Options of a run of the bench. */
export interface BenchOptions {
  /** Small sizes and few rounds: shows that everything works, without figures to keep. */
  quick: boolean
}

/** A size or a number of rounds, by how thorough the run is. */
export const sized = (options: BenchOptions, full: number, quick: number): number => (options.quick ? quick : full)
