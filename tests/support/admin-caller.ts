import type { FastifyInstance } from 'fastify'
import type { Values } from '../../schemas/merge.ts'
import type { Database } from '../../server/plugins/database/database.ts'
import { type Answer, answerOf } from './contract.ts'
import { addAdmin, signInAdmin } from './test-app.ts'

export interface AdminCaller {
  id: string
  email: string
  headers: Record<string, string>
  call: (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
}

/** An administrator, logged in. */
export async function adminCaller(app: FastifyInstance, db: Database): Promise<AdminCaller> {
  const admin = await addAdmin(db)
  const { headers } = await signInAdmin(app, admin)
  return {
    ...admin,
    headers,
    call: async (method, path, body, more = {}) =>
      answerOf(
        await app.inject({
          method,
          url: `/api${path}`,
          headers: { ...headers, ...more },
          ...(body === undefined ? {} : { payload: body as object }),
        }),
      ),
  }
}

/** Errors of a refused body, by field. */
export const errorsOf = ({ body }: Answer): Values => (body?.errors ?? {}) as Values
