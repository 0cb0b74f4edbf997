import Dexie, { liveQuery, type Table } from 'dexie'
import { addDays } from '../../../schemas/dates.ts'
import { client } from '../../../schemas/entities/client.ts'
import { rdv } from '../../../schemas/entities/rdv.ts'
import type { LocalData } from '../../../src/data/database/local-data.ts'
import { mergeMatches, rangeQuery, searchRanges } from '../../../src/data/records/client-search.ts'
import { clientKeys } from '../../../src/data/records/use-client-search.ts'
import { type LiveQuery, watchList } from '../../../src/data/records/use-live.ts'
import { createTransport } from '../../../sync/net/transport.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import type { Commands } from '../../../sync/outbox/command-list.ts'
import { createCommands } from '../../../sync/outbox/commands.ts'
import { pullResource } from '../../../sync/replicate/pull.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { FIRST_MONDAY, idOf, WEEKS } from '../records.ts'

/** Reads and writes over many local records: the product's code compared with raw Dexie, in the same tab, in turn. */

type Row = Record<string, unknown>
type Client = Parameters<typeof clientKeys>[0]

/** Milliseconds of each, one entry per round. */
export interface Pair {
  product: number[]
  raw: number[]
}

const identity = { companyId: 'bench', account: 'personnel:local', impersonator: '' }

class RawDatabase extends Dexie {
  declare clients: Table<Row, string>
  declare rdvs: Table<Row, string>
  constructor() {
    // As durable as the product's: a commit is on the disk when it is reported.
    super('raw-local', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      clients: 'IDCLIENT, CLE_NOM, [CLE_PERSONNEL+CLE_NOM], CLE_PRENOM, CLE_VILLE, CLE_PORTABLE',
      rdvs: 'IDRDV, RDV_DEBUT, IDPROJET',
    })
  }
}

interface Open {
  db: LocalDatabase
  data: LocalData
  commands: Commands
  raw: RawDatabase
}

let opened: Open | undefined

/** Milliseconds until the product's database answers its first week, and until raw Dexie does; call it once per page. */
export async function openBoth(): Promise<{ product: number; raw: number; rows: number }> {
  const start = performance.now()
  const db = await openLocalDatabase(identity)
  const commands = createCommands(db)
  const data = { identity, db, commands } as LocalData
  const rows = await firstRows(data, 'rdv', weekOf(WEEKS - 30))
  const product = performance.now() - start
  const again = performance.now()
  const raw = new RawDatabase()
  await rawWeek(raw, WEEKS - 30)
  opened = { db, data, commands, raw }
  return { product, raw: performance.now() - again, rows: rows.length }
}

const need = (): Open => {
  if (!opened) throw new Error('openBoth first')
  return opened
}

/** Fills both databases from the feed: n clients and n appointments. Answers the milliseconds of the product's pull. */
export async function fill(n: number): Promise<number> {
  const { db, raw } = need()
  const transport = createTransport({ base: `${location.origin}/api-${n}`, token: 't', identity, device: 'd' })
  const signal = new AbortController().signal
  const start = performance.now()
  for (const resource of ['client', 'rdv'] as const) await pullResource({ db, transport, resource, signal })
  const ms = performance.now() - start
  await fillRaw(n, raw.clients, client)
  await fillRaw(n, raw.rdvs, rdv)
  return ms
}

async function fillRaw(n: number, into: Table<Row, string>, entity: typeof client | typeof rdv): Promise<void> {
  for (let since = '', complete = false; !complete; ) {
    const response = await fetch(`/api-${n}${entity.path}?since=${encodeURIComponent(since)}&limit=1000`)
    const page = (await response.json()) as { data: Row[]; checkpoint: string; complete: boolean }
    await into.bulkPut(page.data.map((row) => ({ ...row, ...entity.local?.derived?.of(row as never) })))
    since = page.checkpoint
    complete = page.complete
  }
}

/** The agenda's query: the week, and appointments that began up to two weeks before it. */
const range = (week: number) => {
  const monday = addDays(FIRST_MONDAY, week * 7)
  return { from: `${addDays(monday, -14)} 00:00`, to: `${addDays(monday, 6)} 23:59` }
}

