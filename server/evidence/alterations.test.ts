import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedDatabase } from '../../tests/support/engines.ts'
import { asOwner, KEYS, longChain, THIEF } from '../../tests/support/evidence-chain.ts'
import { createRandom, type Random } from '../../tests/support/random.ts'
import type { Database, Tx } from '../plugins/database/database.ts'
import { memoryHeads } from '../ports/heads/file-heads.ts'
import { canonicalJson, sha256 } from './canonical.ts'
import { type Evidence, FIRST_PREVIOUS, sealedText } from './chain.ts'
import { expectedOf, readHeadLines } from './heads.ts'
import { sealHeads } from './seal-heads.ts'
import { verifyChain } from './verify.ts'

const read = async (tx: Tx, company: string): Promise<Evidence[]> => {
  const { rows } = await sql<Evidence>`select * from devis_evidence where company_id = ${company}
    order by number`.execute(tx)
  return rows
}

const HEX = '0123456789abcdef'
const TEXTS = ['record', 'document', 'hash', 'previous_hash', 'mac', 'cle', 'devis_id', 'fichier_id'] as const

/** The same text with one other character. */
function altered(random: Random, text: string): string {
  const where = random.below(text.length)
  const other = [...`${HEX}xyz{"`].filter((one) => one !== text[where])
  return `${text.slice(0, where)}${random.pick(other)}${text.slice(where + 1)}`
}

