import { useEffect, useState } from 'react'
import { wallClock } from '../../../schemas/dates.ts'
import { useZone } from './use-zone.ts'

const TICK_MS = 15_000

/** The company's wall clock `yyyy-MM-dd HH:mm`; the component renders again when the minute changes. */
export function useNow(): string {
  const zone = useZone()
  const [now, setNow] = useState(() => wallClock(new Date(), zone))
  useEffect(() => {
    const read = () => setNow(wallClock(new Date(), zone))
    read()
    const timer = setInterval(read, TICK_MS)
    return () => clearInterval(timer)
  }, [zone])
  return now
}