function weekOf(week: number): LiveQuery<'rdv'> {
  const { from, to } = range(week)
  return { selector: { RDV_DEBUT: { $gte: from, $lte: to } }, sort: [{ RDV_DEBUT: 'asc' }], limit: 2000 }
}

function rawWeek(raw: RawDatabase, week: number): Promise<Row[]> {
  const { from, to } = range(week)
  return raw.rdvs.where('RDV_DEBUT').between(from, to, true, true).limit(2000).toArray()
}

function firstRows<R extends 'rdv' | 'client'>(data: LocalData, resource: R, query: LiveQuery<R>): Promise<Row[]> {
  return new Promise((resolve) => {
    const stop = watchList(data, resource, query, (rows) => {
      resolve(rows as Row[])
      queueMicrotask(() => stop())
    })
  })
}

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** Each round queries another week, so that no cache answers. */
export async function weekQueries(rounds: number): Promise<Pair> {
  const { data, raw } = need()
  const pair: Pair = { product: [], raw: [] }
  for (let i = 0; i < rounds; i++) {
    const week = 3 + ((i * 7) % (WEEKS - 40))
    pair.product.push(await timed(() => firstRows(data, 'rdv', weekOf(week))))
    pair.raw.push(await timed(() => rawWeek(raw, week)))
  }
  return pair
}

const TYPED = ['dup', 'lefevre', 'zoe', 'nantes', '063998', 'martin 1', 'rousseau lyon', 'bern', 'mul', 'girard 2']

/** The client list's own search, all its ranges at once and merged, against one range of an index in raw Dexie. */
export async function searches(rounds: number): Promise<Pair> {
  const { data, raw } = need()
  const pair: Pair = { product: [], raw: [] }
  for (let i = 0; i < rounds; i++) {
    // A longer text each time, so that no cache answers.
    const text = `${TYPED[i % TYPED.length]}${i < TYPED.length ? '' : ' '.repeat(i)}`
    const ranges = searchRanges(text)
    pair.product.push(
      await timed(async () => {
        const lists = await Promise.all(
          // Another limit each time: not the same query twice.
          ranges.map((range) => firstRows(data, 'client', rangeQuery(range, { text, limit: 101 + i }))),
        )
        return mergeMatches({ text, id: (c) => c.IDCLIENT, keys: clientKeys, lists: lists as unknown as Client[][] })
      }),
    )
    const [first] = ranges
    if (first) {
      const { key, from, to } = first
      pair.raw.push(
        await timed(() =>
          raw.clients
            .where(key)
            .between(from, to)
            .limit(100 + i)
            .toArray(),
        ),
      )
    }
  }
  return pair
}

/** From the command to the week's live query that shows it, against the same write and a liveQuery of raw Dexie. */
export async function saves(rounds: number): Promise<Pair> {
  const { data, commands, raw } = need()
  const pair: Pair = { product: [], raw: [] }
  const week = WEEKS - 60
  let seen: (text: unknown, source: keyof Pair) => void = () => undefined
  const id = idOf(week)
  const find = (rows: readonly Row[]): unknown => rows.find((row) => row.IDRDV === id)?.OBSERVATIONS
  const stop = watchList(data, 'rdv', weekOf(week), (rows) => seen(find(rows as Row[]), 'product'))
  const subscription = liveQuery(() => rawWeek(raw, week)).subscribe((rows) => seen(find(rows), 'raw'))
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (let i = 0; i < rounds; i++) {
    for (const source of ['product', 'raw'] as const) {
      const text = `${source} ${i} ${Date.now()}`
      const start = performance.now()
      const visible = new Promise<void>((resolve) => {
        seen = (shown, from) => {
          if (from === source && shown === text) resolve()
        }
      })
      if (source === 'product') await commands.update('rdv', id, { OBSERVATIONS: text })
      else await raw.rdvs.update(id, { OBSERVATIONS: text })
      await visible
      pair[source].push(performance.now() - start)
    }
  }
  stop()
  subscription.unsubscribe()
  return pair
}
