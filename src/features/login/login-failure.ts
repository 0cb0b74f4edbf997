import { AppError } from '../../../schemas/errors.ts'
import { isOffline } from '../../data/api/api.ts'
import { sessionStore } from '../../data/session/session-store.ts'
import { errorsText } from '../../text/errors.ts'
import { loginText } from '../../text/login.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export interface LoginErrors {
  mail?: string
  password?: string
}

/** The form's errors that need no server. */
export function loginErrors({ MAIL, password }: { MAIL: string; password: string }): LoginErrors {
  return {
    ...(MAIL === '' ? { mail: loginText.required } : EMAIL.test(MAIL) ? {} : { mail: loginText.email }),
    ...(password === '' ? { password: loginText.required } : {}),
  }
}

/** The login page's message about a refused or impossible login. */
export function loginFailure(error: unknown): string {
  if (isOffline(error)) return loginText.offline
  if (!(error instanceof AppError)) return errorsText.unknown
  if (error.code === 'UNAUTHENTICATED') return loginText.wrongPassword
  if (error.code === 'RATE_LIMITED') return loginText.tooMany
  if (error.code === 'VALIDATION_ERROR')
    return (
      Object.values(error.errors ?? {})
        .flat()
        .join(' ') || error.message
    )
  const { company } = sessionStore.get()
  // A device that has worked for this company: it is suspended, or has another address.
  if (error.code === 'NOT_FOUND' && company)
    return `${loginText.closedCompany(company.NOM)} ${loginText.closedCompanyKept}`
  return error.message
}
