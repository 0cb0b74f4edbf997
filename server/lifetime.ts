/** Nothing delays the process longer than this after a signal: systemd, or a container engine, waits a little more. */
export const LONGEST_MS = 9000
/** Requests under way get this long to end; one whose client stopped sending in the middle never would. */
const REQUESTS_MS = 4000

export interface Lifetime {
  /** Aborted by SIGINT or SIGTERM, at any time. */
  readonly ending: AbortSignal
  /**
   * Registers what a signal closes, the latest first.
   * @throws after a signal: nothing more is started, and what was registered is closed
   */
  closes(close: () => Promise<unknown>): void
}

/**
 * Runs `start`, then waits for a signal: everything registered is closed and the process ends with 0, also in the middle of the start. It ends with 1 when
 * the closing fails or takes longer than 9 s: both engines then still find everything that was committed.
 * @returns once started. @throws what `start` throws, when no signal has come
 */
export async function untilSignal(
  start: (life: Lifetime) => Promise<void>,
  { longestMs = LONGEST_MS }: { longestMs?: number } = {},
): Promise<void> {
  const stop = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  let starting = Promise.resolve()
  const end = async (): Promise<void> => {
    setTimeout(() => giveUp("l'arrêt dure trop longtemps"), longestMs)
    await starting.catch(() => undefined)
    for (const close of closers.reverse()) await close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) return
      stop.abort()
      end().catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)))
    })
  }
  starting = start({
    ending: stop.signal,
    closes(close) {
      closers.push(close)
      stop.signal.throwIfAborted()
    },
  })
  await starting.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
}

function giveUp(why: string): never {
  console.error(`Arrêt forcé : ${why}.`)
  process.exit(1)
}

interface Closable {
  close(): Promise<unknown>
  server: { closeAllConnections(): void }
}

/** Lets requests under way finish, then cuts the connections that are still open. */
export async function closeServer(app: Closable): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS)
  await app.close()
  clearTimeout(cut)
}
