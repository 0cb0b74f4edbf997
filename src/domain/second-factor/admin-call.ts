import { AppError, unauthorized } from '../../../schemas/errors.ts'
import { type Call, callApi } from '../../data/api/api.ts'
import type { Shape } from '../../data/api/shape.ts'
import { adminSession } from '../../data/session/admin-session.ts'
import { dirtyForms } from '../../data/version/dirty-forms.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { withReauth } from './reauth.ts'

/**
 * One call with the administrator's own token. A session that the server no longer knows ends here: the layout leads to login (ERR-01).
 * @throws AppError as `callApi`
 */
export async function callAsAdmin<T>(path: string, shape: Shape<T>, call: Call = {}): Promise<T> {
  const session = adminSession.get()
  if (!session) throw unauthorized()
  try {
    const { token } = session
    return await withReauth(token, () => callApi(path, shape, { ...call, token, ownRefusal: true }))
  } catch (error) {
    if (error instanceof AppError && error.status === 401) {
      dirtyForms.keepForReturn()
      adminSession.set(null)
      notices.failure(unauthorized())
    }
    throw error
  }
}
