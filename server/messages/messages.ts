import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../schemas/errors.ts'
import type { Tx } from '../plugins/database/database.ts'
import {
  type ClaimOutcome,
  claimNext,
  delayAfter,
  findDue,
  findStuck,
  giveUp,
  isLost,
  isSoonUseless,
  type Lane,
  type LostMessage,
  type Outcome,
  recordOutcome,
  STUCK_SECONDS,
  scopeOf,
  writeOutcome,
} from './claim.ts'
import { type DeliveryDeps, deliver } from './deliver.ts'

/**
 * What sends the messages of `message` (enqueue.ts) to the outside. The table is the queue and its only truth:
 *
 *     queued ──claim, committed──▶ sending ──▶ sent | recorded
 *       ▲                            ├──▶ queued again, later   (certainly not accepted)
 *       │                            ├──▶ failed               (refused, or too many tries: the dead letters)
 *       └──an administrator's retry── └──▶ unknown              (nobody can say; never sent again by itself)
 *
 * A process that dies while sending leaves `sending`: a later round, here or in another process, makes it `unknown`, and tells that it is perhaps lost. A restore
 * does the same to what waited (server/epoch).
 */
export interface Messages {
  /** Call it after the commit that enqueued: the company's messages are sent now, or in `seconds`, instead of at the next round. Null: the platform's. */
  wake(companyId: string | null, seconds?: number): void
  /** Sends everything that is due, and waits for it. */
  drain(): Promise<void>
  /** Starts the rounds over all companies. */
  start(): void
  /** Takes only codes from now on, for which somebody waits at this process while it still serves: the rest stays queued for another process, or for the next start. */
  restButForCodes(): void
  /** Takes no message from now on. */
  rest(): void
  /** Rests, and waits until the messages under way are marked or their time is up. In the second case nobody knows whether they were sent. */
  close(): Promise<void>
}

export interface Loss {
  message: LostMessage
  /** False where nobody knows whether it left. */
  isSure: boolean
  /** @returns whether it counts: another process may have recorded it */
  record: (tx: Tx) => Promise<boolean>
}

export interface MessagesOptions extends DeliveryDeps {
  /** Demo mode shows codes: they are not blanked. */
  keepSecrets: boolean
  onError: (error: unknown) => void
  /** Milliseconds that a port may take before its outcome is called unknown. */
  timeoutMs?: number
  /** Tells people of messages to customers that will not leave, in the one transaction that records that: each person reads one notice. */
  tellLost?: (companyId: string, losses: readonly Loss[]) => Promise<void>
  /** The clock by which it is night for a company. */
  now?: () => Date
  /** Milliseconds that messages under way may still take after `rest`. */
  endMs?: number
  /** Milliseconds before an outcome that could not be recorded is recorded again; later ones wait longer. */
  againMs?: number
}

/** Finds what a lost wake, a dead process or a failed try left behind. */
const ROUND_MS = 60_000
/** Below STUCK_SECONDS: the sending process knows the outcome before another one calls it dead. */
const SEND_MS = 60_000
/** Milliseconds after the claim during which an outcome is known here alone: then another process may call the message dead. */
const RECORD_MS = (STUCK_SECONDS - 10) * 1000
const AGAIN_MS = 200
/** Tries for an error that is no absence of the database. */
const RECORD_TRIES = 4
/** Within the time that the whole server has to end (lifetime.ts). */
const END_MS = 7000
/** Lanes of one channel at once in one process. */
const LANES = 4

