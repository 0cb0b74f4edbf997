import { useCallback, useEffect, useState } from 'react'
import * as Type from 'typebox'
import { TeamDevice } from '../../../schemas/device.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi, isOffline } from '../../app/api.ts'
import { useSync } from '../../app/sync-context.ts'

const isTeamDevices = shapeOf(Type.Array(TeamDevice))

const EVERY_MS = 20_000

export interface TeamReading {
  /** The last answer, and when it came (ISO instant). */
  known: { devices: TeamDevice[]; at: string } | null
  /** Why there is no newer one. */
  trouble: 'offline' | 'failed' | null
  again: () => void
}

/** A refusal ends this section only, not the session: rights may have changed. @throws AppError as `callApi` */
const readTeamDevices = (signal: AbortSignal): Promise<TeamDevice[]> =>
  callApi('/sync/devices', isTeamDevices, { ownRefusal: true, silent: true, signal })

/** The team's devices, which only the office's staff may see: read from the network, again and again while somebody looks. */
export function useTeamDevices(): TeamReading {
  const { online } = useSync().status
  const [known, setKnown] = useState<TeamReading['known']>(null)
  const [trouble, setTrouble] = useState<TeamReading['trouble']>(null)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [again])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the turn asks again
  useEffect(() => {
    if (!online) {
      setTrouble('offline')
      return
    }
    const stop = new AbortController()
    readTeamDevices(stop.signal).then(
      (devices) => {
        if (stop.signal.aborted) return
        setKnown({ devices, at: new Date().toISOString() })
        setTrouble(null)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setTrouble(isOffline(error) ? 'offline' : 'failed')
      },
    )
    return () => stop.abort()
  }, [online, turn])

  return { known, trouble, again }
}
