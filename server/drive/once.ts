import { AppError } from '../../schemas/errors.ts'

/** An outcome that is not known may have been a commit. */
export const isUnknown = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAVAILABLE'

/**
 * Makes what is not there `before`. Where that fails, whatever is said against it (a key that exists, a signed document, pieces that are gone), and
 * a concurrent second send of the same has won meanwhile: its answer is ours (SYN-09).
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
