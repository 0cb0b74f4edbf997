import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { emptyDatabase } from '../../tests/support/empty-database.ts'
import { ENGINES } from '../../tests/support/engines.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readMigrations, runMigrations } from '../plugins/database/migrate.ts'
import { longestBlock, readContactHistories } from './contact-changes.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

it.each(ENGINES)(
  '[DAY-12 search] the migrations find overseas customers by their number in national form, also where it was kept elsewhere, and tell nobody of a change (%s)',
  async (engine) => {
    const owner = await emptyDatabase(engine, closes)
    const all = readMigrations()
    const before = all.filter(({ name }) => name < '0064_overseas_numbers')
    await owner.transaction().execute((trx) => runMigrations(trx, before))
    const ofCompany = <T>(
      work: (trx: Parameters<Parameters<ReturnType<typeof owner.transaction>['execute']>[0]>[0]) => Promise<T>,
    ) =>
      owner.transaction().execute(async (trx) => {
        await sql`select set_config('app.company_id', 'a', true)`.execute(trx)
        return work(trx)
      })
    await ofCompany(async (trx) => {
      await sql`insert into company (id, key, "NOM") values ('a', 'a', 'a')`.execute(trx)
      for (const [id, mobile, fixed] of [
        ['mobile', '+262 692 12 34 56', null],
        ['fixed', '0612345678', '+262 262 12 34 56'],
        ['mainland', '+33 6 12 34 56 79', null],
        // By somebody else, from +262 692 65 43 21.
        ['contested', '06 12 34 56 80', null],
      ])
        await sql`insert into client (company_id, "IDCLIENT", "NOM", "PORTABLE", "TELEPHONE", seq)
          values ('a', ${id}, 'Hoarau', ${mobile}, ${fixed}, take_seq(1))`.execute(trx)
      // What was kept of these numbers, as their keys were.
      await sql`insert into contact_change (company_id, client_id, old_phone, new_phone, old_mail, new_mail, at, answer)
        values ('a', 'contested', '262692654321', '0612345680', '', '', now() - interval '3 days', 'conteste')`.execute(
        trx,
      )
      await sql`insert into space_number (company_id, client_id, phone, how) values
        ('a', 'mobile', '262692123456', 'preuve'), ('a', 'mobile', '00262692123456', 'seul'),
        ('a', 'fixed', '262262123456', 'seul'), ('a', 'fixed', '0262123456', 'preuve'), ('a', 'mainland', '0612345679', 'seul')`.execute(
        trx,
      )
      await sql`insert into message (id, company_id, key, channel, recipient, payload) values
        ('s', 'a', 's', 'sms', '262692123456', '{}'), ('m', 'a', 'm', 'mail', '262692123456@example.com', '{}')`.execute(
        trx,
      )
    })
    await owner.transaction().execute((trx) => runMigrations(trx, all))
    await ofCompany(async (trx) => {
      const keys = await sql<{ id: string; key: string; version: number }>`select "IDCLIENT" as id, cle_portable as key,
        "VERSION" as version from client order by 1`.execute(trx)
      expect(keys.rows).toEqual([
        { id: 'contested', key: '0612345680', version: 1 },
        { id: 'fixed', key: '0612345678', version: 2 },
        { id: 'mainland', key: '0612345679', version: 1 },
        { id: 'mobile', key: '0692123456', version: 2 },
      ])
      // By the index of landlines too.
      await sql`set local enable_seqscan = off`.execute(trx)
      const found = await sql<{ id: string }>`select "IDCLIENT" as id from client
        where company_id = 'a' and phone_key("TELEPHONE") = '0262123456'`.execute(trx)
      expect(found.rows).toEqual([{ id: 'fixed' }])
      const told = await sql<{ count: number }>`select count(*)::int as count from contact_change
        where client_id <> 'contested'`.execute(trx)
      expect(told.rows).toEqual([{ count: 0 }])
      // A change from now on is told again.
      await sql`update client set "PORTABLE" = '0692123457', seq = take_seq(1) where "IDCLIENT" = 'mobile'`.execute(trx)
      const after = await sql<{ count: number }>`select count(*)::int as count from contact_change
        where client_id <> 'contested'`.execute(trx)
      expect(after.rows).toEqual([{ count: 1 }])

      // The office restores the former number: the customer may sign again.
      const block = async () => longestBlock(await readContactHistories(trx as unknown as Tx, 'contested'), new Date())
      expect(await block()).toMatchObject({ until: null })
      await sql`update client set "PORTABLE" = '+262 692 65 43 21', seq = take_seq(1) where "IDCLIENT" = 'contested'`.execute(
        trx,
      )
      expect(await block()).toBeNull()
      const spaces = await sql`select client_id, phone from space_number order by 1, 2`.execute(trx)
      expect(spaces.rows).toEqual([
        { client_id: 'fixed', phone: '0262123456' },
        { client_id: 'mainland', phone: '0612345679' },
        { client_id: 'mobile', phone: '0692123456' },
      ])
      const sent = await sql`select id, recipient from message order by 1`.execute(trx)
      expect(sent.rows).toEqual([
        { id: 'm', recipient: '262692123456@example.com' },
        { id: 's', recipient: '0692123456' },
      ])
    })
  },
)
