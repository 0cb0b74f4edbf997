import { useCallback, useState } from 'react'
import type { Position } from '../../../schemas/rules/distance.ts'
import { mapText } from '../../text/map.ts'

const PATIENCE_MS = 15_000
/** A position of up to a minute ago counts as the present one. */
const FRESH_MS = 60_000

/** Asks the device for its position; `problem` says in words why there is none. */
export function usePosition(onFound: (position: Position) => void) {
  const [locating, setLocating] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const locate = useCallback(() => {
    setProblem(null)
    if (!('geolocation' in navigator)) {
      setProblem(mapText.locationFailed)
      return
    }
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        onFound({ LATITUDE: coords.latitude, LONGITUDE: coords.longitude })
      },
      ({ code, PERMISSION_DENIED }) => {
        setLocating(false)
        setProblem(code === PERMISSION_DENIED ? mapText.locationDenied : mapText.locationFailed)
      },
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: FRESH_MS },
    )
  }, [onFound])
  return { locate, locating, problem }
}
