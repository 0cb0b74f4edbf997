import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { Fault, FaultRule } from '../../support/faults.ts'

/** Broken lines: each strikes every call of the API until it is removed (docs/faults.md). */

const RULES = {
  'portal 200 HTML': { kind: 'captive-portal', path: '/api/' },
  'proxy 403': { kind: 'proxy-forbidden', path: '/api/' },
  'error 500': { kind: 'server-error', path: '/api/' },
  'gateway 502': { kind: 'bad-gateway', path: '/api/' },
  'drop before': { kind: 'drop-request', path: '/api/' },
  'drop after': { kind: 'drop-response', path: '/api/' },
  'cut answers': { kind: 'cut-body', path: /^\/api\/(?!sync\/stream)/ },
  'cut stream': { kind: 'cut-body', path: '/api/sync/stream', bytes: 1 },
  slow: { kind: 'delay', path: '/api/', ms: 1500 },
  silent: { kind: 'late', path: /^\/api\/(?!sync\/stream)/ },
} as const satisfies Record<string, FaultRule>

export type BadLine = keyof typeof RULES
export const BAD_LINES = Object.keys(RULES) as BadLine[]

/** Lines on which no answer of the server arrives. */
export const DEAD_LINES: readonly BadLine[] = BAD_LINES.filter((name) => name !== 'cut stream' && name !== 'slow')

/** Makes the line this bad until `mend` is called. */
export function spoil(line: FaultProxy, name: BadLine): Fault & { mend: () => void } {
  let answer: () => void = () => undefined
  // A silent line's held calls arrive once it is removed.
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  const times = Number.POSITIVE_INFINITY
  const fault = line.add({ ...RULES[name], until, times })
  const stream = name === 'silent' ? line.add({ kind: 'drop-request', path: '/api/sync/stream', times }) : undefined
  const breakOff = (): void => {
    line.disconnect()
    line.reconnect()
  }
  // An open stream would never meet the fault.
  breakOff()
  const mend = (): void => {
    fault.remove()
    stream?.remove()
    answer()
    if (name === 'silent') breakOff()
  }
  return Object.assign(fault, { mend })
}
