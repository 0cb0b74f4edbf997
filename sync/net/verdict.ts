import type { ErrorBody } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Reply } from './transport.ts'

export type Verdict =
  | { kind: 'accepted'; record: Values | null; seq: number; epoch: string; overwritten: readonly string[] }
  | { kind: 'refused'; error: ErrorBody & { status: number } }
  /** `failed`: our server answered that it failed over this entry (PUSH-13); absent where the answer is not our server's. */
  | { kind: 'retry'; afterMs: number | null; failed?: ErrorBody & { status: number } }
  | { kind: 'pause'; reason: Pause }

/** Why nothing can be sent before a person has done something. */
export type Pause = 'signed-out' | 'other-account' | 'outdated'

const REFUSALS = [400, 403, 404, 409, 410, 413, 415, 422]

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function errorOf(reply: Reply): ErrorBody & { status: number } {
  const body = isObject(reply.body) ? reply.body : {}
  return {
    code: (typeof body.code === 'string' ? body.code : 'INTERNAL') as ErrorBody['code'],
    message: typeof body.message === 'string' ? body.message : 'Le serveur a refusé cet enregistrement.',
    ...(isObject(body.errors) ? { errors: body.errors as NonNullable<ErrorBody['errors']> } : {}),
    ...(body.details === undefined ? {} : { details: body.details }),
    status: reply.status,
  }
}

/** VER-6: the server no longer serves this app's version. Only our server's code counts: a proxy may send a 426 of its own. */
export const isOutdated = ({ status, body }: Pick<Reply, 'status' | 'body'>): boolean =>
  status === 426 && isObject(body) && body.code === 'UPGRADE_REQUIRED'

/**
 * PUSH-3, PUSH-4. Pure. An answer that does not echo the mutation and carry an epoch is no verdict: a captive portal's 200 must not empty
 * the queue, nor a proxy's 403 refuse it.
 */
export function verdictOf(reply: Reply, mutation: string): Verdict {
  const retry = { kind: 'retry', afterMs: reply.retryAfter === null ? null : reply.retryAfter * 1000 } as const
  if (reply.mutation !== mutation || reply.epoch === null) return retry
  if (reply.status === 401) {
    const code = isObject(reply.body) ? reply.body.code : undefined
    return { kind: 'pause', reason: code === 'ACCOUNT_MISMATCH' ? 'other-account' : 'signed-out' }
  }
  if (isOutdated(reply)) return { kind: 'pause', reason: 'outdated' }
  if (REFUSALS.includes(reply.status)) return isObject(reply.body) ? { kind: 'refused', error: errorOf(reply) } : retry
  if (reply.status === 500 && isObject(reply.body)) return { ...retry, failed: errorOf(reply) }
  if (reply.status < 200 || reply.status > 299 || reply.seq === null) return retry
  const body = isObject(reply.body) ? reply.body : {}
  if (reply.status !== 204 && !('data' in body)) return retry
  return {
    kind: 'accepted',
    record: isObject(body.data) ? body.data : null,
    seq: reply.seq,
    epoch: reply.epoch,
    overwritten: reply.overwritten,
  }
}

/** The verdict of a call that is no write of a synced record: pieces of files, mails. */
export type ServiceVerdict =
  | { kind: 'ok'; data: unknown }
  | { kind: 'refused'; error: ErrorBody & { status: number } }
  /**
   * `failed`: our server answered that it failed over this item; absent where the answer is not our server's. `full`: the company has no room for it (FILE-13).
   */
  | {
      kind: 'retry'
      afterMs: number | null
      failed?: ErrorBody & { status: number }
      full?: ErrorBody & { status: number }
    }
  | { kind: 'pause'; reason: Pause }

/** FILE-5. Pure. As `verdictOf`, for answers that echo no mutation: an answer without an epoch is not our server's. */
export function serviceVerdict(reply: Reply | null): ServiceVerdict {
  const retry = { kind: 'retry', afterMs: reply?.retryAfter == null ? null : reply.retryAfter * 1000 } as const
  if (reply === null || reply.epoch === null || !isObject(reply.body)) return retry
  if (reply.status === 401)
    return { kind: 'pause', reason: reply.body.code === 'ACCOUNT_MISMATCH' ? 'other-account' : 'signed-out' }
  if (isOutdated(reply)) return { kind: 'pause', reason: 'outdated' }
  if (REFUSALS.includes(reply.status)) return { kind: 'refused', error: errorOf(reply) }
  if (reply.status === 500) return { ...retry, failed: errorOf(reply) }
  if (reply.status === 507) return { ...retry, full: errorOf(reply) }
  if (reply.status < 200 || reply.status > 299 || !('data' in reply.body)) return retry
  return { kind: 'ok', data: reply.body.data }
}
