import { AppError } from '../../../schemas/errors.ts'
import { StatementRefused } from '../../plugins/database/unavailable.ts'

/** After an unknown outcome the transaction may have been committed. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'UNAVAILABLE' && !(error instanceof StatementRefused)

/**
 * Makes what `before` did not find. When `make` fails with any refusal (a key that exists, a signed document, missing pieces) and a concurrent second send of
 * the same has succeeded meanwhile, its answer is returned (SYN-09).
 */
export async function once<T>(before: () => Promise<T | null>, make: () => Promise<T>): Promise<T> {
  const known = await before()
  if (known !== null) return known
  try {
    return await make()
  } catch (error) {
    const won = isUnknown(error) ? null : await before()
    if (won !== null) return won
    throw error
  }
}
