import type { Call, Reply, Transport } from '../../sync/transport.ts'
import type { Random } from '../support/random.ts'

export const FAULTS = ['drop-request', 'drop-answer', 'duplicate', 'cut-page', 'captive-portal', 'slow'] as const
export type Fault = (typeof FAULTS)[number]

/** A line that fails at random; `fired` proves which faults really happened. */
export interface FaultyLine {
  transport: Transport
  fired: Map<Fault, number>
  /** Probability of a fault per call; 0 once healed. */
  trouble: { rate: number }
}

export function createFaultyLine(inner: Transport, random: Random): FaultyLine {
  const fired = new Map<Fault, number>()
  const trouble = { rate: 0.35 }
  const call = async (one: Call): Promise<Reply> => {
    const fault = random.chance(trouble.rate) ? random.pick(FAULTS) : undefined
    if (!fault || (fault === 'cut-page' && one.method !== 'GET') || (fault === 'duplicate' && one.method === 'GET'))
      return inner.call(one)
    fired.set(fault, (fired.get(fault) ?? 0) + 1)
    switch (fault) {
      case 'drop-request':
        throw new TypeError('network')
      case 'drop-answer':
        await inner.call(one)
        throw new TypeError('network')
      case 'duplicate': {
        const [first] = await Promise.all([inner.call(one), inner.call(one)])
        return first
      }
      case 'cut-page':
        return { ...(await inner.call(one)), body: null }
      case 'captive-portal':
        return { status: 200, body: null, mutation: null, epoch: null, seq: null, retryAfter: null }
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, random.below(20)))
        return inner.call(one)
    }
  }
  return { transport: { ...inner, call }, fired, trouble }
}
