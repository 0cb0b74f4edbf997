import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensurePostgres } from '../../.ci/programs.ts'
import { compileServer } from '../../server/deploy/compile.ts'
import { anySeed, readArguments } from '../support/command-line.ts'
import { startPostgres } from '../support/postgres.ts'
import { createRandom, type Random } from '../support/random.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { signIn } from './caller.ts'
import { committedUnanswered, faultsOf, receiptFaults, seqFaults, unanswered } from './ledger.ts'
import { createReader, type Reader, readAll } from './readers.ts'
import { createWriters, type Writers } from './writers.ts'

/**
 * `npm run test:kills [-- --kills 100 --engine pglite|postgres --seed S --writers 8]`: the real server process under writes from all
 * sides is killed with SIGKILL repeatedly, on PostgreSQL sometimes the database too. After each start every write that it
 * acknowledged must be there once (I1, I3), and a reader that pages through it must have missed nothing (I6).
 */

const ROUND_LIMIT_MS = 90_000
/** Probability of a round in which the database is killed too, and of one whose next start is killed before it is done. */
const [DATABASE_DIES, START_DIES] = [0.2, 0.1]

interface Place {
  server: ServerProcess
  crashDatabase: ((what: 'backend' | 'postmaster') => Promise<void>) | null
  close: () => Promise<void>
}

async function openPlace(engine: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lolapp-kills-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  const env = { DEMO: '1', RATE_LIMIT: '10000000', LOG_LEVEL: 'fatal' }
  if (engine === 'pglite') {
    const server = await startServer({ dataDir, webDir: '/nowhere', env })
    const close = async (): Promise<void> => {
      await server.dispose()
      await removeData()
    }
    return { server, crashDatabase: null, close }
  }
  if (engine !== 'postgres') throw new Error(`--engine pglite or postgres, not ${engine}`)
  await ensurePostgres()
  const postgres = await startPostgres({ fsync: 'on' })
  const server = await startServer({ dataDir, databaseUrl: await postgres.createDatabase(), webDir: '/nowhere', env })
  const close = async (): Promise<void> => {
    await server.dispose()
    await postgres.stop()
    await removeData()
  }
  return { server, crashDatabase: postgres.crash, close }
}

interface Tally {
  /** Kills of a serving server, of a starting one, of a connection's process, of the whole database. */
  kills: { serving: number; starting: number; backend: number; postmaster: number }
  /** Writes without an answer when the server died, and those of them that had been committed. */
  cut: number
  committed: number
  /** Kills that cut at least one write. */
  cutting: number
}

/** Resolves once this many more writes were accepted. */
async function untilAccepted(writers: Writers, more: number): Promise<void> {
  const goal = writers.accepted() + more
  for (const limit = Date.now() + ROUND_LIMIT_MS; writers.accepted() < goal; await wait(5)) {
    if (writers.faults.length > 0) return
    if (Date.now() > limit) throw new Error(`No write was accepted within ${ROUND_LIMIT_MS / 1000} s`)
  }
}

async function restart(server: ServerProcess, random: Random, tally: Tally): Promise<void> {
  if (random.chance(START_DIES)) {
    const started = server.start().catch(() => undefined)
    await wait(random.below(1500))
    await server.kill()
    await started
    tally.kills.starting += 1
  }
  await server.start()
}

interface Round {
  place: Place
  writers: Writers
  random: Random
  tally: Tally
}

/** One round: load, kill, and the next start. */
async function round({ place, writers, random, tally }: Round): Promise<void> {
  const writing = writers.write()
  await untilAccepted(writers, 1)
  if (place.crashDatabase && random.chance(DATABASE_DIES)) {
    const what = random.chance(0.5) ? 'backend' : 'postmaster'
    await wait(random.below(300))
    await place.crashDatabase(what)
    tally.kills[what] += 1
    await untilAccepted(writers, 1)
  }
  await wait(random.below(400))
  writers.halt()
  await place.server.kill()
  tally.kills.serving += 1
  await writing
  const cut = unanswered(writers.ledger).length
  tally.cut += cut
  if (cut > 0) tally.cutting += 1
  await restart(place.server, random, tally)
}

