/** Longer than this nothing and nobody keeps the process after a signal: what stops it (systemd, a container engine) waits a little more. */
export const LONGEST_MS = 9000
/** Requests under way get this long to end; one whose client stopped talking in the middle never would. */
const REQUESTS_MS = 4000

export interface Lifetime {
  /** Aborted by SIGINT or SIGTERM, whenever they come. */
  readonly ending: AbortSignal
  /**
   * Registers what a signal closes, the latest first.
   * @throws where the signal has come already: nothing more is started, and what was registered is closed
   */
  closes(close: () => Promise<unknown>): void
}

/**
 * Runs `start`, and from then on waits for a signal: then everything that was registered is closed and the process ends with 0, also in the
 * middle of the start. With 1 where the closing fails or takes longer than 9 s: both engines then find everything that was committed.
 * @returns once started. @throws what `start` throws, where no signal has come
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

/** Requests under way finish; the connections that are still open after that are cut. */
export async function closeServer(app: Closable): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_MS)
  await app.close()
  clearTimeout(cut)
}
