import { hash, verify } from '@node-rs/argon2'

/** OWASP's first recommendation for Argon2id (19 MiB, 2 passes, 1 lane); the library's default algorithm is Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const MAX_PASSWORD = 200

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

let decoy: Promise<string> | undefined

/**
 * True when the password is the account's. Without an account (`stored` null) it verifies against a decoy, so that the duration does not show which mails
 * exist.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password).catch(() => false)
  return stored !== null && matches
}
