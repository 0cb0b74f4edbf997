import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { ensurePostgres } from '../../.ci/programs.ts'
import { newRecord } from '../../schemas/entity.ts'
import type { PullPage } from '../../schemas/protocol.ts'
import { entityOf } from '../../schemas/resources.ts'
import { type Database, withTransactions } from '../../server/plugins/database/database.ts'
import { openPostgres } from '../../server/plugins/database/postgres-engine.ts'
import { pullPage } from '../../server/pull/pull.ts'
import { EVERYONE } from '../../server/repositories/rows.ts'
import { createChanges } from '../../server/writes/changes.ts'
import { anySeed, readArguments } from '../support/command-line.ts'
import { startPostgres } from '../support/postgres.ts'
import { createRandom, type Random } from '../support/random.ts'
import { type StaffedCompany, staffedCompany } from '../support/staffed-company.ts'
import { testKey } from '../support/test-key.ts'

/**
 * `npm run test:paging [-- --rows 100000 --writers 12 --seed S]`, on PostgreSQL: everybody writes to one company while a reader pages
 * through it, and it must get every row (I6). Rows are written by the unit of work that ends every write of the server
 * (server/writes/changes.ts: it takes the seqs), in transactions of 1 to 20 rows, and read by the pull of the devices. Beside it reads
 * a cursor on `updated_at`: it must lose rows, else the load was too small to prove anything.
 */

const MOST_ROWS = 20
const PAGE = 1000
const adresse = entityOf('adresse')

interface Scene {
  db: Database
  company: StaffedCompany
  random: Random
  rows: number
}

/** Writes until there are enough rows. @returns their ids and the transactions that it took */
async function writeAll(
  { db, company, random, rows }: Scene,
  writers: number,
): Promise<{ ids: string[]; turns: number }> {
  const ids: string[] = []
  let [begun, turns] = [0, 0]
  const write = async (): Promise<void> => {
    while (begun < rows) {
      const first = begun
      begun = Math.min(rows, begun + 1 + random.below(MOST_ROWS))
      const mine = Array.from({ length: begun - first }, (_, i) => `adresse-${first + i}`)
      const thinking = random.below(5) / 1000
      await db.inTenant(company.id, async (tx) => {
        // A write reads and merges before it takes its seqs, so transactions do not commit in the order of their start.
        await sql`select pg_sleep(${thinking})`.execute(tx)
        const changes = createChanges()
        for (const id of mine) {
          const record = newRecord(adresse, { IDADRESSE: id, ADRESSE: '1 rue des Lilas', VILLE: 'Lyon' })
          const marks = { version: 1, seq: 0, deleted: false, stamps: {}, createdBy: null, viewers: EVERYONE }
          changes.insert('adresse', { id, record, ...marks })
        }
        await changes.flush(tx)
      })
      ids.push(...mine)
      turns += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return { ids, turns }
}

interface Paged {
  ids: string[]
  pages: number
}

/** Reads page by page until a page requested after the last write is empty. */
async function page(
  isWriting: () => boolean,
  next: () => Promise<{ ids: string[]; complete: boolean }>,
): Promise<Paged> {
  const ids: string[] = []
  for (let pages = 1; ; pages += 1) {
    const last = !isWriting()
    const found = await next()
    ids.push(...found.ids)
    if (!found.complete) continue
    if (last) return { ids, pages }
    await wait(5)
  }
}

/** Reads as a device does: by the checkpoint. */
function bySeq({ db, company }: Scene): () => Promise<{ ids: string[]; complete: boolean }> {
  let since = ''
  const actor = company.actor('camille')
  return async () => {
    const text = await db.inTenant(company.id, (tx) =>
      pullPage(tx, actor, { resource: 'adresse', since, limit: PAGE, seal: () => '' }),
    )
    const { data, checkpoint, complete } = JSON.parse(text) as PullPage
    since = checkpoint
    return { ids: data.map((row) => String(row.IDADRESSE)), complete }
  }
}

/** Reads as other products do: by the time of the row's write. */
function byTime({ db, company }: Scene): () => Promise<{ ids: string[]; complete: boolean }> {
  let since = '-infinity'
  return async () => {
    const { rows } = await db.inTenant(company.id, (tx) =>
      sql<{ id: string; at: string }>`select "IDADRESSE" as id, updated_at::text as at from adresse
        where updated_at > ${since}::timestamptz order by updated_at limit ${PAGE}`.execute(tx),
    )
    since = rows.at(-1)?.at ?? since
    return { ids: rows.map(({ id }) => id), complete: rows.length < PAGE }
  }
}

const defaults = { rows: 100_000, writers: 12, seed: anySeed() }

async function main(argv: readonly string[]): Promise<void> {
  const { rows, writers, seed } = readArguments(argv, defaults)
  console.log(`${writers} writers, ${rows} rows in all, --seed ${seed}`)
  await ensurePostgres()
  const postgres = await startPostgres({ fsync: 'on' })
  const connections = writers + 4
  const db = withTransactions(
    await openPostgres({ ownerUrl: await postgres.createDatabase(), connections, key: testKey }),
  )
  try {
    const scene: Scene = { db, company: await staffedCompany(db), random: createRandom(seed), rows }
    const started = performance.now()
    let writing = true
    const reading = Promise.all([bySeq(scene), byTime(scene)].map((next) => page(() => writing, next)))
    const { ids, turns } = await writeAll(scene, writers).finally(() => {
      writing = false
    })
    const [device, other] = await reading
    const seconds = Math.round((performance.now() - started) / 1000)
    const [held, otherHeld] = [new Set(device?.ids), new Set(other?.ids)]
    const skipped = ids.filter((id) => !held.has(id)).length
    const twice = (device?.ids.length ?? 0) - held.size
    const otherSkipped = ids.filter((id) => !otherHeld.has(id)).length
    console.log(`${ids.length} rows in ${turns} transactions, ${seconds} s`)
    console.log(`pull: ${device?.pages} pages, ${skipped} rows skipped, ${twice} received twice`)
    console.log(`a cursor on updated_at beside it: ${other?.pages} pages, ${otherSkipped} rows skipped`)
    const good = ids.length === rows && skipped === 0 && twice === 0 && otherSkipped > 0
    console.log(good ? '✓ every row came, once' : '✗ not proved')
    process.exitCode = good ? 0 : 1
  } finally {
    await db.close()
    await postgres.stop()
  }
}

await main(process.argv.slice(2))
