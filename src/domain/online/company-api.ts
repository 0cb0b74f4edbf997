import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { shapeOf } from '../../../schemas/reads-as.ts'
import { callApi } from '../../data/api/api.ts'
import { nothing } from '../../data/api/shape.ts'
import { withReauth } from '../second-factor/reauth.ts'

interface Write<S extends TSchema> {
  data: S
  body?: unknown
  seen?: number | undefined
}

/**
 * Calls of directors about their own company, which devices do not keep: they need the network. Every answer is parsed; where the server asks for a proof
 * of who calls, a dialog does. A write that this director may not do ends no session: the form shows why, and keeps what was typed.
 * @throws AppError as `callApi`
 */
export const companyApi = {
  one: <S extends TSchema>(path: string, data: S, signal?: AbortSignal): Promise<Static<S>> =>
    callApi(path, shapeOf(data), signal ? { signal } : {}),
  list: <S extends TSchema>(path: string, row: S, signal?: AbortSignal): Promise<Static<S>[]> =>
    companyApi.one(path, Type.Array(row), signal) as Promise<Static<S>[]>,
  write: <S extends TSchema>(
    method: 'POST' | 'PUT',
    path: string,
    { data, body, seen }: Write<S>,
  ): Promise<Static<S>> =>
    withReauth(undefined, () =>
      callApi(path, shapeOf(data), {
        method,
        idempotencyKey: crypto.randomUUID(),
        ownRight: true,
        ...(body === undefined ? {} : { body }),
        ...(seen === undefined ? {} : { seen }),
      }),
    ),
  remove: (path: string): Promise<void> =>
    withReauth(undefined, async () => {
      await callApi(path, nothing, { method: 'DELETE', idempotencyKey: crypto.randomUUID(), ownRight: true })
    }),
}