async function replaceAll(tx: Tx, company: string, rows: readonly Evidence[]): Promise<void> {
  await sql`delete from devis_evidence where company_id = ${company}`.execute(tx)
  await sql`insert into devis_evidence select * from jsonb_populate_recordset(null::devis_evidence,
    ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** The chain with another content in one record, and every hash from there on computed again: what the database's owner could do unnoticed before the keys. */
function rewritten(rows: readonly Evidence[], from: number, seal: (row: Evidence) => Partial<Evidence>): Evidence[] {
  const made: Evidence[] = []
  for (const row of rows) {
    if (row.number < from) {
      made.push(row)
      continue
    }
    const said = JSON.parse(row.record)
    const other = row.number === from ? { ...said, signataire: 'Paul' } : said
    const previous_hash = made.at(-1)?.hash ?? FIRST_PREVIOUS
    const sealed = seal(row)
    const cle = sealed.cle === undefined ? said.cle : (sealed.cle ?? undefined)
    const record = canonicalJson({ ...other, previous: previous_hash, cle })
    const next = { ...row, ...sealed, record, previous_hash, hash: sha256(record) }
    made.push(sealed.mac === 'forged' ? { ...next, mac: THIEF.seal('preuve', sealedText(next)) } : next)
  }
  return made
}

type Alteration = (tx: Tx, random: Random, chain: { company: string; rows: Evidence[] }) => Promise<void>

const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  'one character': async (tx, random, { company, rows }) => {
    const row = random.pick(rows) as Evidence
    const column = random.pick(TEXTS.filter((name) => row[name])) as (typeof TEXTS)[number]
    await sql`update devis_evidence set ${sql.ref(column)} = ${altered(random, row[column] as string)}
      where company_id = ${company} and number = ${row.number}`.execute(tx)
  },
  'another kind': async (tx, random, { company, rows }) => {
    const row = random.pick(rows) as Evidence
    const kind = random.pick(['signature', 'refusal', 'withdrawal', 'pv', 'cle'].filter((one) => one !== row.kind))
    await sql`update devis_evidence set kind = ${kind} where company_id = ${company} and number = ${row.number}`.execute(
      tx,
    )
  },
  'a record taken out': async (tx, random, { company, rows }) => {
    const { number } = random.pick(rows) as Evidence
    await sql`delete from devis_evidence where company_id = ${company} and number = ${number}`.execute(tx)
  },
  'a record taken out, the rest moved up': async (tx, random, { company, rows }) => {
    const out = random.pick(rows) as Evidence
    const rest = rows.filter((row) => row !== out)
    await replaceAll(
      tx,
      company,
      rest.map((row, index) => ({ ...row, number: index + 1 })),
    )
  },
  'the tail cut off': async (tx, random, { company, rows }) => {
    const left = random.below(rows.length)
    await sql`delete from devis_evidence where company_id = ${company} and number > ${left}`.execute(tx)
  },
  'two records exchanged': async (tx, random, { company, rows }) => {
    const one = random.below(rows.length)
    const other = (one + 1 + random.below(rows.length - 1)) % rows.length
    const next = [...rows]
    ;[next[one], next[other]] = [
      { ...(rows[other] as Evidence), number: one + 1 },
      { ...(rows[one] as Evidence), number: other + 1 },
    ]
    await replaceAll(tx, company, next)
  },
  'rewritten from a record on, seals left': async (tx, random, { company, rows }) =>
    replaceAll(
      tx,
      company,
      rewritten(rows, 1 + random.below(rows.length), () => ({})),
    ),
  'rewritten from a record on, sealed with a key of their own': async (tx, random, { company, rows }) =>
    replaceAll(
      tx,
      company,
      rewritten(rows, 1 + random.below(rows.length), () => ({ cle: THIEF.current, mac: 'forged' })),
    ),
  'rewritten from a record on, under the names of our keys': async (tx, random, { company, rows }) =>
    replaceAll(
      tx,
      company,
      rewritten(rows, 1 + random.below(rows.length), () => ({ mac: 'forged' })),
    ),
  'the whole chain as if from before the keys': async (tx, _random, { company, rows }) => {
    const before = rows.filter((row) => row.kind === 'signature').map((row, index) => ({ ...row, number: index + 1 }))
    await replaceAll(
      tx,
      company,
      rewritten(before, 1, () => ({ cle: null, mac: null })),
    )
  },
  'a record added at the end': async (tx, random, { company, rows }) => {
    const [copied, last] = [random.pick(rows) as Evidence, rows.at(-1) as Evidence]
    const number = last.number + 1
    const record = canonicalJson({ ...JSON.parse(copied.record), number, previous: last.hash })
    const added = { ...copied, number, record, previous_hash: last.hash, hash: sha256(record) }
    await replaceAll(tx, company, [...rows, added])
  },
  'the quote changed': async (tx, random, { company, rows }) => {
    const { devis_id } = random.pick(rows.filter((row) => row.devis_id)) as Evidence
    const set = random.pick([sql`"OBJET" = 'Portes'`, sql`"PRIX_TTC" = 1`, sql`"IDCLIENT" = 'c2'`])
    await sql`update devis set ${set} where company_id = ${company} and "IDDEVIS" = ${devis_id}`.execute(tx)
  },
  'the PV changed': async (tx, random, { company, rows }) => {
    const { fichier_id } = random.pick(rows.filter((row) => row.fichier_id)) as Evidence
    const set = random.pick([sql`"SHA256" = ${sha256('autre')}`, sql`deleted = true`, sql`"IDENREGISTREMENT" = 'i2'`])
    await sql`update fichier set ${set} where company_id = ${company} and "IDFICHIER" = ${fichier_id}`.execute(tx)
  },
}

const RUNS = Number(process.env.EVIDENCE_ALTERATIONS ?? 1000)
const SEED = Number(process.env.EVIDENCE_SEED ?? 20_261_124)

describe('alterations of evidence', () => {
  let db: Database
  beforeAll(async () => {
    db = await embeddedDatabase()
  })
  afterAll(() => db.close())

  it(`[SPA-04] [SEC] ${RUNS} random alterations by the database's owner are found (seed ${SEED})`, async () => {
    const company = await longChain(db)
    const memory = memoryHeads()
    await sealHeads({ db, keys: KEYS, memory, others: [] })
    const expected = expectedOf(readHeadLines(KEYS, await memory.read()).lines, company)
    const random = createRandom(SEED)
    const names = Object.keys(ALTERATIONS)
    const missed: string[] = []
    const made = new Map<string, number>()
    const over = new Error('over')
    const run = async (tx: Tx): Promise<void> => {
      const verify = () => verifyChain(tx, KEYS, expected)
      await asOwner(tx)
      // The owner may drop the constraints that refuse it.
      await sql`alter table devis_evidence drop constraint devis_evidence_pkey,
        drop constraint devis_evidence_company_id_previous_hash_key, drop constraint devis_evidence_kind_check,
        drop constraint devis_evidence_about_check`.execute(tx)
      const rows = await read(tx, company)
      expect(await verify()).toEqual({ count: rows.length, broken: null })
      for (let index = 0; index < RUNS; index += 1) {
        await sql`savepoint one`.execute(tx)
        const name = names[index % names.length] as string
        await ALTERATIONS[name]?.(tx, random, { company, rows })
        if ((await verify()).broken === null) missed.push(`${index}: ${name}`)
        made.set(name, (made.get(name) ?? 0) + 1)
        await sql`rollback to savepoint one`.execute(tx)
      }
      expect(await verify()).toEqual({ count: rows.length, broken: null })
      throw over
    }
    await expect(db.inTenant(company, run)).rejects.toBe(over)
    expect([missed, made.size]).toEqual([[], names.length])
  })
})
