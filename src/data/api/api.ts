import { AppError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../schemas/errors.ts'
import { HEADER } from '../../../schemas/protocol.ts'
import { VERSIONS } from '../../../schemas/versions.ts'
import { errorsText } from '../../text/errors.ts'
import { sessionStore } from '../session/session-store.ts'
import type { StoredAuth } from '../session/stored-session.ts'
import { apiBase } from './config.ts'
import { deviceId } from './device-id.ts'
import { currentLabel } from './host.ts'
import { pendingRequests } from './pending-requests.ts'
import type { Shape } from './shape.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Arrays go in bracket notation: `ids[]=1&ids[]=2`. */
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>
  /** JSON, or a form; bytes are sent unchanged. */
  body?: unknown
  signal?: AbortSignal
  /** Repeating the call with the same key never acts twice. */
  idempotencyKey?: string
  /** VERSION that the caller's form showed: when the record has another one, the server answers 409 and writes nothing. */
  seen?: number
  /** Bearer to use instead of the session's; null for none. */
  token?: string | null
  /** The caller shows a refusal itself (login): then a 401 or 403 does not end the session. */
  ownRefusal?: boolean
  /** Only this one call may be refused (an account of another agency): the caller shows a 403, which does not end the session; a 401 does. */
  ownRight?: boolean
  /** No loading bar: the user did not ask for it. */
  silent?: boolean
  /** Sends this browser's name, which stays the same after logouts: at a login, so that the account's owner is told of one from elsewhere. */
  namesDevice?: boolean
  /** Resolves to the whole body, not its `data`: a page of a list with its total. `shape` is then the body's. */
  whole?: boolean
}

/** @param auth the session with which the call was sent */
type Refusal = (error: AppError, auth: StoredAuth) => void
let onRefusal: Refusal = () => undefined
/** What happens when the server no longer knows this session (set once by session.tsx). */
export const setRefusalHandler = (handler: Refusal): void => {
  onRefusal = handler
}

const queryText = (query: Call['query']): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined) continue
    if (typeof value === 'object') for (const item of value) search.append(`${name}[]`, item)
    else search.append(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

const codeOf = (status: number): ErrorCode =>
  (Object.keys(ERROR_STATUS) as ErrorCode[]).find((code) => ERROR_STATUS[code] === status) ??
  (status >= 500 ? 'INTERNAL' : 'BAD_REQUEST')

const isErrorBody = (body: unknown): body is Partial<ErrorBody> & { code: string } =>
  typeof body === 'object' && body !== null && typeof (body as Partial<ErrorBody>).code === 'string'

/** The error of an answer. `details.body` is the response body, whatever it was (ERR-03). */
function errorOf(status: number, body: unknown): AppError {
  const known: Partial<ErrorBody> = isErrorBody(body) ? body : {}
  const code = known.code !== undefined && known.code in ERROR_STATUS ? known.code : codeOf(status)
  const message = typeof known.message === 'string' && known.message !== '' ? known.message : errorsText.unknown
  return new AppError(code, message, {
    ...(known.errors ? { errors: known.errors } : {}),
    details: { status, body },
  })
}

/** No network, or an answer that is not our server's. */
const unreachable = (cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', errorsText.offline, { cause, details: { offline: true } })

/** Whether our server answered. A portal, a maintenance page or a wrong proxy sends neither (ANSWER-1); a former version of the server has no mark. */
const isOurs = ({ headers }: Response): boolean => headers.has(HEADER.server) || headers.has(HEADER.epoch)

/** @throws AppError when the body is neither JSON nor a file (a PDF, an archive, a picture, a CSV), or was cut: then it counts as no answer */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  const files = ['application/pdf', 'application/zip', 'image/', 'text/csv']
  if (files.some((start) => type.startsWith(start))) return response.blob()
  const text = await response.text()
  if (text === '') return undefined
  if (!type.includes('json')) throw unreachable(new Error(`${response.status} ${type}`))
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreachable(cause)
  }
}

/** The error where our server did not answer: no network, the server is down, or something in between answered in its place. */
export const isOffline = (error: unknown): boolean =>
  error instanceof AppError && (error.details as { offline?: boolean } | undefined)?.offline === true
export const isAborted = (error: unknown): boolean => error instanceof AppError && error.message === errorsText.aborted

