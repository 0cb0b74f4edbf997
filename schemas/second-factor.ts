import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { object } from './objects.ts'

/** Second factors of staff and administrators: shapes for both sides. */

export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

export const RECOVERY_CODES = 10

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const instant = Type.String({ format: 'lolapp-instant' })

/** The password was right but is not enough: an answer to `challenge` opens the session. */
export const FactorAsked = object(
  {
    challenge: Type.String(),
    methods: Type.Array(Type.Enum(FACTOR_METHODS)),
    expires_at: instant,
  },
  { additionalProperties: false },
)
export type FactorAsked = Static<typeof FactorAsked>

export const Passkey = object({
  id: Type.String(),
  name: Type.String(),
  created_at: instant,
  last_used_at: orNull(instant),
})
export type Passkey = Static<typeof Passkey>

/** What protects an account. */
export const Factors = object({
  totp: Type.Boolean(),
  passkeys: Type.Array(Passkey),
  /** Recovery codes that are left. */
  recovery_codes: Type.Integer(),
  /** The account must have one: its last factor cannot be removed. */
  required: Type.Boolean(),
})
export type Factors = Static<typeof Factors>

/** A recovery code replaces a factor once, but is no factor. */
export const isProtected = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys.length > 0

/** The ways in which the account's holder can prove who they are; empty: the password alone. */
export const methodsOf = (factors: Omit<Factors, 'required'>): FactorMethod[] => [
  ...(factors.totp ? (['totp'] as const) : []),
  ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(isProtected(factors) && factors.recovery_codes > 0 ? (['recovery'] as const) : []),
]

/** For an authenticator app: the secret, and the address with it for a QR code. */
export const TotpSecret = object({ secret: Type.String(), uri: Type.String() })
export type TotpSecret = Static<typeof TotpSecret>

/** Shown only once. */
export const NewCodes = object({ recovery_codes: Type.Array(Type.String()) })
export type NewCodes = Static<typeof NewCodes>

/** Until when the session needs no further proof. */
export const Proven = object({ until: instant })
