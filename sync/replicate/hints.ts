import type { Hint } from '../../schemas/protocol.ts'
import { isSynced } from '../../schemas/resources.ts'
import { backOff } from '../back-off.ts'
import { joinSignals } from '../join-signals.ts'
import type { Transport } from '../net/transport.ts'
import { untilAborted } from '../net/until-aborted.ts'
import { pause } from '../retry.ts'

/** The hint of one SSE line; null for comments, other fields and broken lines (WORK-3: pulls also happen without hints). */
export function hintOf(line: string): Hint | null {
  if (!line.startsWith('data:')) return null
  try {
    const value = JSON.parse(line.slice(5)) as Partial<Hint> | null
    if (typeof value?.resource !== 'string' || typeof value.seq !== 'number' || !isSynced(value.resource)) return null
    return { resource: value.resource, seq: value.seq }
  } catch {
    return null
  }
}

/**
 * Splits a byte stream into lines; a line may be cut anywhere between two chunks, even inside a character.
 * @throws the signal's reason once it is aborted, the stream's own error when it breaks
 */
export async function* linesOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await untilAborted(signal, reader.read())
      if (done) return
      const parts = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r/)
      rest = parts.pop() ?? ''
      // A line without end must not fill the memory.
      if (rest.length > 65_536) rest = ''
      yield* parts
    }
  } finally {
    reader.releaseLock()
    await stream.cancel().catch(() => undefined)
  }
}

export interface HintsInput {
  transport: Transport
  signal: AbortSignal
  onOpen: () => void
  onHint: (hint: Hint) => void
  onClose: () => void
  /** Milliseconds of silence after which an open stream counts as dead. */
  silence?: number | undefined
}

/** Silence after which a stream counts as dead; the server sends a comment every 20 s. */
const SILENCE = 50_000
/** An opening counts only when it lasts this long; a stream that breaks sooner is opened less and less often (ANSWER-3). */
const PROVEN = 5_000
/**
 * How long an opening may stay unanswered: on a phone that changes cells a request may be lost without an error. Twice as long at each attempt, so
 * that the slowest network succeeds in the end.
 */
const openingWithin = (attempt: number): number => Math.min(SILENCE, 5_000 * 2 ** Math.min(attempt, 10))

/** Holds one stream open for as long as the signal allows, with jitter between attempts. */
export async function followHints({
  transport,
  signal,
  onOpen,
  onHint,
  onClose,
  silence = SILENCE,
}: HintsInput): Promise<void> {
  let attempt = 0
  while (!signal.aborted) {
    const dead = new AbortController()
    const ending = joinSignals(signal, dead.signal)
    let timer: ReturnType<typeof setTimeout> | undefined
    const diesIn = (ms: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => dead.abort(), ms)
    }
    const alive = (): void => diesIn(silence)
    let openedAt: number | undefined
    try {
      diesIn(openingWithin(attempt))
      const stream = await transport.stream(ending.signal)
      openedAt = Date.now()
      alive()
      onOpen()
      for await (const line of linesOf(stream, ending.signal)) {
        alive()
        const hint = hintOf(line)
        if (!hint) continue
        attempt = 0
        onHint(hint)
      }
    } catch {
      // The loop waits and tries again: without the stream, changes only arrive later.
    } finally {
      clearTimeout(timer)
      ending.release()
    }
    if (signal.aborted) return
    if (openedAt !== undefined && Date.now() - openedAt >= PROVEN) attempt = 0
    onClose()
    await pause(backOff(attempt++), signal)
  }
}
