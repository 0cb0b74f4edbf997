import { HEADER } from '../../schemas/protocol.ts'
import { VERSIONS } from '../../schemas/versions.ts'
import type { Identity } from '../identity.ts'
import { joinSignals } from '../join-signals.ts'
import { untilAborted } from './until-aborted.ts'

export interface Reply {
  status: number
  /** Parsed JSON, null for anything else (an HTML page of a captive portal, a cut body). */
  body: unknown
  mutation: string | null
  epoch: string | null
  seq: number | null
  retryAfter: number | null
  /** Fields of a write on which the server holds another edit. */
  overwritten: readonly string[]
  /** The versions that the server serves, as its header says (VER-5). */
  versions?: string | null
}

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  /** A body of bytes instead. */
  bytes?: Uint8Array
  signal: AbortSignal
  /** Milliseconds before the call counts as lost (PUSH-2). */
  timeout?: number
}

export interface Transport {
  call: (call: Call) => Promise<Reply>
  /** The open stream of hints; rejects when it cannot be opened. */
  stream: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
}

export interface TransportOptions {
  /** API base, e.g. `/api` or `https://host/api`. */
  base: string
  token: string
  identity: Identity
  device: string
  fetch?: typeof fetch
}

const TIMEOUT = 30_000

const integer = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null)

/** Calls made for one account only: every request names it (WORK-4). Rejects on network failure and time-out, never on a status. */
export function createTransport(options: TransportOptions): Transport {
  const http = options.fetch ?? fetch.bind(globalThis)
  const headers = (): Record<string, string> => ({
    accept: 'application/json',
    authorization: `Bearer ${options.token}`,
    [HEADER.company]: options.identity.companyId,
    [HEADER.account]: options.identity.account,
    [HEADER.device]: options.device,
    [HEADER.version]: String(VERSIONS.current),
  })
  return {
    call: async (call) => {
      const query = call.query ? `?${new URLSearchParams(call.query)}` : ''
      const { signal, release } = joinSignals(call.signal, AbortSignal.timeout(call.timeout ?? TIMEOUT))
      try {
        const answer = http(`${options.base}${call.path}${query}`, {
          method: call.method,
          headers: { ...headers(), ...contentOf(call).headers, ...call.headers },
          ...contentOf(call).content,
          cache: 'no-store',
          redirect: 'error',
          signal,
        })
        return await untilAborted(signal, answer.then(replyOf))
      } finally {
        release()
      }
    },
    stream: async (signal) => {
      const response = await http(`${options.base}/sync/stream`, {
        headers: { ...headers(), accept: 'text/event-stream' },
        cache: 'no-store',
        signal,
        redirect: 'error',
      })
      if (!response.ok || !response.body || !isHintStream(response)) {
        await response.body?.cancel().catch(() => undefined)
        throw new Error(`stream refused: ${response.status}`)
      }
      return response.body
    },
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const json = response.headers.get('content-type')?.includes('json') ?? false
  const text = await response.text()
  return {
    status: response.status,
    body: json ? parse(text) : null,
    mutation: response.headers.get(HEADER.mutation),
    epoch: response.headers.get(HEADER.epoch),
    seq: integer(response.headers.get(HEADER.seq)),
    retryAfter: integer(response.headers.get('retry-after')),
    overwritten: response.headers.get(HEADER.overwritten)?.split(',') ?? [],
    versions: response.headers.get(HEADER.versions),
  }
}

/** A portal's page in place of the stream would open and end at once, and each opening would make every loop try again (WORK-3). */
const isHintStream = ({ headers }: Response): boolean =>
  headers.has(HEADER.epoch) && (headers.get('content-type') ?? '').startsWith('text/event-stream')

function contentOf({ body, bytes }: Pick<Call, 'body' | 'bytes'>): {
  headers: Record<string, string>
  content: { body?: BodyInit }
} {
  if (bytes) {
    return {
      headers: { 'content-type': 'application/octet-stream' },
      content: { body: bytes as Uint8Array<ArrayBuffer> },
    }
  }
  if (body === undefined) return { headers: {}, content: {} }
  return { headers: { 'content-type': 'application/json' }, content: { body: JSON.stringify(body) } }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
