/** A piece of source text that occurs once in its file, and its replacement. */
export interface Edit {
  from: string
  to: string
}

/** The source with every edit made. @throws Error when a piece does not occur exactly once: the mutant is out of date */
export function plant(source: string, edits: readonly Edit[]): string {
  return edits.reduce((text, { from, to }) => {
    const pieces = text.split(from)
    if (pieces.length !== 2) throw new Error(`occurs ${pieces.length - 1} times, not once: ${from}`)
    return pieces.join(to)
  }, source)
}
