import type { StoreGate, StoreWrite } from './realm-code.ts'

/** What happens to a realm, and at which of the points that its work passes: before and after each local write and each call. */
export interface Trap {
  what: 'kill' | 'freeze' | 'quota'
  /** How many points pass first. */
  after: number
}

/** Room on the phone for what tabs store. */
export interface Room {
  /** From here on there is none. */
  fill: () => void | Promise<void>
  empty: () => void | Promise<void>
}

/** Whether a realm lives, and where it is stopped. */
export interface RealmControl {
  gate: StoreGate
  /** Passed by whatever the realm waits for from outside. */
  awake: () => Promise<void>
  /** Resolves when the trap has struck. */
  set: (trap: Trap) => Promise<void>
  disarm: () => void
  /** Where the last trap struck; undefined while it has not. */
  struck: () => string | undefined
  thaw: () => void
  isDead: () => boolean
  /** From here on nothing of the realm goes on. */
  kill: () => void
}

/** One for each that waits: a common one would keep all that died in a thousand runs. */
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
