/** How long PostgreSQL may take, in milliseconds. A server that vanishes without a word closes nothing: only a clock tells. */
export interface Deadlines {
  /** To connect, name and password included. */
  connect: number
  /** For a connection of the pool, where all are taken. */
  turn: number
  /** A statement: PostgreSQL itself cancels it. */
  statement: number
  /** A lock of somebody else's: whoever queues on a company's counter gives its connection back. */
  lock: number
  /** Between two statements of a transaction: PostgreSQL ends it, and frees the locks that a connection which fell silent still holds. */
  idle: number
  /** The answer to a statement, counted here: longer than `statement`, for a server that still answers. */
  answer: number
  /** Between two looks at whether messages still come, and how long each may take. */
  beat: number
  pulse: number
  /** The end of all connections when the process stops. */
  close: number
}

export const DEADLINES: Deadlines = {
  connect: 5000,
  turn: 10_000,
  statement: 30_000,
  lock: 10_000,
  idle: 15_000,
  answer: 35_000,
  beat: 3000,
  pulse: 5000,
  close: 2000,
}

/**
 * Whether `work` ended, well or badly, within the time. A process that stood still itself (a long task, a suspended machine) first reads what had
 * come meanwhile.
 */
export async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, false), ms)
  })
  const ended = work.then(
    () => true,
    () => true,
  )
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}
