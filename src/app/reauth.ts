import { AppError } from '../../schemas/errors.ts'
import { errorsText } from '../text/errors.ts'
import type { Token } from './second-factor.ts'

let asking: Promise<boolean> | null = null

/** Several calls that are refused together ask once. */
async function ask(token: Token): Promise<boolean> {
  asking ??= import('../components/second-factor/reauth-dialog.tsx')
    .then(({ askReauth }) => askReauth(token))
    .finally(() => {
      asking = null
    })
  return asking
}

/**
 * Makes a call that the server may refuse until its session has proved whose it is (REAUTH_REQUIRED): then a dialog asks for it, and the call is
 * made again. Whoever closes the dialog gets the error of a request that they cancelled.
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
