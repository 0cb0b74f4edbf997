/** What a run of the bench was asked for. */
export interface BenchOptions {
  /** Small sizes and few rounds: shows that everything works, gives no figures to keep. */
  quick: boolean
}

/** A size or a number of rounds, by how thorough the run is. */
export const sized = (options: BenchOptions, full: number, quick: number): number => (options.quick ? quick : full)
