import { useCallback, useEffect, useState } from 'react'
import type { HandoverAsk, HandoverPreview } from '../../../schemas/handover.ts'
import { isAborted } from '../../data/api/api.ts'
import { failureText } from '../../ui/notices/notices.tsx'
import { readPreview } from './calls.ts'

interface Shown {
  key: string
  preview: HandoverPreview | null
  failure: string | null
}

/** What the server would do of this choice; a former choice's preview is never shown with a newer one. */
export function usePreview(person: string, ask: HandoverAsk | null) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [turn, setTurn] = useState(0)
  const key = ask === null ? '' : JSON.stringify([ask, turn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the choice
  useEffect(() => {
    if (ask === null) return
    const stop = new AbortController()
    readPreview(person, ask, stop.signal).then(
      (preview) => setShown({ key, preview, failure: null }),
      (error: unknown) => {
        if (stop.signal.aborted || isAborted(error)) return
        setShown({ key, preview: null, failure: failureText(error).messages.join(' ') })
      },
    )
    return () => stop.abort()
  }, [person, key])
  const again = useCallback(() => setTurn((before) => before + 1), [])
  const now = shown?.key === key ? shown : null
  return { preview: now?.preview ?? null, failure: now?.failure ?? null, again }
}
