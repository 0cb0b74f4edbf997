import type { EngineClient, EnginePool, EngineResult } from './guarded-pool.ts'
import type { PgliteClient } from './pglite-client.ts'
import { unavailable } from './unavailable.ts'

/** A transaction that holds the only connection longer than this is stuck: the others are answered 503 instead of waiting without end. */
const TURN_TIMEOUT_MS = 15_000

interface Turn {
  give: () => void
}

/** One connection, handed out in turn: PGlite is a single PostgreSQL session. `onChanged` counts rows written, for maintenance. */
export function pglitePool(client: PgliteClient, onChanged: (rows: number) => void): EnginePool {
  const queue: Turn[] = []
  let taken = false

  const next = (): void => {
    const turn = queue.shift()
    if (turn) turn.give()
    else taken = false
  }

  const takeTurn = (): Promise<void> => {
    if (!taken) {
      taken = true
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        give: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1)
        reject(unavailable())
      }, TURN_TIMEOUT_MS)
      queue.push(turn)
    })
  }

  const connection = (): EngineClient => {
    const generation = client.generation
    return {
      async query(sql, parameters): Promise<EngineResult> {
        // The transaction died with its worker: there is nothing left to roll back.
        if (sql === 'rollback' && generation !== client.generation)
          return { command: 'ROLLBACK', rowCount: 0, rows: [] }
        const result = await client.query(generation, sql, parameters)
        if (/^(INSERT|UPDATE|DELETE)$/.test(result.command)) onChanged(result.rowCount)
        return result
      },
      release(broken): void {
        if (broken && generation === client.generation) client.query(generation, 'rollback', []).then(next, next)
        else next()
      },
    }
  }

  return {
    async connect() {
      await takeTurn()
      try {
        await client.ready()
        return connection()
      } catch (error) {
        next()
        throw error
      }
    },
    figures: () => ({ most: 1, used: taken ? 1 : 0, waiting: queue.length }),
    end: () => client.close(),
  }
}
