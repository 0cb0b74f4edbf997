import { AppError } from '../../../schemas/errors.ts'
import { isOffline } from '../../data/api/api.ts'
import { errorsText } from '../../text/errors.ts'
import { loginText } from '../../text/login.ts'

const allMessages = ({ errors, message }: AppError): string =>
  Object.values(errors ?? {})
    .flat()
    .join(' ') || message

/** The message of the pages of a forgotten password about a refused or impossible call. */
export function passwordFailure(error: unknown): string {
  if (isOffline(error)) return loginText.askOffline
  if (!(error instanceof AppError)) return errorsText.unknown
  if (error.code === 'RATE_LIMITED') return loginText.askTooMany
  return error.code === 'VALIDATION_ERROR' ? allMessages(error) : error.message
}

/** True when the link itself is refused: another password would not help, only a new link does. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'VALIDATION_ERROR' && error.errors?.token !== undefined
