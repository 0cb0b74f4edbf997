import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { plant } from '../../tests/support/staffed-company.ts'
import { beginsWith, clientPage } from './clients.ts'

describeEngines('the search of clients', (db) => {
  it('[DAY-12] finds names, towns and mobile numbers by their indexes, as the role of requests that row level security binds', async () => {
    const company = await addCompany(db())
    const plan = await db().inTenant(company, async (tx) => {
      // Of a small table every plan costs the same.
      await sql`insert into client (company_id, "IDCLIENT", "NOM", "PORTABLE", "VILLE", seq)
        select ${company}, 'c' || n, md5(n::text), '06' || lpad(n::text, 8, '0'), md5(n::text), first + n
        from generate_series(0, 4999) as n, (select take_seq(5000) as first) as s`.execute(tx)
      await sql`set local enable_seqscan to off`.execute(tx)
      const { rows } = await sql<Record<string, string>>`explain ${beginsWith('06 12 34')}`.execute(tx)
      return rows.map((row) => Object.values(row)[0]).join('\n')
    })
    for (const key of ['cle_nom', 'cle_prenom', 'cle_ville', 'cle_portable'])
      expect(plan).toMatch(new RegExp(`Index Cond: .*${key} ~>=~ `))
  })

  it('[DAY-12] tells how many there are, on a page after the last one too', async () => {
    const company = await addCompany(db())
    await db().inTenant(company, async (tx) => {
      for (const n of [1, 2, 3])
        await plant(tx, 'client', { IDCLIENT: `c${n}`, NOM: `Martin ${n}`, VILLE: 'Nantes', PORTABLE: `061234567${n}` })
    })
    const page = (q: string | undefined, more = {}) =>
      db().inTenant(company, (tx) => clientPage(tx, { ...(q === undefined ? {} : { q }), ...more }))
    expect(await page('mart', { limit: 2 })).toMatchObject({ data: [{ IDCLIENT: 'c1' }, { IDCLIENT: 'c2' }], total: 3 })
    expect(await page('nant', { limit: 2, page: 2 })).toMatchObject({ data: [{ IDCLIENT: 'c3' }], total: 3 })
    expect(await page('06 12 34 56 72')).toEqual({
      data: [{ IDCLIENT: 'c2', NOM: 'Martin 2', PRENOM: null, VILLE: 'Nantes', PORTABLE: '0612345672' }],
      total: 1,
    })
    expect(await page(undefined, { page: 7 })).toEqual({ data: [], total: 3 })
    expect(await page('dupont')).toEqual({ data: [], total: 0 })
  })
})
