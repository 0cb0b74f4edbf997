import type { StoreGate, StoreWrite } from './realm-code.ts'

/** What happens to a realm, and at which point of its work. There is a point before and after each local write and each call. */
export interface Trap {
  what: 'kill' | 'freeze' | 'quota'
  /** Number of points to pass first. */
  after: number
}

/** The storage space of the phone. */
export interface Room {
  /** Leaves no free space. */
  fill: () => void | Promise<void>
  empty: () => void | Promise<void>
}

/** Freezes, kills or fills a realm at a point of its work. */
export interface RealmControl {
  gate: StoreGate
  /** Everything that the realm awaits from outside passes here; it resolves only while the realm is awake. */
  awake: () => Promise<void>
  /** Resolves when the trap has struck. */
  set: (trap: Trap) => Promise<void>
  disarm: () => void
  /** Where the last trap struck; undefined while it has not. */
  struck: () => string | undefined
  thaw: () => void
  isDead: () => boolean
  /** Stops the realm for good. */
  kill: () => void
}

/** A new promise for each waiter: a shared one would keep every dead realm of a thousand runs in memory. */
const never = (): Promise<never> => new Promise(() => undefined)

/** @param onWrite sees every local write before it is made */
export function createControl(room: Room, onWrite: (write: StoreWrite) => void): RealmControl {
  let dead = false
  let thawed: Promise<void> | undefined
  let thaw: () => void = () => undefined
  let trap: Trap | undefined
  let struck: string | undefined
  let stop: () => void = () => undefined

  const awake = async (): Promise<void> => {
    if (dead) return never()
    await thawed
    if (dead) return never()
  }

  const pass = async (point: string, isWrite: boolean): Promise<void> => {
    if (trap && (trap.what !== 'quota' || isWrite) && trap.after-- <= 0) {
      struck = point
      if (trap.what === 'kill') dead = true
      else if (trap.what === 'quota') await room.fill()
      else
        thawed = new Promise((resolve) => {
          thaw = resolve
        })
      trap = undefined
      stop()
    }
    await awake()
  }

  return {
    gate: {
      before: async (write) => {
        await pass(`before ${write.collection}`, true)
        onWrite(write)
      },
      after: (write) => pass(`after ${write.collection}`, false),
      ended: room.empty,
    },
    awake: () => pass('network', false),
    set: (next) => {
      trap = { ...next }
      struck = undefined
      return new Promise((resolve) => {
        stop = resolve
      })
    },
    disarm: () => {
      trap = undefined
    },
    struck: () => struck,
    thaw: () => thaw(),
    isDead: () => dead,
    kill: () => {
      dead = true
      thaw()
    },
  }
}
