/**
 * The transactions that this page has begun and that have not ended, whoever began them (RxDB, Dexie, our own readers): a page in the back/forward
 * cache must hold none (WORK-10). IndexedDB does not list them, so the methods that begin them are wrapped.
 */
export interface Transactions {
  /** Aborts all of them, and refuses each later one: the page works again only after a reload. */
  end: () => void
}

interface Makers {
  database: Pick<IDBDatabase, 'transaction'>
  factory: Pick<IDBFactory, 'open'>
}

/** Once in a page, before anything else uses IndexedDB. */
export function watchTransactions({ database, factory }: Makers): Transactions {
  const running = new Set<IDBTransaction>()
  let isEnded = false
  const watch = (transaction: IDBTransaction): IDBTransaction => {
    if (isEnded) {
      transaction.abort()
      throw new DOMException('This page has been left', 'InvalidStateError')
    }
    running.add(transaction)
    const forget = (): void => void running.delete(transaction)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    return transaction
  }
  const { transaction: begin } = database
  database.transaction = function (this: IDBDatabase, ...args) {
    return watch(begin.apply(this, args))
  }
  const { open } = factory
  factory.open = function (this: IDBFactory, ...args) {
    const opening = open.apply(this, args)
    // A new database's stores are made in a transaction of its own.
    opening.addEventListener('upgradeneeded', () => opening.transaction && watch(opening.transaction))
    return opening
  }
  return {
    end() {
      isEnded = true
      for (const one of running) {
        try {
          one.abort()
        } catch {
          // It ended in the meantime.
        }
      }
      running.clear()
    },
  }
}
