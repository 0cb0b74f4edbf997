import { useEffect, useRef, useState } from 'react'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { servicesText as text } from '../../text/admin/services.ts'
import { textOrNull } from '../online/answers.ts'

const EVERY_MS = 700
/** After this time the person must look at the outbox, because a provider may be tried again for hours. */
const PATIENCE_MS = 20_000

export const STATUSES = ['queued', 'sending', 'sent', 'recorded', 'failed', 'unknown'] as const

/** Where a message is, and why it has not left. */
export const Outcome = Type.Object({ status: Type.Enum([...STATUSES]), error: textOrNull })
export type Outcome = Static<typeof Outcome>

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const wordsOf = ({ status, error }: Outcome): string | null =>
  status === 'queued' || status === 'sending' ? null : text.outcome(text.outcomes[status], error)

/**
 * Sends a test message (`send` gives its id) and says what became of it: asked again until it has left or was refused.
 * @param ask where the message with this id is
 */
export function useOutcome(ask: (id: string, signal: AbortSignal) => Promise<Outcome>): {
  words: string | null
  follow: (send: () => Promise<string>) => Promise<void>
} {
  const [words, setWords] = useState<string | null>(null)
  const abort = useRef(new AbortController())
  useEffect(() => {
    abort.current = new AbortController()
    return () => abort.current.abort()
  }, [])
  const follow = async (send: () => Promise<string>): Promise<void> => {
    const { signal } = abort.current
    setWords(text.sending)
    try {
      const messageId = await send()
      const until = Date.now() + PATIENCE_MS
      let told: string | null = null
      let last: string | null = null
      while (told === null && !signal.aborted && Date.now() < until) {
        const message = await ask(messageId, signal)
        told = wordsOf(message)
        last = message.error
        if (told === null) await pause(EVERY_MS)
      }
      setWords(told ?? text.outcome(text.outcomes.queued, last))
    } catch (error) {
      // The person has left the page: nobody waits for the outcome.
      if (signal.aborted) return
      setWords(null)
      throw error
    }
  }
  return { words, follow }
}
