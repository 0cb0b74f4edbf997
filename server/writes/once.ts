import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError } from '../../schemas/errors.ts'
import { HEADER } from '../../schemas/protocol.ts'
import type { Tx } from '../plugins/database/database.ts'
import { assertRemembered } from './idempotency.ts'

/**
 * Does a write of a service once per account and `Idempotency-Key`: the second send runs nothing and gets the first one's result (`Idempotency-Key` on every
 * write, api.md). Without a key it runs each time. The result is kept as JSON: never use it where the result holds a token. Synced records have
 * `applyMutation` instead.
 * @throws AppError KEY_REUSED when the key belongs to another request
 */
export async function once<T>(tx: Tx, request: FastifyRequest, fn: () => Promise<T>): Promise<T> {
  const key = request.headers[HEADER.mutation]
  if (typeof key !== 'string' || request.actor.kind === 'anonymous') return fn()
  const { account } = request.actor
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('hex')
  const company = sql`nullif(current_setting('app.company_id', true), '')`
  // A concurrent second send waits here until the first one ends.
  const { rows: fresh } = await sql`insert into once_result (company_id, account, id, body_hash)
    values (${company}, ${account}, ${key}, ${hash}) on conflict do nothing returning id`.execute(tx)
  const mine = sql`company_id is not distinct from ${company} and account = ${account} and id = ${key}`
  if (fresh.length === 0) {
    const { rows } = await sql<{ body_hash: string; result: T }>`
      select body_hash, result from once_result where ${mine}`.execute(tx)
    const [first] = rows
    if (first?.body_hash === hash) return first.result
    throw new AppError('KEY_REUSED', 'Cet identifiant de modification a déjà servi pour une autre modification.')
  }
  assertRemembered(key, new Date())
  const result = await fn()
  await sql`update once_result set result = ${JSON.stringify(result ?? null)} where ${mine}`.execute(tx)
  return result
}
