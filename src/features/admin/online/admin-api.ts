import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import * as Schema from 'typebox/schema'
import { AppError, unauthorized } from '../../../../schemas/errors.ts'
import { adminSession } from '../../../app/admin-session.ts'
import { type Call, callApi } from '../../../app/api.ts'
import { notices } from '../../../components/notices.tsx'
import { errorsText } from '../../../text/errors.ts'

export type Query = NonNullable<Call['query']>

interface Asked {
  query?: Query | undefined
  signal?: AbortSignal | undefined
}

const total = Type.Optional(Type.Integer())

/** What came is what was declared, or it is an error: nothing else of the area looks at it before. */
function parsed<T>(schema: TSchema, body: unknown): T {
  if (!Schema.Check(schema, body)) {
    throw new AppError('INTERNAL', errorsText.unreadable, { details: { errors: Schema.Errors(schema, body)[1] } })
  }
  return body as T
}

/** One call with the administrator's own token. A session that the server no longer knows ends here: the layout leads to login (ERR-01). */
async function send(path: string, call: Call): Promise<unknown> {
  const session = adminSession.get()
  if (!session) throw unauthorized()
  try {
    return await callApi(path, { ...call, token: session.token, ownRefusal: true, whole: true })
  } catch (error) {
    if (error instanceof AppError && error.status === 401) {
      adminSession.set(null)
      notices.failure(unauthorized())
    }
    throw error
  }
}

const options = ({ query, signal }: Asked): Call => ({ ...(query ? { query } : {}), ...(signal ? { signal } : {}) })

/** Rows of a list; `total` counts them all where the server cuts pages. */
export interface Listed<R> {
  data: R[]
  total?: number | undefined
}

/** The admin area's only way to the server (it has no local database). Every answer is parsed. @throws AppError as `callApi` */
export const adminApi = {
  async one<S extends TSchema>(path: string, data: S, asked: Asked = {}): Promise<Static<S>> {
    const answer = await send(path, options(asked))
    return parsed<{ data: Static<S> }>(Type.Object({ data }), answer).data
  },
  async list<S extends TSchema>(path: string, row: S, asked: Asked = {}): Promise<Listed<Static<S>>> {
    const answer = await send(path, options(asked))
    return parsed<Listed<Static<S>>>(Type.Object({ data: Type.Array(row), total }), answer)
  },
  async write<S extends TSchema>(
    method: 'POST' | 'PUT',
    path: string,
    { data, body, query, seen }: { data: S; body?: unknown; query?: Query | undefined; seen?: number | undefined },
  ): Promise<Static<S>> {
    const answer = await send(path, {
      method,
      idempotencyKey: crypto.randomUUID(),
      ...(body === undefined ? {} : { body }),
      ...(seen === undefined ? {} : { seen }),
      ...(query ? { query } : {}),
    })
    return parsed<{ data: Static<S> }>(Type.Object({ data }), answer).data
  },
  async remove(path: string, query?: Query): Promise<void> {
    await send(path, { method: 'DELETE', idempotencyKey: crypto.randomUUID(), ...(query ? { query } : {}) })
  },
}