/** The body as fetch takes it, and its content type; a form sets its own. */
function bodyOf(body: unknown): { body?: BodyInit; type?: string } {
  if (body === undefined) return {}
  if (body instanceof FormData) return { body }
  if (body instanceof Blob) return { body, type: 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

/**
 * A 401 means that the session has ended. So does a 403 of the staff, whose rights have changed; a customer's 403 is about one record only, and one that
 * asks who is there (`withReauth`) needs the session.
 */
const endsSession = ({ status, code }: AppError, { account }: StoredAuth, { ownRight }: Call): boolean =>
  status === 401 || (status === 403 && code !== 'REAUTH_REQUIRED' && account.kind !== 'client' && !ownRight)

/** The headers that name the session and its company. */
function callerHeaders(given?: string | null): Record<string, string> {
  const { auth, company } = sessionStore.get()
  const token = given === undefined ? auth?.token : given
  const companyKey = company?.id ?? currentLabel()
  return {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(companyKey ? { 'Company-Key': companyKey } : {}),
    [HEADER.version]: String(VERSIONS.current),
  }
}

/** A GET with this session's headers, for a worker that reads an answer too large for the memory of a screen. */
export const requestOf = async (path: string): Promise<{ url: string; headers: Record<string, string> }> => ({
  url: new URL(`${await apiBase()}${path}`, location.origin).href,
  headers: callerHeaders(),
})

/** A browser without storage can log in too, without a name. */
function deviceName(): Record<string, string> {
  try {
    return { [HEADER.device]: deviceId() }
  } catch {
    return {}
  }
}

async function send(path: string, call: Call): Promise<unknown> {
  const { auth } = sessionStore.get()
  const { body: sent, type } = bodyOf(call.body)
  const headers: Record<string, string> = {
    Accept: 'application/json',
    ...callerHeaders(call.token),
    ...(call.idempotencyKey ? { 'Idempotency-Key': call.idempotencyKey } : {}),
    ...(call.seen === undefined ? {} : { 'If-Match': `"${call.seen}"` }),
    ...(type ? { 'Content-Type': type } : {}),
    ...(call.namesDevice ? deviceName() : {}),
  }
  let response: Response
  let body: unknown
  try {
    response = await fetch(`${await apiBase()}${path}${queryText(call.query)}`, {
      method: call.method ?? 'GET',
      headers,
      ...(sent === undefined ? {} : { body: sent }),
      ...(call.signal ? { signal: call.signal } : {}),
      // The server never redirects a call of the API: a redirect comes from a portal.
      redirect: 'error',
    })
    if (!isOurs(response)) throw unreachable(new Error(`${response.status} is not our server's`))
    body = await readBody(response)
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (call.signal?.aborted) throw new AppError('UNAVAILABLE', errorsText.aborted, { cause })
    throw unreachable(cause)
  }
  if (response.ok) return body
  if (!isErrorBody(body)) throw unreachable(new Error(`${response.status} without a code`))
  const error = errorOf(response.status, body)
  // A token given for one call is not the session's: the caller handles its end.
  if (!call.ownRefusal && auth && call.token === undefined && endsSession(error, auth, call)) onRefusal(error, auth)
  throw error
}

/**
 * One foreground call to the API: what the user asked for and waits for. Records are not read this way (they come from the
 * local database). Resolves to the answer's `data` when it has one, else to the whole body (a Blob for a PDF, an archive or a picture); undefined for 204.
 * @param shape what the answer must be (ANSWER-1): it is required, and an answer of another shape is an error, never data
 * @throws AppError; `details.body` holds the response body, `isOffline(error)` tells that our server did not answer
 */
export async function callApi<T>(path: string, shape: Shape<T>, call: Call = {}): Promise<T> {
  const body = await (call.silent ? send(path, call) : pendingRequests.track(() => send(path, call)))
  const enveloped = !call.whole && typeof body === 'object' && body !== null && 'data' in body
  const answer: unknown = enveloped ? body.data : body
  if (!shape(answer)) throw new AppError('UNAVAILABLE', errorsText.unreadable, { details: { body } })
  return answer
}

/**
 * Bytes behind an address that the server signed (the address itself gives the right to read).
 * @param isRight whether they are the wanted ones, where that can be known
 * @throws AppError as `callApi`
 */
export async function fetchBytes(
  url: string,
  isRight: (bytes: Uint8Array) => boolean | Promise<boolean> = () => true,
): Promise<Uint8Array> {
  const base = new URL(await apiBase(), location.origin)
  const response = await fetch(new URL(url, base), { redirect: 'error' }).catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (!isOurs(response)) throw unreachable(new Error(`${response.status} is not our server's`))
  if (!response.ok) throw errorOf(response.status, undefined)
  const bytes = new Uint8Array(
    await response.arrayBuffer().catch((cause: unknown) => {
      throw unreachable(cause)
    }),
  )
  if (!(await isRight(bytes))) throw unreachable(new Error('These are other bytes'))
  return bytes
}
