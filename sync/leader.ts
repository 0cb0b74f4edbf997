import { backOff } from './back-off.ts'
import { joinSignals } from './join-signals.ts'
import { type Bell, createBell, pause } from './retry.ts'

export interface LeaderInput {
  /** Local database's name: one leader each. */
  name: string
  signal: AbortSignal
  locks: LockManager
  channel: BroadcastChannel
  /** Does the work; must end soon after its signal is aborted (the lock was lost). */
  lead: (signal: AbortSignal) => Promise<void>
  /** Whether the lead hangs: it does not beat then, so that another realm takes its place. */
  isStuck?: () => boolean
  /** Called with the reason when a lead ends by itself; the next one is tried after a wait. */
  onFailure?: (error: unknown) => void
  /** Ends that wait. */
  bell?: Bell
  beatEvery?: number
  silence?: number
}

const BEAT = 5_000
const SILENCE = 20_000
/** Each try opens the local database again, which costs more than a call: waits are up to 2 s, doubling to 32 s. */
const OPENING_COSTS = 4
const BREATH = 50
/** A lead that lasted longer than this had begun well: the next failure counts as a first one. */
const WORKED_FOR = 60_000

/** A clock that nobody sets back, which would keep a silent leader. Where it stops in a phone's sleep, so do the leader's beats. */
const now = (): number => performance.now()

/**
 * WORK-2: one realm of a device leads; the others wait for its Web Lock. A killed leader frees the lock at once; one that is frozen or stuck keeps it but falls
 * silent, and another realm steals the lock. The former leader's signal is aborted (fencing), and it waits for the lock again. A lead that fails, or
 * ends while it should go on, gives the lock back and is tried again after a wait (WORK-9): the election ends only with its signal.
 */
export async function electLeader(input: LeaderInput): Promise<void> {
  const { signal, channel, bell = createBell(), onFailure } = input
  let heard = now()
  const listen = (event: MessageEvent): void => {
    if (event.data === 'beat') heard = now()
  }
  channel.addEventListener('message', listen)
  try {
    for (let failures = 0; !signal.aborted; ) {
      heard = now()
      const began = now()
      const end = await waitAndLead(input, () => heard).catch((error: unknown): End => ({ kind: 'failed', error }))
      if (end.kind === 'lost' || signal.aborted) {
        // While a page is being closed, the browser may reject each request at once.
        await pause(BREATH, signal)
        continue
      }
      if (now() - began > WORKED_FOR) failures = 0
      onFailure?.(end.error)
      await bell.wait(OPENING_COSTS * backOff(failures++), signal)
    }
  } finally {
    channel.removeEventListener('message', listen)
  }
}

/** Nobody could do it here: somebody else leads. */
export const LED_ELSEWHERE = Symbol('led elsewhere')

/**
 * One act of a leader in a realm that takes no part in the election, and only while nobody leads: whoever is elected meanwhile waits for its end, or, where it
 * falls silent, steals the lock, which ends the act before its next write (WORK-2).
 */
export async function leadOnce<T>(
  { name, signal, locks }: Pick<LeaderInput, 'name' | 'signal'> & { locks: LockManager | undefined },
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof LED_ELSEWHERE> {
  if (!locks) return act(signal)
  const robbed = new AbortController()
  const either = joinSignals(signal, robbed.signal)
  try {
    return await locks.request(`lolapp:${name}`, { ifAvailable: true }, (lock) =>
      lock === null ? LED_ELSEWHERE : act(either.signal),
    )
  } finally {
    robbed.abort()
    either.release()
  }
}

/** How a lead ended: its lock was stolen or its signal aborted, or by itself. */
type End = { kind: 'lost' } | { kind: 'failed'; error: unknown }

/** Waits for the lock, or steals it from a silent leader, and leads. */
async function waitAndLead(input: LeaderInput, heard: () => number): Promise<End> {
  const { name, signal, locks, silence = SILENCE } = input
  const lock = `lolapp:${name}`
  const waiting = new AbortController()
  const either = joinSignals(signal, waiting.signal)
  let steal = false
  const onSilent = (): void => {
    steal = true
    waiting.abort()
  }
  const watch = watchSilence({ signal: either.signal, silence, heard, onSilent })
  try {
    const end = await locks
      .request(lock, { signal: either.signal }, () => {
        waiting.abort()
        return leadWhileHeld(input)
      })
      .catch(lostOrThrow)
    waiting.abort()
    await watch
    if (!steal || signal.aborted) return end
    return await locks.request(lock, { steal: true }, () => leadWhileHeld(input)).catch(lostOrThrow)
  } finally {
    waiting.abort()
    either.release()
  }
}

/** A request whose lock is stolen, or that is aborted, rejects with AbortError: the loop above decides what comes next. Any other error is a failure. */
function lostOrThrow(error: unknown): End {
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'lost' }
  throw error
}

async function leadWhileHeld(input: LeaderInput): Promise<End> {
  const { name, signal, locks, channel, lead, isStuck = () => false, beatEvery = BEAT } = input
  const robbed = new AbortController()
  const leading = joinSignals(signal, robbed.signal)
  let isRobbed = false
  const beating = beat({
    signal: leading.signal,
    channel,
    every: beatEvery,
    stillMine: () => holds(locks, `lolapp:${name}`),
    isStuck,
    onRobbed: () => {
      isRobbed = true
      robbed.abort()
    },
  })
  try {
    await lead(leading.signal)
    return isRobbed || signal.aborted ? { kind: 'lost' } : { kind: 'failed', error: new Error('the lead ended') }
  } catch (error) {
    // Any error of a leader whose lock was stolen counts as lost, not as failed.
    if (isRobbed || signal.aborted) return { kind: 'lost' }
    throw error
  } finally {
    robbed.abort()
    leading.release()
    await beating
  }
}

let clientId: string | undefined

/** Whether this realm still holds the lock. It has to ask: that its lock was stolen shows only once its request's promise ends. */
async function holds(locks: LockManager, lock: string): Promise<boolean> {
  const { held = [] } = await locks.query()
  const holder = held.find((one) => one.name === lock)
  clientId ??= holder?.clientId
  return holder !== undefined && holder.clientId === clientId
}

interface Beat {
  signal: AbortSignal
  channel: BroadcastChannel
  every: number
  stillMine: () => Promise<boolean>
  isStuck: () => boolean
  onRobbed: () => void
}

async function beat({ signal, channel, every, stillMine, isStuck, onRobbed }: Beat): Promise<void> {
  while (!signal.aborted) {
    if (!(await stillMine())) return onRobbed()
    if (!isStuck()) channel.postMessage('beat')
    await pause(every, signal)
  }
}

interface Watch {
  signal: AbortSignal
  silence: number
  heard: () => number
  onSilent: () => void
}

async function watchSilence({ signal, silence, heard, onSilent }: Watch): Promise<void> {
  while (!signal.aborted) {
    await pause(silence / 4, signal)
    if (!signal.aborted && now() - heard() > silence) return onSilent()
  }
}
