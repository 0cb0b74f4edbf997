import { useRef, useState } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { spaceFailure } from './space-failure.ts'

export interface Action {
  busy: boolean
  failure: string | null
  /** Runs it; `key` stays the same until it has succeeded, so that a repeated send never acts twice: what the server refuses leaves its key free. */
  run: (work: (key: string) => Promise<void>) => Promise<void>
  say: (failure: string | null) => void
  /** The key of what has not succeeded yet; null where there is none. */
  heldKey: () => string | null
  /** Goes on with this key: that of a draft, or null for a new one. */
  holdKey: (key: string | null) => void
}

/** An earlier send with this key was accepted, with another content: its answer was lost, and the customer has edited since. */
export const isAlreadyDone = (error: unknown): boolean => error instanceof AppError && error.code === 'KEY_REUSED'

/** An action that the customer asks of the server and waits for. */
export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const key = useRef<string | null>(null)
  const run: Action['run'] = async (work) => {
    key.current ??= uuidv7()
    setBusy(true)
    setFailure(null)
    try {
      await work(key.current)
      key.current = null
    } catch (error) {
      // The first send has arrived after all; the next one is another action.
      if (isAlreadyDone(error)) key.current = null
      setFailure(spaceFailure(error))
    } finally {
      setBusy(false)
    }
  }
  const holdKey = (next: string | null): void => {
    key.current = next
  }
  return { busy, failure, run, say: setFailure, heldKey: () => key.current, holdKey }
}
