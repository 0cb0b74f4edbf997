import { AppError } from '../../../schemas/errors.ts'
import type { Factors, NewCodes, TotpSecret } from '../../../schemas/second-factor.ts'
import type { IssuedToken } from '../../../schemas/space/login.ts'
import { securiteText } from '../../text/securite.ts'
import { callApi } from '../api/api.ts'
import { isIssuedToken } from '../api/issued-token.ts'
import { isKey, isNumber, isText, listOf, nothing, objectOf, orNull, type Shape } from '../api/shape.ts'

/** Requests and answers about second factors; a token is given for a session that is not, or not yet, this app's. */

const isFlag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean'
const isFactors: Shape<Factors> = objectOf({
  totp: isFlag,
  passkeys: listOf(objectOf({ id: isKey, name: isText, created_at: isText, last_used_at: orNull(isText) })),
  recovery_codes: isNumber,
  required: isFlag,
})
const isTotpSecret: Shape<TotpSecret> = objectOf({ secret: isKey, uri: isKey })
const isCodes: Shape<NewCodes> = objectOf({ recovery_codes: listOf(isText) })
/** The codes are empty unless this is the account's first factor. */
interface Added extends NewCodes {
  expires_at: string
}
const isAdded: Shape<Added> = objectOf({ recovery_codes: listOf(isText), expires_at: isText })
/** Passed to the browser unchanged. */
const isOptions: Shape<Record<string, unknown>> = objectOf({ challenge: isKey }) as Shape<Record<string, unknown>>

/** An answer to the question for the second factor, or for the password. */
export type Proof = { code: string } | { recovery_code: string } | { passkey: unknown } | { password: string }

/** Whose session: undefined for the one of this app, null for none. */
export type Token = string | null | undefined

const send = <T>(path: string, shape: Shape<T>, { token, body }: { token: Token; body?: unknown }): Promise<T> =>
  callApi(path, shape, {
    method: 'POST',
    body: body ?? {},
    // A 401 or 403 here refuses the given code, never the session.
    ownRefusal: true,
    ...(token === undefined ? {} : { token }),
  })

const cancelled = (cause: unknown): AppError => new AppError('BAD_REQUEST', securiteText.keys.cancelled, { cause })

/** Asks the device to sign with one of the account's keys. @throws AppError when it does not */
async function signWithKey(options: Record<string, unknown>): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never }).catch((error: unknown) => {
    throw cancelled(error)
  })
}

/** Second step of a login. @returns a session. @throws an error that says whether to go on (UNAUTHENTICATED) or to begin again (GONE) */
export const loginSteps = {
  answer: (challenge: string, proof: Proof): Promise<IssuedToken> =>
    send('/auth/second-factor', isIssuedToken, { token: null, body: { challenge, ...proof } }),
  async signed(challenge: string): Promise<Proof> {
    const options = await send('/auth/second-factor/passkey', isOptions, { token: null, body: { challenge } })
    return { passkey: await signWithKey(options) }
  },
}

/** The person authenticates again in the same session. */
export const proveSteps = {
  give: (token: Token, proof: Proof): Promise<unknown> =>
    send('/auth/reauth', objectOf({ until: isText }), { token, body: proof }),
  signed: async (token: Token): Promise<Proof> => ({
    passkey: await signWithKey(await send('/auth/reauth/passkey', isOptions, { token })),
  }),
}

/** The second factors of a session's account, and how to change them. */
export const factorsOf = (token: Token) => {
  const remove = (path: string): Promise<undefined> =>
    callApi(path, nothing, { method: 'DELETE', ownRefusal: true, ...(token === undefined ? {} : { token }) })
  return {
    read: (signal?: AbortSignal): Promise<Factors> =>
      callApi('/auth/factors', isFactors, {
        ownRefusal: true,
        ...(signal ? { signal } : {}),
        ...(token === undefined ? {} : { token }),
      }),
    beginTotp: (): Promise<TotpSecret> => send('/auth/totp', isTotpSecret, { token }),
    confirmTotp: (code: string): Promise<Added> => send('/auth/totp/confirm', isAdded, { token, body: { code } }),
    removeTotp: () => remove('/auth/totp'),
    async addPasskey(name: string): Promise<Added> {
      const options = await send('/auth/passkeys/options', isOptions, { token })
      const { startRegistration } = await import('@simplewebauthn/browser')
      const credential = await startRegistration({ optionsJSON: options as never }).catch((error: unknown) => {
        const known = error instanceof Error && error.name === 'InvalidStateError'
        throw known ? new AppError('CONFLICT', securiteText.keys.known, { cause: error }) : cancelled(error)
      })
      return send('/auth/passkeys', isAdded, { token, body: { name, credential } })
    },
    removePasskey: (id: string) => remove(`/auth/passkeys/${encodeURIComponent(id)}`),
    renewCodes: (): Promise<NewCodes> => send('/auth/recovery-codes', isCodes, { token }),
  }
}
export type FactorCalls = ReturnType<typeof factorsOf>
