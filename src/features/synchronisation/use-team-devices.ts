import { useEffect } from 'react'
import * as Type from 'typebox'
import { TeamDevice } from '../../../schemas/device.ts'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi } from '../../data/api/api.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { type Reading, useReading } from '../../domain/online/use-reading.ts'

const isTeamDevices = shapeOf(Type.Array(TeamDevice))

const EVERY_MS = 20_000

/** The last answer, and when it came (ISO instant). */
type TeamReading = Reading<{ devices: TeamDevice[]; at: string }>

/**
 * The team's devices, which only the office's staff may see: read from the network, again and again while somebody looks. A refusal ends this section
 * only, not the session: rights may have changed.
 */
export function useTeamDevices(): TeamReading {
  const { online } = useSync().status
  const reading = useReading(online, async (signal) => {
    const devices = await callApi('/sync/devices', isTeamDevices, { ownRefusal: true, silent: true, signal })
    return { devices, at: new Date().toISOString() }
  })
  const { again } = reading
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [again])
  return reading
}
