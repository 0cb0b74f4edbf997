/** How long PostgreSQL may take, in milliseconds. A server that vanishes closes no connection: only a time limit shows it. */
export interface Deadlines {
  /** To connect, authentication included. */
  connect: number
  /** To get a connection of the pool when all are in use. */
  turn: number
  /** A statement: PostgreSQL itself cancels it. */
  statement: number
  /** A lock that another transaction holds: a request that waits for a company's counter gives its connection back. */
  lock: number
  /** Between two statements of a transaction: PostgreSQL ends it, and frees the locks of a connection that sends nothing more. */
  idle: number
  /** The answer to a statement, measured here: longer than `statement`, for a server that still answers. */
  answer: number
  /** Between two checks that messages still arrive, and how long each check may take. */
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
 * Whether `work` ended, well or badly, within the time. A process that was itself blocked (a long task, a suspended machine) first reads what arrived
 * meanwhile.
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
