import { mayUse } from '../../schemas/access.ts'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { TakenWeek } from '../../schemas/rules/occupation.ts'
import type { Reply, Transport } from '../net/transport.ts'
import { isObject } from '../net/verdict.ts'
import type { LocalDatabase } from '../store/local-database.ts'

/**
 * When colleagues are taken by what this person may not see (DAY-01): times alone, week by week. A local document, not a collection: nobody edits it, and no
 * record is behind it.
 */
export interface Occupation {
  /** ISO instant at which the server said so. */
  at: string
  /** Every week that is known, in order. */
  weeks: TakenWeek[]
}

export const OCCUPATION_DOC = 'occupation'

/** Without a change that the device has heard of, it asks again after this time: the weeks move on, and `at` says how old the times are. */
const FRESH_MS = 5 * 60_000

/** What the times are made of. A pull names their rows that this person may not see, too (PULL-3). */
const SOURCES: ReadonlySet<SyncedResource> = new Set(['rdv', 'intervention', 'absence'])

export async function readOccupation(db: LocalDatabase): Promise<Occupation | null> {
  const doc = await db.rx.getLocal<Occupation>(OCCUPATION_DOC)
  return doc ? (doc.toJSON().data as Occupation) : null
}

export const removeOccupation = async (db: LocalDatabase): Promise<void> => {
  await (await db.rx.getLocal(OCCUPATION_DOC))?.remove()
}

/** Whether this person plans, as far as this device knows their roles: the server refuses it to others. */
async function mayAsk(db: LocalDatabase): Promise<boolean> {
  const me = db.identity.account.slice(db.identity.account.indexOf(':') + 1)
  const [own] = await db.of('personnel').storageInstance.findDocumentsById([me], false)
  const roles = (own as { ROLES?: unknown } | undefined)?.ROLES
  return Array.isArray(roles) && mayUse({ roles: roles as RoleName[] }, 'occupation.read')
}

/** The weeks of an answer; those that it only names are the known ones. null: no such answer. */
function weeksOf(body: unknown, known: readonly TakenWeek[]): TakenWeek[] | null {
  const given = isObject(body) && Array.isArray(body.data) ? (body.data as unknown[]) : null
  const weeks = given?.map((week) => {
    if (!isObject(week) || typeof week.SEMAINE !== 'string' || typeof week.EMPREINTE !== 'string') return undefined
    if (Array.isArray(week.PRIS)) return week as unknown as TakenWeek
    return known.find(({ SEMAINE, EMPREINTE }) => SEMAINE === week.SEMAINE && EMPREINTE === week.EMPREINTE)
  })
  return weeks?.every((week) => week !== undefined) ? weeks : null
}

interface OccupationPull {
  /** Rows of a resource have come: the times may have changed. */
  heard: (resource: SyncedResource, rows: number) => void
  /** Asks for the times if they may have changed, or are old. A failure leaves the former ones: the next round asks again. */
  pull: (now?: Date) => Promise<void>
}

/** PULL-12: the taken times follow each round of pulls. */
export function createOccupationPull({
  db,
  transport,
  signal,
}: {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
}): OccupationPull {
  let due = true
  let refusedAt = Number.NEGATIVE_INFINITY

  const store = async (reply: Reply, known: readonly TakenWeek[], now: Date): Promise<void> => {
    // A captive portal's 200 carries no epoch.
    if (reply.epoch === null) return
    const weeks = reply.status === 200 ? weeksOf(reply.body, known) : null
    if (weeks) {
      due = false
      await db.rx.upsertLocal<Occupation>(OCCUPATION_DOC, { at: now.toISOString(), weeks })
    } else {
      refusedAt = now.getTime()
      if (reply.status === 403) await removeOccupation(db)
    }
  }

  return {
    heard: (resource, rows) => {
      if (rows > 0 && SOURCES.has(resource)) due = true
    },
    pull: async (now = new Date()) => {
      const isFresh = (at: number): boolean => Math.abs(now.getTime() - at) < FRESH_MS
      if (!(await mayAsk(db))) return removeOccupation(db)
      const known = await readOccupation(db)
      if (isFresh(refusedAt) || (!due && known && isFresh(Date.parse(known.at)))) return
      const prints = known?.weeks.map(({ EMPREINTE }) => EMPREINTE).join(',')
      const reply = await transport
        .call({
          method: 'GET',
          path: '/equipe/occupation',
          ...(prints ? { query: { CONNU: prints } } : {}),
          signal,
        })
        .catch(() => null)
      signal.throwIfAborted()
      if (reply) await store(reply, known?.weeks ?? [], now)
    },
  }
}
