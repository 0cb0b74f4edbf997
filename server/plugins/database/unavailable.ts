import { AppError } from '../../../schemas/errors.ts'

/** 503: nothing is known of the transaction's outcome; the same write may be sent again with its idempotency key. */
export class DatabaseUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('UNAVAILABLE', 'La base de données est momentanément indisponible, réessayez dans un instant.', { cause })
  }
}

export const unavailable = (cause?: unknown): AppError => new DatabaseUnavailable(cause)
