import { AppError } from '../../../schemas/errors.ts'
import { isOffline } from '../../data/api/api.ts'
import { spaceText } from '../../text/space.ts'
import { codeText } from '../../text/space-login.ts'

/**
 * Why an action failed, in words for the customer. The server's own messages are written for customers; what it forbids to an
 * administrator who impersonates them (AUT-07) has a message of its own.
 */
export function spaceFailure(error: unknown): string {
  if (isOffline(error)) return codeText.offline
  if (!(error instanceof AppError) || error.code === 'INTERNAL') return spaceText.unknownFailure
  if (error.code === 'UNAUTHORIZED') return spaceText.notInPerson
  if (error.code === 'KEY_REUSED') return spaceText.alreadyDone
  if (error.code === 'NOT_FOUND') return spaceText.missing
  return Object.values(error.errors ?? {}).flat()[0] ?? error.message
}

/** Why the server refused a decision about a quote: it has changed, expired, or was answered meanwhile. */
export function conflictReason(error: unknown): string | null {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') return null
  const { body } = (error.details ?? {}) as { body?: { details?: { reason?: unknown } } }
  return typeof body?.details?.reason === 'string' ? body.details.reason : ''
}
