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
/** Faults that a synchronisation may meet; stream faults only where there is a stream. */
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

/** A fault strikes the first matching call, from the `at`th on. */
export interface ArmedFault {
  at: number
  fault: LineFault
}

/** What the line does to one call. */
export interface Route {
  url: URL
  /** Headers to add. The proxy recognises the call by them. */
  headers: Record<string, string>
  isFaulty: boolean
  /** Must be called with the status of the answer, or with null when there was none. */
  answered: (status: number | null) => void
}

/** The network of one phone. */
export interface Line {
  /** @param giveUp makes the sender's time limit expire */
  route: (method: string, url: URL, giveUp: () => void) => Route
  /** Sets the faults to come, and drops those that were armed before. */
  arm: (faults: readonly ArmedFault[]) => void
  /** Sets the fault that strikes every call from now on; null for none. */
  always: (fault: LineFault | null) => void
  /** Rows per page that the phone asks for: small pages make many calls. */
  pageSize: (rows: number) => void
  /** Called before each call, with the number of calls so far. */
  onCall: (listen: (count: number) => void) => void
  /** Calls without an answer yet, for whoever investigates a failure. */
  unanswered: () => string[]
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

/** Longest time that a request is held, so that another call can overtake it. Short, because thousands of runs wait for it. */
export const OVERTAKEN_MS = 25

export function createLine(proxy: FaultProxy, counters: Counters): Line {
  let faults: ArmedFault[] = []
  let calls = 0
  let constant: LineFault | null = null
  let rows: number | undefined
  let listener: (count: number) => void = () => undefined
  let marks = 0
  const unanswered = new Set<{ call: string }>()
  const overtaking = new EventTarget()

  const take = (method: string, url: URL): LineFault | undefined => {
    if (constant !== null) return constant
    const index = faults.findIndex(({ at, fault }) => at <= calls && fits(fault, method, url))
    return index < 0 ? undefined : faults.splice(index, 1)[0]?.fault
  }

  /** Waits until another call has been answered, but only for a moment. */
  const overtaken = (): Promise<unknown> =>
    Promise.race([
      wait(OVERTAKEN_MS),
      new Promise<void>((resolve) => overtaking.addEventListener('answered', () => resolve(), { once: true })),
    ])

  /** Arms the proxy for the one call that carries this mark. */
  const strike = (fault: keyof typeof KINDS, giveUp: () => void): string => {
    const mark = String(++marks)
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
    return mark
  }

  return {
    route: (method, given, giveUp) => {
      let url = new URL(given)
      if (rows !== undefined && url.searchParams.has('limit')) url.searchParams.set('limit', String(rows))
      const fault = take(method, url)
      listener(calls)
      calls += 1
      if (fault === 'gone') {
        const known = decodeCheckpoint(url.searchParams.get('since') ?? '')
        if (known) url.searchParams.set('since', encodeCheckpoint({ ...known, scope: 'forgotten' }))
      }
      const isFaulty = fault !== undefined && fault !== 'gone'
      const open = { call: `${method} ${url.pathname} ${fault ?? ''}` }
      unanswered.add(open)
      if (isFaulty) url = new URL(url.pathname + url.search, proxy.url)
      return {
        url,
        headers: isFaulty ? { 'x-fault': strike(fault, giveUp) } : {},
        isFaulty,
        answered: (status) => {
          unanswered.delete(open)
          if (status === null) return
          if (fault === 'gone' && status === 410) counters.hit('gone')
          overtaking.dispatchEvent(new Event('answered'))
        },
      }
    },
    arm: (next) => {
      faults = [...next].sort((a, b) => a.at - b.at)
      calls = 0
    },
    always: (fault) => {
      constant = fault
    },
    pageSize: (size) => {
      rows = size
    },
    onCall: (listen) => {
      listener = listen
    },
    unanswered: () => [...unanswered].map(({ call }) => call),
  }
}
