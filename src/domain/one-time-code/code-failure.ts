import { AppError } from '../../../schemas/errors.ts'
import { OTP_MINUTES, OTP_TRIES } from '../../../schemas/rules/one-time-codes.ts'
import { isOffline } from '../../data/api/api.ts'
import { errorsText } from '../../text/errors.ts'
import { codeText as text } from '../../text/space-login.ts'

export interface CodeTry {
  /** Milliseconds since 1970: when the code was asked for. */
  askedAt: number
  /** How many answers to this code were refused, this one included. */
  tries: number
}

export const isWrongCode = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'VALIDATION_ERROR' && error.errors?.CODE !== undefined

/** The message of a refused error, without its code: what the server writes for people. */
const wordsOf = (error: AppError): string => Object.values(error.errors ?? {}).flat()[0] ?? error.message

/**
 * What people read when a code was refused. The server gives one message for every wrong code, so that nobody learns which numbers it
 * knows; the device's own knowledge (the code's age, the tries) makes the message more precise.
 */
export function codeFailure(error: unknown, { askedAt, tries }: CodeTry, now = Date.now()): string {
  if (isOffline(error)) return text.offline
  if (!(error instanceof AppError)) return errorsText.unknown
  if (!isWrongCode(error)) return wordsOf(error)
  if (now - askedAt > OTP_MINUTES * 60_000) return text.expired
  return tries >= OTP_TRIES ? text.tooManyTries : text.wrong(OTP_TRIES - tries)
}
