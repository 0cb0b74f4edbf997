import { useCallback, useEffect, useState } from 'react'
import * as Type from 'typebox'
import { OwnSession } from '../../../schemas/account.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { isOffline } from '../../app/api.ts'
import type { AccountCall } from './account-call.ts'

const isSessions = shapeOf(Type.Array(OwnSession))

export interface SessionsReading {
  /** The last answer; null before the first one. */
  sessions: OwnSession[] | null
  /** Why there is no newer one. */
  trouble: 'offline' | 'failed' | null
  again: () => void
}

/** My sessions, which only the server knows: read when the page opens, when the network is back, and after each change. */
export function useOwnSessions(call: AccountCall, online: boolean): SessionsReading {
  const [sessions, setSessions] = useState<OwnSession[] | null>(null)
  const [trouble, setTrouble] = useState<SessionsReading['trouble']>(null)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn asks again by itself
  useEffect(() => {
    if (!online) {
      setTrouble('offline')
      return
    }
    const stop = new AbortController()
    call('/account/sessions', isSessions, { silent: true, ownRefusal: true, signal: stop.signal }).then(
      (answer) => {
        if (stop.signal.aborted) return
        setSessions(answer)
        setTrouble(null)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setTrouble(isOffline(error) ? 'offline' : 'failed')
      },
    )
    return () => stop.abort()
  }, [call, online, turn])

  return { sessions, trouble, again }
}
