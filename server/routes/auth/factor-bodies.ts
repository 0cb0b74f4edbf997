import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import Type from 'typebox'
import { validationError } from '../../../schemas/errors.ts'
import { messages } from '../../../schemas/messages.ts'
import type { FactorAnswer } from '../../second-factor/factors.ts'

/** A passkey as browsers send it (WebAuthn, level 3, section 5.1); the library checks its parts. */
const bytes = Type.String({ pattern: '^[\\w-]*$', maxLength: 20_000 })
const credential = {
  id: bytes,
  rawId: bytes,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.String({ maxLength: 40 })),
  clientExtensionResults: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
}
const SignedKey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: Type.Optional(Type.Union([bytes, Type.Null()])),
  }),
})
export const CreatedKey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    publicKey: Type.Optional(bytes),
    authenticatorData: Type.Optional(bytes),
  }),
})

export const code = Type.String({ pattern: '^\\d{6}$', maxLength: 6 })
/** The three ways to answer; a body gives one. */
export const answers = {
  code: Type.Optional(code),
  recovery_code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  passkey: Type.Optional(SignedKey),
}
export const ANSWER_NAMES = ['code', 'recovery_code', 'passkey'] as const

/** The one answer that a body gives. @throws AppError VALIDATION_ERROR for none, or several */
export function onlyOne<N extends string>(body: Partial<Record<N, unknown>>, names: readonly N[]): N {
  const [name, ...more] = names.filter((candidate) => body[candidate] !== undefined)
  if (name === undefined || more.length > 0) throw validationError({ [names[0] as string]: [messages.required] })
  return name
}

/** The passkey as the library takes it, with the fields that a browser may leave out. */
export const signedKey = (body: unknown): AuthenticationResponseJSON =>
  ({ clientExtensionResults: {}, ...(body as object) }) as AuthenticationResponseJSON
export const createdKey = (body: unknown): RegistrationResponseJSON =>
  ({ clientExtensionResults: {}, ...(body as object) }) as RegistrationResponseJSON

export const answerIn = ({
  code,
  recovery_code,
  passkey,
}: {
  code?: string
  recovery_code?: string
  passkey?: unknown
}): FactorAnswer => ({
  ...(code === undefined ? {} : { code }),
  ...(recovery_code === undefined ? {} : { recovery_code }),
  ...(passkey === undefined ? {} : { passkey: signedKey(passkey) }),
})

const text = Type.String()
const described = Type.Object({ id: text, type: text, transports: Type.Optional(Type.Array(text)) })
/** What `navigator.credentials.get` takes. */
export const RequestOptions = Type.Object({
  challenge: text,
  rpId: text,
  timeout: Type.Optional(Type.Integer()),
  allowCredentials: Type.Optional(Type.Array(described)),
  userVerification: Type.Optional(text),
})
/** What `navigator.credentials.create` takes. */
export const CreationOptions = Type.Object({
  challenge: text,
  rp: Type.Object({ id: text, name: text }),
  user: Type.Object({ id: text, name: text, displayName: text }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: text })),
  timeout: Type.Optional(Type.Integer()),
  attestation: Type.Optional(text),
  excludeCredentials: Type.Optional(Type.Array(described)),
  authenticatorSelection: Type.Optional(
    Type.Object({
      residentKey: Type.Optional(text),
      requireResidentKey: Type.Optional(Type.Boolean()),
      userVerification: Type.Optional(text),
    }),
  ),
})