/** Checks the server's records, before unanswered writes are sent again and after. */
async function check(writers: Writers, readEverything: () => Promise<Reader>, tally: Tally): Promise<string[]> {
  const { rows, faults } = await readEverything()
  tally.committed += committedUnanswered(writers.ledger, rows)
  const found = [...faults, ...faultsOf(writers.ledger, rows)]
  await writers.sendAgain()
  await writers.repeat(5)
  return [...found, ...receiptFaults(writers.ledger), ...writers.faults]
}

const defaults = { kills: 100, engine: 'pglite', seed: anySeed(), writers: 8 }

async function main(argv: readonly string[]): Promise<void> {
  const { kills, engine, seed, writers: count } = readArguments(argv, defaults)
  console.log(`${kills} kills on ${engine}, ${count} writers, --seed ${seed}`)
  process.env.TEST_SERVER ??= await compileServer('test-results/durability-server')
  const place = await openPlace(engine)
  const started = performance.now()
  const tally: Tally = {
    kills: { serving: 0, starting: 0, backend: 0, postmaster: 0 },
    cut: 0,
    committed: 0,
    cutting: 0,
  }
  try {
    const call = await signIn(place.server, 'directeur@example.com')
    const prefix = `arret-${seed}-`
    const random = createRandom(seed)
    const writers = createWriters({ call, random: createRandom(seed + 1), count, prefix })
    const reader = createReader(call, { prefix, limit: 50 })
    const before = (await readAll(call, prefix)).head()
    const following = reader.follow()
    let faults: string[] = []
    while (tally.kills.serving < kills && faults.length === 0) {
      await round({ place, writers, random, tally })
      faults = [...(await check(writers, () => readAll(call, prefix), tally)), ...reader.faults]
      if (tally.kills.serving % 10 === 0) {
        const seconds = Math.round((performance.now() - started) / 1000)
        console.log(`  ${tally.kills.serving} kills, ${writers.accepted()} writes acknowledged, ${seconds} s`)
      }
    }
    reader.stop()
    await following
    const last = await readAll(call, prefix)
    if (!(await reader.round())) faults.push('the reader was not answered')
    faults.push(
      ...faultsOf(writers.ledger, last.rows),
      ...faultsOf(writers.ledger, reader.rows).map((fault) => `the reader: ${fault}`),
      ...seqFaults(writers.ledger, { before, head: last.head() }),
    )
    // Kills that cut no write would prove nothing.
    if (tally.cut === 0) faults.push('no kill cut a write short')
    report({ writers, reader, tally, faults })
  } finally {
    await place.close()
  }
}

function report(input: { writers: Writers; reader: Reader; tally: Tally; faults: string[] }): void {
  const { writers, reader, tally, faults } = input
  const { serving, starting, backend, postmaster } = tally.kills
  const busy = [...writers.unsure].map(([status, n]) => `${n} × ${status}`).join(', ') || 'none'
  console.log(
    [
      `SIGKILL: ${serving} of the server under load, ${starting} of a server that started, ${backend} of a connection, ${postmaster} of the database`,
      `${writers.accepted()} writes acknowledged on ${writers.ledger.size} records`,
      `${tally.cutting} kills cut ${tally.cut} writes short; ${tally.committed} of them had been committed`,
      `answers that left a write open: ${busy}; the reader took ${reader.pages()} pages`,
      ...faults.slice(0, 20).map((fault) => `✗ ${fault}`),
      faults.length === 0
        ? '✓ every acknowledged write is there once under its VERSION, every seq is held, the reader missed nothing'
        : `✗ ${faults.length} faults`,
    ].join('\n'),
  )
  process.exitCode = faults.length === 0 ? 0 : 1
}

await main(process.argv.slice(2))
