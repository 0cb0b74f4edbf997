/** The present state of a pool of connections. */
export interface PoolFigures {
  /** Connections that it may open. */
  most: number
  used: number
  /** Callers that wait for one. */
  waiting: number
}

/** The use that this process makes of its database, for monitoring (server/monitoring). Counters only grow. */
export interface DatabaseFigures {
  pool: PoolFigures
  /** Transactions that ended in an error of the database, by kind: a closed list. */
  failures: Record<DatabaseFailure, number>
}

/**
 * away: the engine did not answer · retried: a deadlock or a serialization failure, run again · put_back: refused because the database was restored to an
 * earlier state · statement: any other error with an SQLSTATE
 */
export const DATABASE_FAILURES = ['away', 'retried', 'put_back', 'statement'] as const
export type DatabaseFailure = (typeof DATABASE_FAILURES)[number]

export const noFailures = (): Record<DatabaseFailure, number> => ({ away: 0, retried: 0, put_back: 0, statement: 0 })
