/** Parallel callers, as many as a small company has people at work. */
export const PARALLEL = 8

/** Calls `turn` repeatedly for some seconds. @returns its count per second */
export async function rate(seconds: number, parallel: number, turn: (i: number) => Promise<number>): Promise<number> {
  let count = 0
  let turns = 0
  const start = performance.now()
  const run = async (): Promise<void> => {
    while (performance.now() - start < seconds * 1000) {
      const more = await turn(turns++)
      count += more
    }
  }
  await Promise.all(Array.from({ length: parallel }, run))
  return (count * 1000) / (performance.now() - start)
}
