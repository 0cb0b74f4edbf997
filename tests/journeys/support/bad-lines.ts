import type { FaultProxy } from '../../support/fault-proxy.ts'
import type { Fault, FaultRule } from '../../support/faults.ts'

/** Lines that lead nowhere or half way, for as long as they last: every call of the API meets them (docs/faults.md). */

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

/** The line is this bad from now on, until it is mended. */
export function spoil(line: FaultProxy, name: BadLine): Fault & { mend: () => void } {
  let answer: () => void = () => undefined
  // What a silent line holds back arrives once it is whole.
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
  // A stream that is open already would never meet it.
  breakOff()
  const mend = (): void => {
    fault.remove()
    stream?.remove()
    answer()
    if (name === 'silent') breakOff()
  }
  return Object.assign(fault, { mend })
}
