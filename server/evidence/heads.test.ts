import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCompany, embeddedDatabase } from '../../tests/support/engines.ts'
import {
  asOwner,
  FIRST_KEYS,
  formerChain,
  KEYS,
  longChain,
  sign,
  signPv,
  THIEF,
} from '../../tests/support/evidence-chain.ts'
import type { Database } from '../plugins/database/database.ts'
import { folderFiles } from '../ports/files/folder-files.ts'
import { fileHeads, memoryHeads } from '../ports/heads/file-heads.ts'
import type { HeadsMemory, HeadsPort } from '../ports/heads/heads.ts'
import { mailHeads } from '../ports/heads/mail-heads.ts'
import { expectedOf, readHeadLines, sealedLine } from './heads.ts'
import { createEvidenceKeys } from './keys.ts'
import { sealAndTell, sealHeads } from './seal-heads.ts'
import { verifyChain } from './verify.ts'
import { verifyCompanies } from './verify-companies.ts'

describe('heads of the chains, outside of the database', () => {
  let db: Database
  beforeAll(async () => {
    db = await embeddedDatabase()
  })
  afterAll(() => db.close())

  const seal = (memory: HeadsMemory, others: HeadsPort[] = [], at?: Date) =>
    sealHeads({ db, keys: KEYS, memory, others }, at)
  const verify = async (company: string, memory: HeadsMemory, keys = KEYS) => {
    const { lines } = readHeadLines(keys, await memory.read())
    return db.inTenant(company, (tx) => verifyChain(tx, keys, expectedOf(lines, company)))
  }
  const cutFrom = (company: string, number: number) =>
    db.inTenant(company, async (tx) => {
      await asOwner(tx)
      await sql`delete from devis_evidence where company_id = ${company} and number >= ${number}`.execute(tx)
    })
  const declareRestored = (memory: HeadsMemory, keys = KEYS) =>
    memory.add(sealedLine(keys, { at: new Date().toISOString(), evenement: 'restauration' }))

  it('[SPA-04] [SEC] records cut off the end are noticed by the head, a day later or years', async () => {
    const company = await longChain(db)
    const memory = fileHeads(join(mkdtempSync(join(tmpdir(), 'lolapp-heads-')), 'preuves', 'heads.jsonl'))
    expect([await memory.read(), await seal(memory)]).toEqual(['', []])
    const { count } = await verify(company, memory)
    const written = await memory.read()
    expect([await seal(memory), await memory.read()]).toEqual([[], written])
    await cutFrom(company, count)
    // Nothing inside the database shows it.
    expect((await verify(company, memoryHeads())).broken).toBeNull()
    expect((await verify(company, memory)).broken).toEqual({
      number: count,
      reason: expect.stringContaining('au dehors'),
    })
    // It is reported each day, and the shorter chain never replaces what was known.
    expect(await seal(memory)).toEqual([expect.stringContaining('verify-evidence')])
    expect(await memory.read()).toBe(written)
    const gone = await verifyCompanies({
      db: { ...db, transaction: async () => [] as never },
      keys: KEYS,
      files: folderFiles(tmpdir()),
      heads: readHeadLines(KEYS, written).lines,
    })
    expect(gone.length > 0 && gone.every(({ broken }) => broken?.reason.includes('plus dans la base'))).toBe(true)
  })

  it('[SPA-04] a chain older than the keys is sealed as it is, once, with the PVs that are there', async () => {
    const company = await addCompany(db)
    await formerChain(db, company, 4)
    const memory = memoryHeads()
    expect((await verify(company, memory)).broken?.reason).toContain('démarrage')
    await db.inTenant(company, (tx) => signPv(tx, KEYS, 'pv-d', 'found'))
    await seal(memory)
    await db.inTenant(company, (tx) => sign(tx, KEYS, 'nouveau'))
    // Four signatures, the key, the PV that was found, the new signature.
    expect(await verify(company, memory)).toEqual({ count: 7, broken: null })
    await db.inTenant(company, async (tx) => {
      await asOwner(tx)
      await sql`update devis_evidence set document = replace(document, 'Fen', 'Por') where company_id = ${company}
        and number = 2`.execute(tx)
    })
    expect((await verify(company, memory)).broken?.number).toBe(2)
  })

  it('[SPA-04] [SEC] a chain whose seals were removed is not sealed again by a start', async () => {
    const company = await longChain(db)
    const memory = memoryHeads()
    await seal(memory)
    await cutFrom(company, 4)
    expect(await seal(memory)).toEqual([expect.any(String)])
    const { count, broken } = await verify(company, memory)
    expect([count, broken]).toEqual([3, expect.anything()])
  })

  it('[SPA-04] only a holder of the key may declare a restored, shorter database; later records are checked again', async () => {
    const company = await longChain(db)
    const memory = memoryHeads()
    await seal(memory)
    await cutFrom(company, 8)
    await declareRestored(memory, THIEF)
    expect((await verify(company, memory)).broken).not.toBeNull()
    expect(readHeadLines(KEYS, await memory.read()).forged).toHaveLength(1)
    await declareRestored(memory)
    expect(await verify(company, memory)).toEqual({ count: 7, broken: null })
    await seal(memory)
    await db.inTenant(company, async (tx) => {
      for (let i = 0; i < 8; i += 1) await sign(tx, KEYS, `apres${i}`)
    })
    // Numbers that were given before the restore belong to other records now.
    expect((await verify(company, memory)).broken).toBeNull()
    await seal(memory)
    await cutFrom(company, 8)
    expect((await verify(company, memory)).broken?.number).toBe(8)
  })

  it('[SPA-04] a change of the key is a record of the chain; without the former keys nothing before it can be checked', async () => {
    const company = await longChain(db)
    expect((await verify(company, memoryHeads())).broken).toBeNull()
    const alone = createEvidenceKeys([Buffer.alloc(32, 2)])
    expect((await verify(company, memoryHeads(), alone)).broken?.reason).toContain('SECRET_KEY_FORMER')
    // A thief of the former key cannot add to what the newer one has sealed.
    const backwards = createEvidenceKeys([Buffer.alloc(32, 1), Buffer.alloc(32, 2)])
    await db.inTenant(company, (tx) => sign(tx, backwards, 'ancienne'))
    expect((await verify(company, memoryHeads())).broken?.reason).toContain('ancienne clé')
    expect(FIRST_KEYS.current).not.toBe(KEYS.current)
  })

  it('[SPA-04] a company whose chain cannot be read now is reported, and the others’ heads are kept', async () => {
    const [held, other] = [await longChain(db), await longChain(db)]
    const busy: Database = {
      ...db,
      inTenant: (id, fn) => (id === held ? Promise.reject(new Error('occupée')) : db.inTenant(id, fn)),
    }
    const memory = memoryHeads()
    const told: string[] = []
    const done = { onWrong: (wrong: string) => void told.push(wrong), onDone: () => void told.push('done') }
    await sealAndTell({ db: busy, keys: KEYS, memory, others: [] }, done)
    expect(told).toEqual([expect.stringContaining('occupée')])
    const headsOf = async (company: string) =>
      expectedOf(readHeadLines(KEYS, await memory.read()).lines, company).heads.length
    expect([await headsOf(held), await headsOf(other)]).toEqual([0, 1])
    await sealAndTell({ db, keys: KEYS, memory, others: [] }, done)
    expect(told.slice(1)).toEqual(['done'])
    expect([await headsOf(held), await headsOf(other)]).toEqual([1, 1])
  })

  it('[SPA-04] a mail a day holds the head of every chain, ready to be checked with', async () => {
    const company = await longChain(db)
    const others = [mailHeads(db, 'notaire@example.com')]
    const memory = memoryHeads()
    for (const hour of [8, 20]) await seal(memory, others, new Date(Date.UTC(2026, 10, 24, hour)))
    const mails = await db.transaction({ delivery: true }, async (tx) => {
      const { rows } = await sql<{ payload: { text: string } }>`select payload from message
        where recipient = 'notaire@example.com'`.execute(tx)
      return rows
    })
    expect(mails).toHaveLength(1)
    const { lines } = readHeadLines(KEYS, mails[0]?.payload.text ?? '')
    expect(lines.find((line) => 'company' in line && line.company === company)).toMatchObject({ numero: 12 })
    const failing: HeadsPort = { name: 'essai', keep: () => Promise.reject(new Error('fermé')) }
    expect(await seal(memoryHeads(), [failing])).toContainEqual(expect.stringContaining('essai'))
  })
})
