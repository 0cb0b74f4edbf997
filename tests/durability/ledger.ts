/**
 * The writes and the server's answers, compared with what the server has after a kill (I1, I3). A record's writes are
 * sent one after another, so only its last one can be without an answer.
 */

/** From an answer. A deletion's answer has no VERSION. */
export interface Receipt {
  version: number | null
  seq: number
}

export interface Write {
  /** Idempotency key: the same at every send. */
  key: string
  action: 'create' | 'update' | 'delete'
  /** The text that it leaves in the record; unique, so that it identifies the write. */
  text: string
  /** Null until an answer accepts it. */
  receipt: Receipt | null
}

/** Writes by record, in the order in which they are sent. */
export type Ledger = Map<string, Write[]>

/** A record as a reader finds it; deleted records are missing. */
export interface Found {
  version: number
  text: string
}

const say = (found: Found | undefined): string => (found ? `VERSION ${found.version}, « ${found.text} »` : 'nothing')

/** The record after its first `n` writes took effect once each. VERSION counts them, because they send no clock. */
function stateAfter(writes: readonly Write[], n: number): Found | undefined {
  const last = writes[n - 1]
  return !last || last.action === 'delete' ? undefined : { version: n, text: last.text }
}

const isSame = (a: Found | undefined, b: Found | undefined): boolean => a?.version === b?.version && a?.text === b?.text

/** Faults of the present records: every acknowledged write must be there once, the unanswered one once or not at all. */
export function faultsOf(ledger: Ledger, found: ReadonlyMap<string, Found>): string[] {
  const faults: string[] = []
  for (const [id, writes] of ledger) {
    const acknowledged = writes.filter(({ receipt }) => receipt !== null).length
    const allowed = [...new Set([acknowledged, writes.length])].map((n) => stateAfter(writes, n))
    if (allowed.some((state) => isSame(state, found.get(id)))) continue
    faults.push(`${id}: found ${say(found.get(id))}, not ${allowed.map(say).join(' nor ')}`)
  }
  for (const id of found.keys()) if (!ledger.has(id)) faults.push(`${id}: nobody wrote it`)
  return faults
}

/** Last writes of records that have no answer yet. */
export const unanswered = (ledger: Ledger): { id: string; write: Write }[] =>
  [...ledger].flatMap(([id, writes]) =>
    writes.filter(({ receipt }) => receipt === null).map((write) => ({ id, write })),
  )

/** How many of the unanswered writes took effect: committed, but the answer was lost. */
export const committedUnanswered = (ledger: Ledger, found: ReadonlyMap<string, Found>): number =>
  unanswered(ledger).filter(({ id }) => {
    const writes = ledger.get(id) ?? []
    return isSame(found.get(id), stateAfter(writes, writes.length))
  }).length

/** Faults of the receipts: each VERSION is the write's number in its record. */
export function receiptFaults(ledger: Ledger): string[] {
  return [...ledger].flatMap(([id, writes]) =>
    writes.flatMap(({ receipt }, i) =>
      receipt && receipt.version !== null && receipt.version !== i + 1
        ? [`${id}: its write ${i + 1} was answered with VERSION ${receipt.version}`]
        : [],
    ),
  )
}

/**
 * Faults of the company's counter once every write is answered: the writes must have every seq after `before` up to `head`, each once. A seq
 * without a write could be a row that appears later below a reader's checkpoint.
 */
export function seqFaults(ledger: Ledger, { before, head }: { before: number; head: number }): string[] {
  const seqs = [...ledger.values()].flat().map(({ receipt }) => receipt?.seq ?? Number.NaN)
  const held = new Set(seqs)
  const faults = held.size === seqs.length ? [] : [`${seqs.length} writes hold ${held.size} seqs`]
  for (let seq = before + 1; seq <= head; seq += 1) if (!held.delete(seq)) faults.push(`nobody holds seq ${seq}`)
  return [...faults, ...[...held].map((seq) => `seq ${seq} lies outside ${before + 1}…${head}`)]
}
