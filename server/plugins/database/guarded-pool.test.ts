import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { kyselyOver } from './database.ts'
import type { EnginePool } from './guarded-pool.ts'

/** An engine that answers each commit like this. */
function engineThatAnswers(command: string): { pool: EnginePool; released: boolean[] } {
  const released: boolean[] = []
  const pool: EnginePool = {
    connect: async () => ({
      query: async (text) => ({ command: text === 'commit' ? command : '', rowCount: 0, rows: [] }),
      release: (broken) => void released.push(broken),
    }),
    figures: () => ({ most: 1, used: 0, waiting: 0 }),
    end: async () => undefined,
  }
  return { pool, released }
}

const write = (pool: EnginePool) =>
  kyselyOver(pool)
    .transaction()
    .execute((tx) => sql`select 1`.execute(tx))

it.each(['', 'ROLLBACK'])(
  '[I1] a commit that the engine answers with « %s » is none, and its connection is not used again',
  async (command) => {
    const { pool, released } = engineThatAnswers(command)
    await expect(write(pool)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(released).toEqual([true])
  },
)

it('a commit that the engine calls one is done', async () => {
  const { pool, released } = engineThatAnswers('COMMIT')
  await write(pool)
  expect(released).toEqual([false])
})
