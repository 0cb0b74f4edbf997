import { hash, verify } from '@node-rs/argon2'

/** OWASP's first recommendation for Argon2id (19 MiB, 2 passes, 1 lane); the library's default algorithm is Argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
export const MAX_PASSWORD = 200

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Stands in the place of a hash: nobody's password has it. */
export const NO_PASSWORD = '!'

let decoy: Promise<string> | undefined

/**
 * True when the password is the account's. Without an account (`stored` null) or a password it verifies against a decoy, so that the duration does not show
 * which mails exist.
 */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const hashed = stored === NO_PASSWORD ? null : stored
  const matches = await verify(hashed ?? (await decoy), password).catch(() => false)
  return hashed !== null && matches
}
