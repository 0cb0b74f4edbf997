import type { ConversionDay } from '../../schemas/rules/conversion.ts'
import type { FormerPerson, RankingDay } from '../../schemas/rules/ranking.ts'
import type { Transport } from '../net/transport.ts'
import type { LocalDatabase } from '../store/local-database.ts'

/**
 * The company's ranking figures on this device: whole amounts by person and day, which all staff may read, unlike the quotes behind them
 * (decisions: visibility). A local document, not a collection: nobody edits it, and each answer replaces it whole.
 */
export interface RankingFigures {
  /** First day that the figures cover, `yyyy-MM-dd`. */
  since: string
  /** ISO instant at which the server gave them. */
  at: string
  days: RankingDay[]
  /** What became of first visits, by day and person; undefined: of a server that does not tell it. */
  conversion?: ConversionDay[]
  /** Ids of the people who have left: their account is closed, or their record is gone. */
  left?: string[]
  /** The latest signature or refusal of a quote on this device when they were asked for; undefined: of an app that did not note it. */
  answered?: string
  /** Of these, those who have figures and no record on the devices any more: removed, or erased. */
  former?: FormerPerson[]
}

export const RANKING_DOC = 'classement'

/** The figures change with signatures, a few a day; asking more often would only load the server. */
const FRESH_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** The latest signature or refusal after an instant, of the quotes on this device; the instant itself where there is none. */
async function answeredAfter(db: LocalDatabase, instant: string): Promise<string> {
  const keys = ['CLE_SIGNATURE', 'CLE_REFUS'] as const
  const found = await Promise.all(
    keys.map(async (key) => {
      const later = await db
        .of('devis')
        .find({ selector: { [key]: { $gt: instant } }, sort: [{ [key]: 'asc' }] } as never)
        .exec()
      return later.map((doc) => String(doc.get(key)))
    }),
  )
  return found.flat().reduce((latest, one) => (one > latest ? one : latest), instant)
}

/** The first of January of the year before last: each preset of the screen begins last year at the earliest, and is compared with the year before. */
const firstDay = (now: Date): string => `${now.getUTCFullYear() - 2}-01-01`

export async function readRankingFigures(db: LocalDatabase): Promise<RankingFigures | null> {
  const doc = await db.rx.getLocal<RankingFigures>(RANKING_DOC)
  return doc ? (doc.toJSON().data as RankingFigures) : null
}

/**
 * Asks for the figures unless the stored ones are younger than five minutes and this device has got no later signature or refusal: a seller sees their sale at
 * once. Times of quotes are compared with each other, and not with this device's clock. A failure leaves the former ones: the next round asks again.
 */
export async function pullRanking(input: {
  db: LocalDatabase
  transport: Transport
  signal: AbortSignal
  now?: Date
}): Promise<void> {
  const { db, transport, signal, now = new Date() } = input
  const known = await readRankingFigures(db)
  const since = firstDay(now)
  const noted = known?.answered ?? new Date(now.getTime() - DAY_MS).toISOString()
  // Before the call: what arrives during it is later.
  const answered = await answeredAfter(db, noted)
  const isYoung = known?.since === since && Math.abs(now.getTime() - Date.parse(known.at)) < FRESH_MS
  if (isYoung && answered === known.answered) return
  const reply = await transport
    .call({ method: 'GET', path: '/ranking/days', query: { DATE_DEBUT: since }, signal })
    .catch(() => null)
  signal.throwIfAborted()
  const body = reply?.body as
    | { data?: unknown; conversion?: unknown; left?: unknown; former?: unknown }
    | null
    | undefined
  const days = body?.data
  // A captive portal's 200 carries no epoch.
  if (reply?.status !== 200 || reply.epoch === null || !Array.isArray(days)) return
  await db.rx.upsertLocal<RankingFigures>(RANKING_DOC, {
    since,
    at: now.toISOString(),
    answered,
    days: days as RankingDay[],
    ...(Array.isArray(body?.conversion) ? { conversion: body.conversion as ConversionDay[] } : {}),
    ...(Array.isArray(body?.left) ? { left: body.left as string[] } : {}),
    ...(Array.isArray(body?.former) ? { former: body.former as FormerPerson[] } : {}),
  })
}
