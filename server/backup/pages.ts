/** Rows of one statement at most. */
const MOST_ROWS = 2000
/** Characters that the rows of one statement should have together: a row may be a line of a list, or hold a picture. */
const MOST_CHARACTERS = 8 * 1024 * 1024
const FIRST_ROWS = 25

const charactersOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0)

/**
 * What `fetch` gives until it gives fewer lines than it was asked for, in pages that fit in memory: each is as long as the one before says.
 * @param most lines of one page
 */
export async function* pagesOf(
  fetch: (rows: number) => Promise<string[]>,
  most: number = MOST_ROWS,
): AsyncGenerator<string[]> {
  for (let rows = Math.min(FIRST_ROWS, most); ; ) {
    const lines = await fetch(rows)
    if (lines.length > 0) yield lines
    if (lines.length < rows) return
    const fitting = Math.floor((rows * MOST_CHARACTERS) / charactersOf(lines))
    // Later rows may be larger: the pages grow step by step.
    rows = Math.max(1, Math.min(fitting, rows * 4, most))
  }
}

/** Lines in batches, each for one statement. */
export async function* batchesOf(lines: AsyncIterable<string>, most = 500): AsyncGenerator<string[]> {
  let batch: string[] = []
  let characters = 0
  for await (const line of lines) {
    if (batch.length > 0 && (batch.length >= most || characters + line.length > MOST_CHARACTERS)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(line)
    characters += line.length
  }
  if (batch.length > 0) yield batch
}
