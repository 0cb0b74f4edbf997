import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../../tests/support/engines.ts'
import type { Tx } from './database.ts'

const takeSeq = async (trx: Tx, n = 1): Promise<number> => {
  const { rows } = await sql<{ seq: number }>`select take_seq(${n}::int) as seq`.execute(trx)
  return rows[0]?.seq ?? 0
}

const insert = (trx: Tx, companyId: string, seq: number, id: string = randomUUID()) =>
  sql`insert into reference (company_id, "id", "LISTE", "LIBELLE", "ORDRE", seq)
      values (${companyId}, ${id}, 'ORIGINE', 'Essai', 0, ${seq})`.execute(trx)

describeEngines('commit-ordered numbers', (db, engine) => {
  it('gives the first of n numbers, and the next ones within the same transaction', async () => {
    const id = await addCompany(db())
    expect(await db().inTenant(id, (trx) => takeSeq(trx, 3))).toBe(1)
    const next = await db().inTenant(id, async (trx) => {
      const [first, second] = [await takeSeq(trx, 2), await takeSeq(trx)]
      for (const seq of [first, first + 1, second]) await insert(trx, id, seq)
      return [first, second]
    })
    expect(next).toEqual([4, 6])
  })

  it('refuses a row that changes without a number of its own transaction', async () => {
    const id = await addCompany(db())
    await db().inTenant(id, async (trx) => insert(trx, id, await takeSeq(trx), 'r'))
    const tries: Record<string, (trx: Tx) => Promise<unknown>> = {
      'no number taken': (trx: Tx) => insert(trx, id, 2),
      'an earlier number': async (trx: Tx) => {
        await takeSeq(trx)
        await insert(trx, id, 1)
      },
      'a number beyond those taken': async (trx: Tx) => insert(trx, id, (await takeSeq(trx)) + 1),
      'an update that keeps its number': async (trx: Tx) => {
        await takeSeq(trx)
        await sql`update reference set "LIBELLE" = 'Autre' where "id" = 'r'`.execute(trx)
      },
    }
    for (const [title, attempt] of Object.entries(tries)) {
      await expect(db().inTenant(id, attempt), title).rejects.toMatchObject({ code: '23000' })
    }
  })

  it('rolls the counter back with its transaction', async () => {
    const id = await addCompany(db())
    const failed = db().inTenant(id, async (trx) => {
      await takeSeq(trx, 10)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await db().inTenant(id, (trx) => takeSeq(trx))).toBe(1)
  })

  it('gives every row to a reader that pages while 8 writers commit (I6)', async () => {
    const id = await addCompany(db())
    const rounds = engine === 'pglite' ? 10 : 40
    const written: string[] = []
    const writer = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        const ids = Array.from({ length: 1 + (round % 3) }, () => randomUUID())
        await db().inTenant(id, async (trx) => {
          const first = await takeSeq(trx, ids.length)
          // Between the number and the commit, a plain sequence would let readers miss rows.
          if (engine === 'postgresql') await sql`select pg_sleep(random() * 0.004)`.execute(trx)
          for (const [index, row] of ids.entries()) await insert(trx, id, first + index, row)
        })
        written.push(...ids)
      }
    }
    let writing = true
    const seen: string[] = []
    const reader = async (): Promise<void> => {
      let since = 0
      for (let last = false; ; ) {
        const page = await db().inTenant(id, (trx) =>
          trx.selectFrom('reference').select(['id', 'seq']).where('seq', '>', since).orderBy('seq').limit(7).execute(),
        )
        seen.push(...page.map((row) => row.id))
        since = page.at(-1)?.seq ?? since
        if (page.length === 0 && last) return
        if (page.length === 0) last = !writing
      }
    }
    const reading = reader()
    await Promise.all(Array.from({ length: 8 }, writer))
    writing = false
    await reading
    expect(seen.length).toBe(written.length)
    expect(new Set(seen)).toEqual(new Set(written))
  })
})
