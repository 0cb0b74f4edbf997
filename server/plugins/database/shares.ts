import { AsyncLocalStorage } from 'node:async_hooks'
import { Crowded } from './unavailable.ts'

/** Whether a piece of work reads or writes, as its route declares it; work that declares nothing may write. */
export type Lane = 'reads' | 'writes'

const lanes = new AsyncLocalStorage<Lane>()

/** Runs `work`, and everything that it calls, in this lane. */
export const inLane = <T>(lane: Lane, work: () => T): T => lanes.run(lane, work)

/**
 * A company's writers wait for one another at its counter, each holding a connection. So no company may use all connections, and the writers of all companies
 * together leave some to readers. A request without a place waits for one, for a limited time and in a line of limited length; then it gets a 503 with the
 * time after which to come back.
 */
export interface Shares {
  /** Resolves when the company may take one more connection; call the answer to give the place back. @throws AppError UNAVAILABLE */
  enter(companyId: string): Promise<() => void>
}

export interface SharesOptions {
  /** Connections of the pool. */
  connections: number
  /** Milliseconds that a request may wait for a place. */
  turn: number
  /** How many of one company may wait. */
  line?: number
}

const LONGEST_LINE = 200

interface Taken {
  all: number
  writers: number
}

interface Waiting {
  lane: Lane
  companyId: string
  give: () => void
}

export function createShares({ connections, turn, line = LONGEST_LINE }: SharesOptions): Shares {
  const partOf = (part: number): number => Math.max(1, Math.floor(connections * part))
  const [ofCompany, writersOfCompany, writersOfAll] = [partOf(0.7), partOf(0.4), partOf(0.7)]
  const companies = new Map<string, Taken>()
  const waiting: Waiting[] = []
  let writers = 0

  const takenBy = (companyId: string): Taken => companies.get(companyId) ?? { all: 0, writers: 0 }

  const hasPlace = (companyId: string, lane: Lane): boolean => {
    const taken = takenBy(companyId)
    if (taken.all >= ofCompany) return false
    return lane === 'reads' || (taken.writers < writersOfCompany && writers < writersOfAll)
  }

  const count = (companyId: string, lane: Lane, by: 1 | -1): void => {
    const { all, writers: before } = takenBy(companyId)
    const isWriter = lane === 'writes' ? by : 0
    writers += isWriter
    if (all + by === 0) companies.delete(companyId)
    else companies.set(companyId, { all: all + by, writers: before + isWriter })
  }

  /** The first in line for whom there is a place now: a company that must wait does not hold up the others. */
  const giveNext = (): void => {
    const at = waiting.findIndex(({ companyId, lane }) => hasPlace(companyId, lane))
    const [next] = at === -1 ? [] : waiting.splice(at, 1)
    if (!next) return
    count(next.companyId, next.lane, 1)
    next.give()
  }

  const wait = (companyId: string, lane: Lane): Promise<void> => {
    if (waiting.filter((one) => one.companyId === companyId).length >= line) return Promise.reject(new Crowded())
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(new Crowded())
      }, turn)
      const give = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const one: Waiting = { lane, companyId, give }
      waiting.push(one)
    })
  }

  return {
    async enter(companyId) {
      const lane = lanes.getStore() ?? 'writes'
      if (hasPlace(companyId, lane)) count(companyId, lane, 1)
      else await wait(companyId, lane)
      return () => {
        count(companyId, lane, -1)
        giveNext()
      }
    },
  }
}
