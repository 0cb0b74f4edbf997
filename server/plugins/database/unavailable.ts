import { AppError } from '../../../schemas/errors.ts'

/** 503: nothing is known of the transaction's outcome; the same write may be sent again with its idempotency key. */
export class DatabaseUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('UNAVAILABLE', 'La base de données est momentanément indisponible, réessayez dans un instant.', { cause })
  }
}

/**
 * 503: the engine refused a statement for want of room, memory, time or a lock. Its transaction is certainly not committed, and the database serves others
 * perhaps.
 */
export class StatementRefused extends DatabaseUnavailable {}

export const unavailable = (cause?: unknown): AppError => new DatabaseUnavailable(cause)

/** 503: too many of one company already wait for the database; nothing was begun. */
export class Crowded extends AppError {
  /** Seconds; random, so that the callers do not all come back at once. */
  readonly retryAfter = 2 + Math.floor(Math.random() * 4)

  constructor() {
    super('UNAVAILABLE', 'Trop de demandes de votre entreprise attendent déjà, réessayez dans quelques secondes.')
  }
}
