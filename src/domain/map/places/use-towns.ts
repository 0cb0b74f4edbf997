import { useEffect, useState } from 'react'
import type { TownsAnswer } from './towns-protocol.ts'

const POSTCODE = /^\d{5}$/
const NONE: readonly string[] = []

/** The towns of a complete postcode, the most populated first, without a network; none until they are read. */
export function useTowns(postcode: string): readonly string[] {
  const [answer, setAnswer] = useState<TownsAnswer | null>(null)
  useEffect(() => {
    if (!POSTCODE.test(postcode)) return
    const worker = new Worker(new URL('./towns-worker.ts', import.meta.url), { type: 'module', name: 'lolapp-towns' })
    worker.addEventListener('message', ({ data }: MessageEvent<TownsAnswer>) => setAnswer(data))
    worker.postMessage(postcode)
    return () => worker.terminate()
  }, [postcode])
  return answer?.postcode === postcode ? answer.towns : NONE
}
