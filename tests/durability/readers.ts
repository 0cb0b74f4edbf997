import { setTimeout as wait } from 'node:timers/promises'
import { decodeCheckpoint } from '../../schemas/protocol.ts'
import type { Call } from './caller.ts'
import type { Found } from './ledger.ts'

interface Row {
  IDCLIENT: string
  OBSERVATIONS: string
  VERSION: number
  _seq: number
  _deleted: boolean
}

/** A device that pages through the customers from its checkpoint, also across restarts of the server. */
export interface Reader {
  /** Its records whose id has the given prefix. */
  readonly rows: ReadonlyMap<string, Found>
  readonly faults: string[]
  /** The company's last seq after a whole round. */
  head: () => number
  /** Pages received. */
  pages: () => number
  /** Reads until stopped. */
  follow: () => Promise<void>
  stop: () => void
  /** Reads to the end once; false when the server did not answer. */
  round: () => Promise<boolean>
}

const PAUSE_MS = 50

export function createReader(call: Call, { prefix, limit }: { prefix: string; limit: number }): Reader {
  const rows = new Map<string, Found>()
  const faults: string[] = []
  let [checkpoint, last, head, pages, following] = ['', 0, 0, 0, true]

  const take = (row: Row): void => {
    // Seqs must rise, also from page to page: a row behind a read seq would never be read.
    if (row._seq <= last) faults.push(`${row.IDCLIENT}: seq ${row._seq} came after ${last}`)
    last = row._seq
    if (!row.IDCLIENT.startsWith(prefix)) return
    const known = rows.get(row.IDCLIENT)
    if (row._deleted) rows.delete(row.IDCLIENT)
    else if (known && known.version > row.VERSION) faults.push(`${row.IDCLIENT}: VERSION ${known.version} went back`)
    else rows.set(row.IDCLIENT, { version: row.VERSION, text: row.OBSERVATIONS })
  }

  const round = async (): Promise<boolean> => {
    for (;;) {
      const answer = await call({
        method: 'GET',
        path: `/clients?since=${encodeURIComponent(checkpoint)}&limit=${limit}`,
      })
      if (answer === null || answer.status >= 500) return false
      // 410: the server no longer has what it sent before.
      if (answer.status !== 200) {
        faults.push(`the page after ${checkpoint} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
        return false
      }
      const page = answer.body as unknown as { data: Row[]; checkpoint: string; complete: boolean }
      for (const row of page.data) take(row)
      checkpoint = page.checkpoint
      pages += 1
      if (!page.complete) continue
      head = decodeCheckpoint(checkpoint)?.seq ?? 0
      return true
    }
  }

  return {
    rows,
    faults,
    head: () => head,
    pages: () => pages,
    round,
    follow: async () => {
      while (following && faults.length === 0) {
        await round()
        await wait(PAUSE_MS)
      }
    },
    stop: () => {
      following = false
    },
  }
}

/** The records of a new device, which reads from the beginning. */
export async function readAll(call: Call, prefix: string): Promise<Reader> {
  const reader = createReader(call, { prefix, limit: 1000 })
  if (!(await reader.round())) throw new Error(`Nobody could be read: ${reader.faults.join(', ')}`)
  return reader
}
