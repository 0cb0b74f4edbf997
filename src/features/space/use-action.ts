import { useRef, useState } from 'react'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { isOffline } from '../../data/api/api.ts'
import { spaceFailure } from './space-failure.ts'

export interface Action {
  busy: boolean
  failure: string | null
  /** Runs it; `key` stays the same until there is an answer, so that a repeated send never acts twice. */
  run: (work: (key: string) => Promise<void>) => Promise<void>
  say: (failure: string | null) => void
}

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
      // Without an answer the action may have been done: the next send has the same key.
      if (!isOffline(error)) key.current = null
      setFailure(spaceFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run, say: setFailure }
}
