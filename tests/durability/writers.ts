import { setTimeout as wait } from 'node:timers/promises'
import { BASE, etag, HEADER } from '../../schemas/protocol.ts'
import type { Random } from '../support/random.ts'
import type { Answer, Ask, Call } from './caller.ts'
import { type Ledger, unanswered, type Write } from './ledger.ts'

/** People who write without a pause, and record the answers. */
export interface Writers {
  readonly ledger: Ledger
  /** Answers that no server may give. */
  readonly faults: string[]
  /** Writes that were accepted. */
  readonly accepted: () => number
  /** Number of answers without a verdict, by status. */
  readonly unsure: ReadonlyMap<number, number>
  /** They write until halted, or until the server is gone; resolves when no call is in flight. */
  write: () => Promise<void>
  /** They begin no new write from now on, so a write without an answer was in flight. */
  halt: () => void
  /** Sends unanswered writes again, under the same keys. */
  sendAgain: () => Promise<void>
  /** Sends an answered last write of a record again: it must get the same answer and change nothing. */
  repeat: (times: number) => Promise<void>
}

interface WritersOptions {
  call: Call
  random: Random
  count: number
  /** Prefix of the ids of their records. */
  prefix: string
}

const PAUSE_MS = 25
const AWAY_LIMIT_MS = 60_000

/** The n-th write of a record as a call, whose author had seen the one before. */
function askOf(id: string, writes: readonly Write[], n: number): Ask {
  const write = writes[n] as Write
  const path = `/clients/${id}`
  const headers = { [HEADER.mutation]: write.key, ...(n > 0 ? { [HEADER.seen]: etag(n) } : {}) }
  const OBSERVATIONS = write.text
  switch (write.action) {
    case 'create': {
      const body = { IDCLIENT: id, NOM: id, OBSERVATIONS }
      return { method: 'POST', path: '/clients?skip_duplicate_check=true', headers, body }
    }
    case 'update': {
      const body = { OBSERVATIONS, [BASE]: { OBSERVATIONS: writes[n - 1]?.text } }
      return { method: 'PUT', path, headers, body }
    }
    case 'delete':
      return { method: 'DELETE', path, headers }
  }
}

export function createWriters({ call, random, count, prefix }: WritersOptions): Writers {
  const ledger: Ledger = new Map()
  const faults: string[] = []
  const unsure = new Map<number, number>()
  let accepted = 0
  let records = 0
  let halted = false

  /** One send. @returns true once the write has its receipt; false without an answer */
  const send = async (id: string, writes: readonly Write[], n: number): Promise<boolean> => {
    const ask = askOf(id, writes, n)
    const write = writes[n] as Write
    const limit = Date.now() + AWAY_LIMIT_MS
    for (;;) {
      const answer = await call(ask)
      if (answer === null) return false
      if (answer.status >= 500) {
        unsure.set(answer.status, (unsure.get(answer.status) ?? 0) + 1)
        if (Date.now() > limit) throw new Error(`${AWAY_LIMIT_MS / 1000} s of ${answer.status}`)
        await wait(PAUSE_MS)
        continue
      }
      if (!isAccepted(answer, write)) {
        faults.push(`${ask.method} ${ask.path} was answered ${answer.status} ${JSON.stringify(answer.body)}`)
        return false
      }
      const version = (answer.body.data as { VERSION: number } | undefined)?.VERSION ?? null
      const receipt = { version, seq: Number(answer.seq) }
      if (write.receipt === null) accepted += 1
      else if (write.receipt.seq !== receipt.seq || write.receipt.version !== receipt.version) {
        faults.push(
          `${ask.method} ${ask.path} sent again got ${JSON.stringify(receipt)}, not ${JSON.stringify(write.receipt)}`,
        )
      }
      write.receipt = receipt
      return true
    }
  }

  const work = async (mine: string[]): Promise<void> => {
    while (!halted && faults.length === 0) {
      const edited = random.chance(0.5) ? random.pick(mine) : undefined
      const id = edited ?? `${prefix}${++records}`
      const writes = ledger.get(id) ?? []
      const action = edited === undefined ? 'create' : random.chance(0.15) ? 'delete' : 'update'
      const key = `${id}.${writes.length}`
      writes.push({ key, action, text: `écrit par ${key}`, receipt: null })
      ledger.set(id, writes)
      const place = mine.indexOf(id)
      if (action === 'create') mine.push(id)
      if (action === 'delete') mine.splice(place, 1)
      if (!(await send(id, writes, writes.length - 1))) return
    }
  }

  const everybody = Array.from({ length: count }, (): string[] => [])
  return {
    ledger,
    faults,
    unsure,
    accepted: () => accepted,
    halt: () => {
      halted = true
    },
    write: async () => {
      halted = false
      await Promise.all(everybody.map(work))
    },
    sendAgain: async () => {
      for (const { id } of unanswered(ledger)) {
        const writes = ledger.get(id) ?? []
        if (!(await send(id, writes, writes.length - 1))) faults.push(`${id}: nobody answered the second send`)
      }
    },
    repeat: async (times) => {
      const ids = [...ledger.keys()]
      for (let i = 0; i < times; i += 1) {
        const id = random.pick(ids)
        const writes = id === undefined ? undefined : ledger.get(id)
        if (id && writes?.at(-1)?.receipt) await send(id, writes, writes.length - 1)
      }
    },
  }
}

function isAccepted({ status, seq }: Answer, { action }: Write): boolean {
  const good = { create: 201, update: 200, delete: 204 }[action]
  return status === good && seq !== null
}
