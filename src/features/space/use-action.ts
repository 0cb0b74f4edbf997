import { useRef, useState } from 'react'
import { uuidv7 } from '../../../sync/ids.ts'
import { isOffline } from '../../app/api.ts'
import { spaceFailure } from './space-failure.ts'

export interface Action {
  busy: boolean
  failure: string | null
  /** Does it; `key` stays the same until there is an answer, so that a send that is repeated never acts twice. */
  run: (work: (key: string) => Promise<void>) => Promise<void>
  say: (failure: string | null) => void
}

/** Something that the customer asks of the server and waits for. */
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
      // Without an answer it may have been done: the next send is the same one.
      if (!isOffline(error)) key.current = null
      setFailure(spaceFailure(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run, say: setFailure }
}
