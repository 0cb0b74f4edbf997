import type { IncomingMessage } from 'node:http'

/** The faults between a client and the server, when they strike, and how often they did. */

export type FaultKind =
  /** The connection ends before the server has seen the request. */
  | 'drop-request'
  /** The server has answered, so it has committed; the connection ends before the client learns of it. */
  | 'drop-response'
  /** The request is held for `ms`. */
  | 'delay'
  /** The complete request is held until `until`, then reaches the server even if its client has given up. */
  | 'late'
  /** The server gets the request twice at the same time; the client gets the first one's answer. */
  | 'duplicate'
  /** The connection ends in the middle of the body, or after `bytes` of it (the way to cut an event stream). */
  | 'cut-body'
  /** A hotspot's login page, 200 and HTML, instead of the server's answer. */
  | 'captive-portal'
  /** A proxy between client and server answers 403 itself. */
  | 'proxy-forbidden'
  /** A machine between client and server answers 500. */
  | 'server-error'
  /** A proxy that does not reach the server answers 502. */
  | 'bad-gateway'

export interface FaultRule {
  kind: FaultKind
  method?: string
  /** A string matches the start of the path with its query. */
  path?: string | RegExp
  /** Strikes only requests with this header. */
  header?: { name: string; value: string }
  /** How many matching requests pass before it starts. Default 0. */
  skip?: number
  /** How many requests it strikes. Default 1; note that browsers send a request again on a broken connection. */
  times?: number
  /** For `delay`. */
  ms?: number
  /** For `late`. */
  until?: Promise<unknown>
  /** For `cut-body`. */
  bytes?: number
}

export interface Fault {
  readonly fired: number
  /** Resolves once it has struck `count` times. */
  waitFired(count?: number): Promise<void>
  remove(): void
}

export class ArmedFault implements Fault {
  readonly rule: FaultRule
  readonly remove: () => void
  fired = 0
  #seen = 0
  readonly #waiting: { count: number; resolve: () => void }[] = []

  constructor(rule: FaultRule, remove: () => void) {
    this.rule = rule
    this.remove = remove
  }

  strikes(incoming: IncomingMessage): boolean {
    const { method, path, header, skip = 0, times = 1 } = this.rule
    const url = incoming.url ?? '/'
    if (header !== undefined && incoming.headers[header.name] !== header.value) return false
    if (method !== undefined && method !== incoming.method) return false
    if (path !== undefined && !(typeof path === 'string' ? url.startsWith(path) : path.test(url))) return false
    this.#seen += 1
    return this.#seen > skip && this.#seen <= skip + times
  }

  fire(): void {
    this.fired += 1
    for (const { count, resolve } of this.#waiting) if (this.fired >= count) resolve()
  }

  waitFired(count = 1): Promise<void> {
    if (this.fired >= count) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ count, resolve }))
  }
}

/** The first fault added wins where several match. */
export function strikingFault(faults: ReadonlySet<ArmedFault>, incoming: IncomingMessage): ArmedFault | undefined {
  for (const fault of faults) if (fault.strikes(incoming)) return fault
  return undefined
}
