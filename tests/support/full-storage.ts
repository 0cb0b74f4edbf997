import { IDBObjectStore } from 'fake-indexeddb'

const full = new Set<IDBFactory>()
let refused = 0

/** Simulates a full storage: a transaction that writes into this IndexedDB is aborted at its commit, as in Chromium. */
export const fillStorage = (storage: IDBFactory): void => void full.add(storage)
/** How many such transactions were aborted so far. */
export const refusedCommits = (): number => refused
export const emptyStorage = (storage: IDBFactory): void => void full.delete(storage)

/** Internals of fake-indexeddb, used only here. */
interface FactoryInternals {
  _databases: Map<string, unknown>
}
interface TransactionInternals {
  db: { name: string; _rawDatabase: unknown }
  error: unknown
  _abort: (name: string) => void
  _markFinished: () => void
}

function abortAtCommit(transaction: TransactionInternals): void {
  if (Object.hasOwn(transaction, '_markFinished')) return
  const finish = transaction._markFinished
  transaction._markFinished = () => {
    transaction._markFinished = finish
    if (transaction.error === null) {
      refused += 1
      transaction._abort('QuotaExceededError')
    } else transaction._markFinished()
  }
}

for (const name of ['put', 'add'] as const) {
  const write = IDBObjectStore.prototype[name]
  IDBObjectStore.prototype[name] = function (
    this: InstanceType<typeof IDBObjectStore>,
    ...args: Parameters<typeof write>
  ) {
    const transaction = this.transaction as unknown as TransactionInternals
    for (const factory of full) {
      const database = (factory as unknown as FactoryInternals)._databases.get(transaction.db.name)
      if (database === transaction.db._rawDatabase) abortAtCommit(transaction)
    }
    return write.apply(this, args)
  } as typeof write
}
