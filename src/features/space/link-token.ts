import { AppError } from '../../../schemas/errors.ts'
import { isOffline } from '../../data/api/api.ts'

/** The token after `#`, which browsers do not send in requests or referrers, so that it is in no log. */
export const linkToken = (): string => decodeURIComponent(window.location.hash.slice(1))

/** What the server answers about a link that opens nothing: it is unknown, over, or was cut on its way. */
const OF_THE_LINK = new Set<string>(['NOT_FOUND', 'GONE', 'VALIDATION_ERROR'])

/** Why a link did not open: only some answers are about the link itself. */
export function linkFailure(error: unknown): 'offline' | 'invalid' | 'failed' {
  if (isOffline(error)) return 'offline'
  const isInvalid = error instanceof URIError || (error instanceof AppError && OF_THE_LINK.has(error.code))
  return isInvalid ? 'invalid' : 'failed'
}
