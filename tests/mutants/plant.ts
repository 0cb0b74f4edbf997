/** A piece of source text, which stands once in its file, and what a mutant has instead. */
export interface Edit {
  from: string
  to: string
}

/** The source with every edit made. @throws Error where a piece does not stand there exactly once: the mutant has rotted */
export function plant(source: string, edits: readonly Edit[]): string {
  return edits.reduce((text, { from, to }) => {
    const pieces = text.split(from)
    if (pieces.length !== 2) throw new Error(`stands ${pieces.length - 1} times, not once: ${from}`)
    return pieces.join(to)
  }, source)
}
