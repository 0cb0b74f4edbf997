import { AppError } from '../../../schemas/errors.ts'

/** 503: nothing is known of the transaction's outcome; the same write may be sent again with its idempotency key. */
export const unavailable = (cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', 'La base de données est momentanément indisponible, réessayez dans un instant.', {
    cause,
  })
