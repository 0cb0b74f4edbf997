import type { Static, TSchema } from 'typebox'
import { shapeOf } from '../../../../schemas/reads-as.ts'
import type { Call } from '../../../data/api/api.ts'
import { either, isNumber, isZip, listOf, maybe, nothing, objectOf, type Shape } from '../../../data/api/shape.ts'
import { callAsAdmin } from '../../../domain/second-factor/admin-call.ts'

export type Query = NonNullable<Call['query']>

interface Asked {
  query?: Query | undefined
  signal?: AbortSignal | undefined
}

/** A deletion answers nothing, or the deleted record. */
const isDone = either(nothing, objectOf({}))

const options = ({ query, signal }: Asked): Call => ({ ...(query ? { query } : {}), ...(signal ? { signal } : {}) })

/** Rows of a list; `total` counts all rows where the server pages. */
export interface Listed<R> {
  data: R[]
  total?: number | undefined
}

const isList = <S extends TSchema>(row: S): Shape<Listed<Static<S>>> =>
  objectOf({ data: listOf(shapeOf(row)), total: maybe(isNumber) })

/** The greatest page that the server sends. */
const PAGE = 500

/** The admin area's only way to the server (it has no local database). Every answer is parsed. @throws AppError as `callApi` */
export const adminApi = {
  async one<S extends TSchema>(path: string, data: S, asked: Asked = {}): Promise<Static<S>> {
    return callAsAdmin(path, shapeOf(data), options(asked))
  },
  async list<S extends TSchema>(path: string, row: S, asked: Asked = {}): Promise<Listed<Static<S>>> {
    return callAsAdmin(path, isList(row), { ...options(asked), whole: true })
  },
  /** Every row of a list that the server pages. */
  async all<S extends TSchema>(path: string, row: S, { query, signal }: Asked = {}): Promise<Static<S>[]> {
    const rows: Static<S>[] = []
    for (let page = 1; ; page++) {
      const { data, total = 0 } = await adminApi.list(path, row, { query: { ...query, page, limit: PAGE }, signal })
      rows.push(...data)
      if (data.length === 0 || rows.length >= total) return rows
    }
  },
  async write<S extends TSchema>(
    method: 'POST' | 'PUT',
    path: string,
    { data, body, query, seen }: { data: S; body?: unknown; query?: Query | undefined; seen?: number | undefined },
  ): Promise<Static<S>> {
    return callAsAdmin(path, shapeOf(data), {
      method,
      idempotencyKey: crypto.randomUUID(),
      ...(body === undefined ? {} : { body }),
      ...(seen === undefined ? {} : { seen }),
      ...(query ? { query } : {}),
    })
  },
  /** A PUT that answers nothing. */
  async set(path: string, body: unknown): Promise<void> {
    await callAsAdmin(path, nothing, { method: 'PUT', idempotencyKey: crypto.randomUUID(), body })
  },
  /** A POST whose answer is an archive. */
  async archive(path: string, { body, query }: { body: unknown; query: Query }): Promise<Blob> {
    return callAsAdmin(path, isZip, { method: 'POST', idempotencyKey: crypto.randomUUID(), body, query })
  },
  async remove(path: string, query?: Query): Promise<void> {
    await callAsAdmin(path, isDone, {
      whole: true,
      method: 'DELETE',
      idempotencyKey: crypto.randomUUID(),
      ...(query ? { query } : {}),
    })
  },
}
