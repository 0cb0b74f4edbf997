import { setTimeout as wait } from 'node:timers/promises'
import { decodeCheckpoint, encodeCheckpoint } from '../../schemas/protocol.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import type { FaultKind } from '../support/faults.ts'
import type { Counters, FaultName } from './counters.ts'

/** Faults of the line, and the proxy's names of them. `gone` is no fault of the proxy: the server itself answers 410. */
const KINDS = {
  'drop-before': 'drop-request',
  'drop-after': 'drop-response',
  duplicate: 'duplicate',
  reorder: 'late',
  slow: 'late',
  'cut-page': 'cut-body',
  'captive-portal': 'captive-portal',
  'proxy-forbidden': 'proxy-forbidden',
  'server-error': 'server-error',
  'cut-stream': 'cut-body',
} as const satisfies Partial<Record<FaultName, FaultKind>>

export type LineFault = keyof typeof KINDS | 'gone'
/** What a synchronisation may meet; streams break where there is one. */
export const LINE_FAULTS = [
  'drop-before',
  'drop-after',
  'duplicate',
  'reorder',
  'slow',
  'cut-page',
  'captive-portal',
  'proxy-forbidden',
  'server-error',
  'gone',
] as const satisfies LineFault[]

/** A fault strikes the first call that it fits, from the `at`th on. */
export interface ArmedFault {
  at: number
  fault: LineFault
}

/** The network of one phone. */
export interface Line {
  fetch: typeof fetch
  /** What comes next, instead of what was armed before. */
  arm: (faults: readonly ArmedFault[]) => void
  /** Rows of a page that the phone asks for: small ones make many. */
  pageSize: (rows: number) => void
  onTimeLimit: (expire: () => void) => void
  /** Called before each call, with how many there were. */
  onCall: (listen: (count: number) => void) => void
}

const isWrite = (method: string): boolean => method !== 'GET'

function fits(fault: LineFault, method: string, url: URL): boolean {
  const isPull = url.searchParams.has('since')
  switch (fault) {
    case 'duplicate':
      return isWrite(method)
    case 'cut-page':
      return isPull
    case 'gone':
      return isPull && url.searchParams.get('since') !== ''
    case 'cut-stream':
      return url.pathname.endsWith('/sync/stream')
    default:
      return true
  }
}

/** Longest time that a request is held: another call may overtake it, thousands of runs need not wait for it. */
export const OVERTAKEN_MS = 25

/** @param http how calls go that no fault strikes */
export function createLine(proxy: FaultProxy, counters: Counters, http: typeof fetch): Line {
  let faults: ArmedFault[] = []
  let calls = 0
  let rows: number | undefined
  let expire: () => void = () => undefined
  let listener: (count: number) => void = () => undefined
  let marks = 0
  const overtaking = new EventTarget()

  const take = (method: string, url: URL): LineFault | undefined => {
    const index = faults.findIndex(({ at, fault }) => at <= calls && fits(fault, method, url))
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
  }

  /** Until another call has been answered, at most for a moment. */
  const overtaken = (): Promise<unknown> =>
    Promise.race([
      wait(OVERTAKEN_MS),
      new Promise<void>((resolve) => overtaking.addEventListener('answered', () => resolve(), { once: true })),
    ])

  const faulty = async (fault: keyof typeof KINDS, url: URL, init: RequestInit): Promise<Response> => {
    const mark = String(++marks)
    const giveUp = expire
    const until = fault === 'reorder' || fault === 'slow' ? overtaken() : undefined
    const armed = proxy.add({
      kind: KINDS[fault],
      header: { name: 'x-fault', value: mark },
      ...(until ? { until } : {}),
      ...(fault === 'cut-stream' ? { bytes: 1 } : {}),
    })
    void armed.waitFired().then(() => {
      counters.hit(fault)
      if (fault === 'slow') giveUp()
    })
    const through = new URL(url.pathname + url.search, proxy.url)
    return fetch(through, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-fault': mark } })
  }

  return {
    fetch: async (input, init = {}) => {
      const url = new URL(String(input))
      const method = init.method ?? 'GET'
      if (rows !== undefined && url.searchParams.has('limit')) url.searchParams.set('limit', String(rows))
      const fault = take(method, url)
      listener(calls)
      calls += 1
      if (fault === 'gone') {
        const known = decodeCheckpoint(url.searchParams.get('since') ?? '')
        if (known) url.searchParams.set('since', encodeCheckpoint({ ...known, scope: 'forgotten' }))
      }
      const response = await (fault === undefined || fault === 'gone' ? http(url, init) : faulty(fault, url, init))
      if (fault === 'gone' && response.status === 410) counters.hit('gone')
      overtaking.dispatchEvent(new Event('answered'))
      return response
    },
    arm: (next) => {
      faults = [...next].sort((a, b) => a.at - b.at)
      calls = 0
    },
    pageSize: (size) => {
      rows = size
    },
    onTimeLimit: (next) => {
      expire = next
    },
    onCall: (listen) => {
      listener = listen
    },
  }
}
