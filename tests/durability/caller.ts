import { HEADER } from '../../schemas/protocol.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { logInStaff } from '../support/staff-login.ts'

export interface Ask {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Answer {
  status: number
  body: Record<string, unknown>
  /** Seq of an accepted write. */
  seq: number | null
}

/** One call as a member of the staff; null when no complete answer came, so that the outcome is unknown. */
export type Call = (ask: Ask) => Promise<Answer | null>

const LIMIT_MS = 60_000

export function createCall(server: ServerProcess, token: string): Call {
  return async ({ method, path, body, headers = {} }) => {
    try {
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      const text = await response.text()
      const seq = response.headers.get(HEADER.seq)
      return { status: response.status, body: text ? JSON.parse(text) : {}, seq: seq === null ? null : Number(seq) }
    } catch {
      return null
    }
  }
}

/** Calls as a demo account. */
export async function signIn(server: ServerProcess, mail: string): Promise<Call> {
  const { token } = await logInStaff(`${server.url}/api`, 'demo', mail)
  return createCall(server, token)
}
