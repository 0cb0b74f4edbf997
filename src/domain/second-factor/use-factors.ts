import { useCallback, useEffect, useState } from 'react'
import type { Factors } from '../../../schemas/second-factor.ts'
import { isOffline } from '../../data/api/api.ts'
import type { FactorCalls } from '../../data/session/second-factor.ts'
import { securiteText } from '../../text/securite.ts'
import { proofFailure } from './proof-failure.ts'

export interface KnownFactors {
  factors: Factors | null
  failure: string | null
  /** The present list stays until the new answer has come. */
  reload: () => Promise<void>
}

/** The account's second factors, from the network only: without it there is no request, and the present list stays. */
export function useFactors(calls: FactorCalls, online: boolean): KnownFactors {
  const [factors, setFactors] = useState<Factors | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const reload = useCallback(async (): Promise<void> => {
    try {
      setFactors(await calls.read())
      setFailure(null)
    } catch (error) {
      setFailure(isOffline(error) ? securiteText.offline : proofFailure(error))
    }
  }, [calls])
  useEffect(() => {
    if (online) void reload()
  }, [online, reload])
  return { factors, failure, reload }
}