export function createMessages(options: MessagesOptions): Messages {
  const { db, keepSecrets, onError, timeoutMs = SEND_MS, endMs = END_MS, againMs = AGAIN_MS } = options
  const { now = () => new Date() } = options
  /** Lanes under way, each with whether it was woken again since. */
  const lanes = new Map<string, { done: Promise<void>; again: boolean }>()
  const looking = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const slots = { mail: slotsOf(LANES), sms: slotsOf(LANES), push: slotsOf(LANES) }
  let closing = false
  let only: 'all' | 'awaited' = 'all'

  const sendNext = async (lane: Lane): Promise<boolean> => {
    const until = performance.now() + RECORD_MS
    const message = await claimNext(db, lane, { at: now(), only })
    if (!message) return false
    const outcome = await within(timeoutMs, deliver(options, lane.companyId, message))
    const claimed = { companyId: lane.companyId, message, outcome, keepSecrets }
    await recordWithRetries(claimed, until)
    const delay = delayAfter(claimed)
    if (delay !== null) later(delay * 1000, lane.companyId)
    return true
  }

  /** Tries again while the database is away, as long as nobody else calls the message dead: PostgreSQL needs half a minute to start again. */
  const recordWithRetries = async (claimed: ClaimOutcome, until: number): Promise<void> => {
    const { companyId, message, outcome } = claimed
    const loss = { message, isSure: outcome.status !== 'unknown', record: (tx: Tx) => writeOutcome(tx, claimed) }
    for (let tries = 1; ; tries += 1) {
      try {
        if (isLost(claimed) && (await tellLosses(companyId, [loss])).length === 0) return
        await recordOutcome(db, claimed)
        return
      } catch (error) {
        const isOver = isAway(error) && !closing ? performance.now() >= until : tries >= RECORD_TRIES
        if (isOver) throw error
        await wait(againMs * Math.min(4 ** (tries - 1), 20))
      }
    }
  }

  /**
   * Records and tells losses together. A notice that cannot be made never keeps an outcome from being known, nor another loss from being told.
   * @returns those that are still to be recorded
   * @throws AppError UNAVAILABLE when the database is away, or busy: recorded without its notice a loss would be told to nobody, ever
   */
  const tellLosses = async (companyId: string | null, losses: readonly Loss[]): Promise<readonly Loss[]> => {
    const { tellLost } = options
    const told = losses.filter(({ message }) => message.channel !== 'push' && !isSoonUseless(message))
    if (!tellLost || companyId === null || told.length === 0) return losses
    try {
      await tellLost(companyId, told)
      return losses.filter((loss) => !told.includes(loss))
    } catch (error) {
      if (isAway(error)) throw error
      if (told.length === 1) {
        onError(error)
        return losses
      }
      const left = losses.filter((loss) => !told.includes(loss))
      for (const loss of told) left.push(...(await tellLosses(companyId, [loss])))
      return left
    }
  }

  const giveUpStuck = async (companyId: string | null): Promise<void> => {
    const stuck = await findStuck(db, companyId)
    const losses = stuck.map((message) => ({
      message,
      isSure: false,
      record: (tx: Tx) => giveUp(tx, { companyId, id: message.id, keepSecrets }),
    }))
    for (const { record } of await tellLosses(companyId, losses)) await db.transaction(scopeOf(companyId), record)
  }

  /** One message has the slot, not the whole queue of a company: lanes take turns, so that a long queue keeps nobody's code waiting. */
  const sendInTurn = async (lane: Lane): Promise<boolean> => {
    const slot = slots[lane.channel]
    await slot.take()
    try {
      return !closing && (await sendNext(lane))
    } finally {
      slot.give()
    }
  }

  const run = async (lane: Lane, name: string): Promise<void> => {
    try {
      const state = lanes.get(name)
      do {
        if (state) state.again = false
        while (!closing && (await sendInTurn(lane))) {
          // Empty: one after the other.
        }
      } while (state?.again && !closing)
    } catch (error) {
      onError(error)
    } finally {
      lanes.delete(name)
    }
  }

  const open = (lane: Lane): void => {
    const name = JSON.stringify([lane.companyId, lane.channel])
    const known = lanes.get(name)
    if (known) known.again = true
    else if (!closing) {
      const state = { done: Promise.resolve(), again: false }
      lanes.set(name, state)
      state.done = run(lane, name)
    }
  }

  /** @param companyId undefined: all companies */
  const look = async (companyId?: string | null): Promise<void> => {
    const due = await findDue(db, companyId)
    for (const lane of due.filter(({ stuck }) => !stuck)) open(lane)
    // A company that is busy now holds up no other one's.
    for (const company of new Set(due.filter(({ stuck }) => stuck).map((lane) => lane.companyId)))
      await giveUpStuck(company).catch(onError)
  }

  const lookSoon = (companyId?: string | null): void => {
    if (closing) return
    const look1 = look(companyId)
      .catch(onError)
      .finally(() => looking.delete(look1))
    looking.add(look1)
  }

  const later = (ms: number, companyId: string | null): void => {
    // Longer waits are left to the rounds; and no timer here keeps the process alive.
    if (closing || ms > ROUND_MS) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      lookSoon(companyId)
    }, ms).unref()
    timers.add(timer)
  }

  const quiet = async (): Promise<void> => {
    while (lanes.size > 0 || looking.size > 0)
      await Promise.all([...looking, ...[...lanes.values()].map(({ done }) => done)])
  }

  let round: NodeJS.Timeout | undefined
  let ended: Promise<void> | undefined
  const rest = (): Promise<void> => {
    closing = true
    clearInterval(round)
    for (const timer of timers) clearTimeout(timer)
    ended ??= inTime(quiet(), endMs)
    return ended
  }
  return {
    wake: (companyId, seconds = 0) => (seconds > 0 ? later(seconds * 1000, companyId) : lookSoon(companyId)),
    async drain() {
      await quiet()
      await look()
      await quiet()
    },
    start() {
      lookSoon()
      round ??= setInterval(lookSoon, ROUND_MS).unref()
    },
    restButForCodes() {
      only = 'awaited'
    },
    rest: () => void rest(),
    close: rest,
  }
}

const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAVAILABLE'

async function within(ms: number, outcome: Promise<Outcome>): Promise<Outcome> {
  const stop = new AbortController()
  const late = wait(ms, { status: 'unknown', error: 'Pas de réponse dans le temps imparti.' } as const, {
    signal: stop.signal,
    ref: false,
  })
  try {
    return await Promise.race([outcome, late.catch(() => outcome)])
  } finally {
    stop.abort()
  }
}

/** Waits for `work`, but no longer than this. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  const done = new AbortController()
  const late = wait(ms, undefined, { signal: done.signal }).catch(() => undefined)
  await Promise.race([work, late])
  done.abort()
}

interface Slots {
  take(): Promise<void>
  give(): void
}

function slotsOf(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    give() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}
