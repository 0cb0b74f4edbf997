import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fillDataFolder } from '../../../tests/support/engines.ts'
import { testKey } from '../../../tests/support/test-key.ts'
import { openDatabase } from './open-database.ts'

const KILLS = 3
const SEED = Number(process.env.CRASH_SEED ?? randomInt(1_000_000))

/** Deterministic delays from a seed (mulberry32), so that a failing run can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Runs the writer and kills it `delay` ms after its second acknowledged commit. @returns what it acknowledged */
async function writeUntilKilled(folder: string, delay: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/crash-writer.ts', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  let killing = false
  child.stdout.on('data', (data: Buffer) => {
    output += data
    if (killing || output.split('\n').length <= 2) return
    killing = true
    setTimeout(() => child.kill('SIGKILL'), delay)
  })
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
  expect(signal).toBe('SIGKILL')
  return output.split('\n').slice(0, -1)
}

it(`loses no acknowledged commit to SIGKILL (I1, embedded, CRASH_SEED=${SEED})`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lolapp-crash-'))
  const random = randomFrom(SEED)
  const acknowledged: string[] = []
  try {
    await fillDataFolder(folder)
    for (let kill = 0; kill < KILLS; kill += 1)
      acknowledged.push(...(await writeUntilKilled(folder, 20 + random() * 800)))
    const db = await openDatabase({ kind: 'embedded', folder, onLockLost: () => undefined, key: testKey })
    const rows = await db.inTenant('crash', (trx) =>
      trx.selectFrom('reference').select(['id', 'seq']).orderBy('seq').execute(),
    )
    const company = await db.inTenant('crash', (trx) => trx.selectFrom('company').select('seq').executeTakeFirst())
    await db.close()
    const kept = new Set(rows.map((row) => row.id))
    expect(acknowledged.length).toBeGreaterThan(KILLS)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1))
    expect(company?.seq).toBe(rows.length)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
