/**
 * The last seq of each company that this process knows to be committed. A database with a lower seq was restored to an earlier state (SERVER-7). Transactions
 * read this floor when they begin, so commits of others meanwhile are never taken for a restore.
 */
export interface Heights {
  /** 0 when nothing is known. */
  of(companyId: string): number
  /** All of them as they are now. */
  all(): ReadonlyMap<string, number>
  /** A seq that was committed; lower ones than known change nothing. Call it after the commit, never before. */
  note(companyId: string, seq: number): void
  /** Calls back when a write found the database below the floor; that write was refused. */
  onBelow(listener: (companyId: string) => void): void
  /** Called by the database when a write found it below the floor. */
  tellBelow(companyId: string): void
}

export function createHeights(): Heights {
  const known = new Map<string, number>()
  const listeners: ((companyId: string) => void)[] = []
  return {
    of: (companyId) => known.get(companyId) ?? 0,
    all: () => new Map(known),
    note: (companyId, seq) => {
      if (seq > (known.get(companyId) ?? 0)) known.set(companyId, seq)
    },
    onBelow: (listener) => void listeners.push(listener),
    tellBelow: (companyId) => {
      for (const listener of listeners) listener(companyId)
    },
  }
}
