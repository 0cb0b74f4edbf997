import { AppError } from '../../../schemas/errors.ts'
import { isOffline } from '../../data/api/api.ts'
import { errorsText } from '../../text/errors.ts'
import { loginText } from '../../text/login.ts'
import { securiteText } from '../../text/securite.ts'

/** A form's message for a code or a key that was refused. */
export function proofFailure(error: unknown): string {
  if (!(error instanceof AppError)) return errorsText.unknown
  if (isOffline(error)) return errorsText.offline
  if (error.code === 'RATE_LIMITED') return loginText.tooMany
  if (error.code === 'UNAUTHENTICATED') return securiteText.step.wrong
  const said = Object.values(error.errors ?? {}).flat()
  return said.length > 0 ? said.join(' ') : error.message
}
