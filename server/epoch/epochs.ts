import type { Database } from '../plugins/database/database.ts'
import { endsWithin } from '../plugins/database/deadlines.ts'
import { beginEpoch } from './begin-epoch.ts'
import { advance, type CompanyMark, EMPTY_MARK, type Mark, type MarkStore, mergeMarks } from './mark.ts'

/** A company whose database was restored to an earlier state, and that has a new epoch now. */
export interface Begun {
  companyId: string
  /** Label of its host. */
  key: string
  /** The new epoch, and the seq after which its own begin. */
  epoch: string
  seq: number
  /** Seq found in the database, and the lowest one that it should have had. */
  found: number
  expected: number
}

/**
 * Recognises a database that was restored from outside to an earlier state (snapshot, point-in-time recovery, pg_restore, a standby that lacks the last
 * commits) and still has the epoch of its data, and begins another epoch (SERVER-7). Evidence: the mark kept outside of the database, what this process has
 * seen committed, and checkpoints that this installation has sealed. A request alone is never evidence.
 */
export interface Epochs {
  /** Compares now. Resolves once every restored company has a new epoch, and the mark is on disk. */
  check(): Promise<void>
  /** Call it with a proof that the company had reached `seq` of `epoch`: resolves once the company has another epoch, if the database lacks that. */
  proved(companyId: string, at: { epoch: string; seq: number }): Promise<void>
  /** Begins a new epoch for every company, when an operator asks for it. */
  beginAll(): Promise<void>
  /** Calls back when a company may have a new epoch, whichever process began it. */
  onBegun(listener: () => void): void
  /** Compares every few seconds from now on. */
  start(): void
  /** Compares a last time, so that the mark is current. */
  close(): Promise<void>
}

export interface EpochsOptions {
  db: Database
  marks: MarkStore
  /** Tells the operator; called in the process that found it. */
  announce: (begun: Begun) => void
  onError: (error: unknown) => void
  /** Milliseconds between two comparisons. */
  everyMs?: number
  /** Milliseconds that the store of the mark may take. */
  storeMs?: number
  /** Milliseconds that the last comparison may take. */
  closeMs?: number
}

/** The text for the operator's log. */
export const newEpochText = ({ key, found, expected }: Begun): string =>
  `La base de l'entreprise « ${key} » a été remise dans un état antérieur (écriture ${found}, ${expected} attendue) : ` +
  'un nouvel historique commence, les appareils renvoient ce qui lui manque.'

const CHANNEL = 'lolapp_epochs'
const EVERY_MS = 5000
const STORE_MS = 10_000
/** Within the time that the whole server has to end (lifetime.ts): without this comparison the mark is some seconds old. */
const CLOSE_MS = 3000

interface Row {
  id: string
  key: string
  epoch: string
  number: number
  seq: number
}

/** How the server knows that a company was restored. */
interface Evidence {
  known: CompanyMark | undefined
  /** Seq that was committed at least. */
  expected: number
  /** An epoch that the database does not know. */
  stranger: string | undefined
  contained: number
}

/** The company has had an epoch that the database does not know. */
const isUnknownTo = (row: Row, known: CompanyMark | undefined): boolean =>
  known !== undefined && (known.number > row.number || (known.number === row.number && known.epoch !== row.epoch))

