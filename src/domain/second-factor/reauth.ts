import { AppError } from '../../../schemas/errors.ts'
import type { Token } from '../../data/session/second-factor.ts'
import { errorsText } from '../../text/errors.ts'

let asking: Promise<boolean> | null = null

/** Several calls that are refused at the same time ask once. */
async function ask(token: Token): Promise<boolean> {
  asking ??= import('./reauth-dialog.tsx')
    .then(({ askReauth }) => askReauth(token))
    .finally(() => {
      asking = null
    })
  return asking
}

/**
 * Makes a call that the server may refuse until the person has authenticated again (REAUTH_REQUIRED): then a dialog asks for it, and the call is
 * repeated. When the person closes the dialog, the call fails as a cancelled request.
 */
export async function withReauth<T>(token: Token, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'REAUTH_REQUIRED') throw error
    if (!(await ask(token))) throw new AppError('UNAVAILABLE', errorsText.aborted, { cause: error })
    return call()
  }
}
