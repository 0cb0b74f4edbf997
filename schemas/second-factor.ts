import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'

/** Second factors of staff and administrators, as both sides write them. */

export const FACTOR_METHODS = ['totp', 'passkey', 'recovery'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

export const RECOVERY_CODES = 10

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const instant = Type.String({ format: 'lolapp-instant' })

/** The password was right and is not enough: what answers `challenge` opens the session. */
export const FactorAsked = Type.Object(
  {
    challenge: Type.String(),
    methods: Type.Array(Type.Enum(FACTOR_METHODS)),
    expires_at: instant,
  },
  { additionalProperties: false },
)
export type FactorAsked = Static<typeof FactorAsked>

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: instant,
  last_used_at: orNull(instant),
})
export type Passkey = Static<typeof Passkey>

/** What protects an account. */
export const Factors = Type.Object({
  totp: Type.Boolean(),
  passkeys: Type.Array(Passkey),
  /** Recovery codes that are left. */
  recovery_codes: Type.Integer(),
  /** The account may not be without: its last one is not removed. */
  required: Type.Boolean(),
})
export type Factors = Static<typeof Factors>

/** Recovery codes stand in for a factor, they are none. */
export const isProtected = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp || passkeys.length > 0

/** By what the account's holder can prove who they are; empty: by the password alone. */
export const methodsOf = (factors: Omit<Factors, 'required'>): FactorMethod[] => [
  ...(factors.totp ? (['totp'] as const) : []),
  ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(isProtected(factors) && factors.recovery_codes > 0 ? (['recovery'] as const) : []),
]

/** For an authenticator app: the secret, and the same as the address of a QR code. */
export const TotpSecret = Type.Object({ secret: Type.String(), uri: Type.String() })
export type TotpSecret = Static<typeof TotpSecret>

/** Told once. */
export const NewCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export type NewCodes = Static<typeof NewCodes>

/** Until when the session need not prove itself again. */
export const Proven = Type.Object({ until: instant })
