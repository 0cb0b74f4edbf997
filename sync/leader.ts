import { pause } from './retry.ts'

export interface LeaderInput {
  /** Local database's name: one leader each. */
  name: string
  signal: AbortSignal
  locks: LockManager
  channel: BroadcastChannel
  /** Does the work; must end soon after its signal is aborted (the lock was lost). */
  lead: (signal: AbortSignal) => Promise<void>
  beatEvery?: number
  silence?: number
}

const BEAT = 5_000
const SILENCE = 20_000

/**
 * WORK-2: one realm of a device leads; the others wait for its Web Lock. A killed leader frees the lock at once; a frozen one keeps it but falls
 * silent, and is robbed. The robbed leader's signal is aborted (fencing), and it queues up again.
 */
export async function electLeader(input: LeaderInput): Promise<void> {
  const { name, signal, locks, channel } = input
  const lock = `lolapp:${name}`
  let heard = Date.now()
  const listen = (event: MessageEvent): void => {
    if (event.data === 'beat') heard = Date.now()
  }
  channel.addEventListener('message', listen)
  try {
    while (!signal.aborted) {
      const waiting = new AbortController()
      let steal = false
      heard = Date.now()
      const watch = watchSilence({
        signal: AbortSignal.any([signal, waiting.signal]),
        silence: input.silence ?? SILENCE,
        heard: () => heard,
        onSilent: () => {
          steal = true
          waiting.abort()
        },
      })
      await locks
        .request(lock, { signal: AbortSignal.any([signal, waiting.signal]) }, () => {
          waiting.abort()
          return leadWhileHeld(input)
        })
        .catch(ignoreAbort)
      waiting.abort()
      await watch
      if (steal && !signal.aborted)
        await locks.request(lock, { steal: true }, () => leadWhileHeld(input)).catch(ignoreAbort)
    }
  } finally {
    channel.removeEventListener('message', listen)
  }
}

/** Losing or leaving a lock rejects with AbortError: the loop above decides what comes next. Anything else is a defect. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
}

async function leadWhileHeld({ name, signal, locks, channel, lead, beatEvery = BEAT }: LeaderInput): Promise<void> {
  const robbed = new AbortController()
  const leading = AbortSignal.any([signal, robbed.signal])
  const beating = beat({
    signal: leading,
    channel,
    every: beatEvery,
    stillMine: () => holds(locks, `lolapp:${name}`),
    onRobbed: () => robbed.abort(),
  })
  try {
    await lead(leading)
  } finally {
    robbed.abort()
    await beating
  }
}

let clientId: string | undefined

/** Whether this realm still holds the lock (a realm cannot see its own theft before its request's promise settles, so it asks). */
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
  onRobbed: () => void
}

async function beat({ signal, channel, every, stillMine, onRobbed }: Beat): Promise<void> {
  while (!signal.aborted) {
    if (!(await stillMine())) return onRobbed()
    channel.postMessage('beat')
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
    if (!signal.aborted && Date.now() - heard() > silence) return onSilent()
  }
}