export async function createEpochs({
  db,
  marks: store,
  announce,
  onError,
  everyMs = EVERY_MS,
  storeMs = STORE_MS,
  closeMs = CLOSE_MS,
}: EpochsOptions): Promise<Epochs> {
  const marks = answering(store, storeMs)
  const listeners: (() => void)[] = []
  let mark: Mark = EMPTY_MARK
  /** The mark says more than its store. */
  let isAhead = false
  /** Epochs that a company has had and its database does not know. */
  const strangers = new Map<string, string>()
  let wasRead = false
  let first = true
  let last: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const readRows = async (): Promise<Row[]> => {
    const rows = await db.transaction({ platform: true }, (tx) =>
      tx.selectFrom('company').select(['id', 'key', 'epoch', 'epoch_number as number', 'seq']).execute(),
    )
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
  }

  const readOnce = async (): Promise<void> => {
    if (wasRead) return
    mark = mergeMarks(await marks.read(), mark)
    wasRead = true
  }

  const run = async (): Promise<void> => {
    // No other process opens the embedded database, and this one has written nothing yet.
    const untouched = first && db.engine === 'pglite'
    first = false
    await readOnce()
    // Read before the rows: what is committed between the two reads must not look lost.
    const floors = db.heights.all()
    const rows = await readRows()
    let begun = 0
    for (const row of rows) {
      const known = mark.companies[row.id]
      const expected = Math.max(floors.get(row.id) ?? 0, known?.epoch === row.epoch ? known.seq : 0)
      const stranger = strangers.get(row.id) ?? (isUnknownTo(row, known) ? known?.epoch : undefined)
      if (row.seq >= expected && stranger === undefined) continue
      await begin(row, { known, expected, stranger, contained: untouched ? row.seq : 0 })
      strangers.delete(row.id)
      begun += 1
    }
    await record(begun === 0 ? rows : await readRows())
  }

  const runAll = async (): Promise<void> => {
    await readOnce()
    for (const row of await readRows()) {
      const known = mark.companies[row.id]
      await begin(row, { known, expected: row.seq, stranger: undefined, contained: 0 })
    }
    await record(await readRows())
  }

  const begin = async (
    { id, key, epoch, number, seq }: Row,
    { known, expected, ...evidence }: Evidence,
  ): Promise<void> => {
    const before = { epoch, number, numbers: {}, ...known, seq: Math.max(expected, known?.seq ?? 0) }
    const fresh = await db.inTenant(id, async (tx) => {
      const now = await tx
        .selectFrom('company')
        .select('epoch')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      // Another process began the new epoch first.
      if (now.epoch !== epoch) return null
      return beginEpoch(tx, { companyId: id, mark: before, ...evidence })
    })
    if (fresh === null) return
    announce({ companyId: id, key, ...fresh, found: seq, expected: before.seq })
    tellHere()
    await db.notify(CHANNEL, id)
  }

  const tellHere = (): void => {
    for (const listener of listeners) listener()
  }

  /** Advances the mark to the database's present state. A company that cannot be read now keeps no other one's from being written. */
  const record = async (rows: readonly Row[]): Promise<void> => {
    const failures: unknown[] = []
    for (const row of rows) {
      try {
        await recordOne(row)
      } catch (error) {
        failures.push(error)
      }
    }
    if (isAhead) {
      mark = await advance(marks, mark)
      isAhead = false
    }
    if (failures.length > 0) throw failures[0]
  }

  const recordOne = async ({ id, epoch, number, seq }: Row): Promise<void> => {
    db.heights.note(id, seq)
    const known = mark.companies[id]
    if (known?.epoch === epoch && known.seq === seq) return
    // Another process began it; its notice may have been missed while the connection was lost.
    if (known !== undefined && known.epoch !== epoch) tellHere()
    const given = await db.inTenant(id, (tx) => tx.selectFrom('numbering').select(['name', 'value']).execute())
    const numbers = Object.fromEntries(given.map(({ name, value }) => [name, Number(value)]))
    mark = mergeMarks(mark, { format: 1, companies: { [id]: { epoch, number, seq, numbers } } })
    isAhead = true
  }

  // Runs one comparison at a time. A caller who asks during one needs the next one, which begins after what the caller knows.
  const queued = (work: () => Promise<void>): Promise<void> => {
    last = last.catch(() => undefined).then(work)
    return last
  }
  const check = (): Promise<void> => queued(run)
  const look = (): void => void check().catch(onError)

  const stopListening = await db.listen(CHANNEL, {
    onMessage: tellHere,
    // The connection was lost: another database server may answer now.
    onGap: () => {
      tellHere()
      look()
    },
  })
  db.heights.onBelow(look)

  return {
    check,
    proved: async (companyId, { epoch, seq }) => {
      const [now, past] = await db.inTenant(companyId, async (tx) => [
        await tx.selectFrom('company').select('epoch').where('id', '=', companyId).executeTakeFirst(),
        await tx.selectFrom('company_epoch').select('epoch').where('epoch', '=', epoch).executeTakeFirst(),
      ])
      if (past) return
      if (now?.epoch === epoch) db.heights.note(companyId, seq)
      else strangers.set(companyId, epoch)
      await check()
    },
    beginAll: () => queued(runAll),
    onBegun: (listener) => void listeners.push(listener),
    start: () => {
      let busy = false
      timer = setInterval(() => {
        if (busy) return
        busy = true
        check()
          .catch(onError)
          .finally(() => {
            busy = false
          })
      }, everyMs)
      timer.unref()
    },
    close: async () => {
      clearInterval(timer)
      await endsWithin(closeMs, check().catch(onError))
      await stopListening()
    },
  }
}

/** The same store, where no answer within `ms` is an error: one comparison that waits for ever would let no other one begin. */
function answering(store: MarkStore, ms: number): MarkStore {
  /** A write begins once the one before has ended, also if nobody waits for it any more: an older mark never replaces a later one. */
  let written: Promise<unknown> = Promise.resolve()
  return {
    read: () => inTime(ms, store.read()),
    write: (mark) => {
      const write = written.catch(() => undefined).then(() => store.write(mark))
      written = write
      return inTime(ms, write)
    },
  }
}

async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  if (!(await endsWithin(ms, work))) throw new Error('The store of the epochs’ mark does not answer')
  return work
}
