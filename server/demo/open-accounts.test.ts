import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCompany, describeEngines } from '../../tests/support/engines.ts'
import { addAdmin, addPersonnel } from '../../tests/support/test-app.ts'
import { hashPassword } from '../plugins/session/passwords.ts'
import { closeDemoAccounts, openDemoAccounts } from './open-accounts.ts'
import { DEMO_PASSWORD } from './plans.ts'

describeEngines('accounts of the demonstration', (db) => {
  it('[SET-01 no-demo] [SEC] are closed in a suspended company and where somebody disabled them, before either is opened again', async () => {
    const company = await addCompany(db())
    const there = await addPersonnel(db(), { companyId: company })
    const left = await addPersonnel(db(), { companyId: company })
    const chief = await addAdmin(db())
    const password_hash = await hashPassword(DEMO_PASSWORD)
    await db().inTenant(company, async (tx) => {
      await sql`update credential set password_hash = ${password_hash}`.execute(tx)
      await sql`update credential set disabled = true where personnel_id = ${left.id}`.execute(tx)
      await sql`update company set disabled = true`.execute(tx)
    })
    await db().transaction({ platform: true }, (tx) =>
      tx.updateTable('admin_user').set({ password_hash, disabled: true }).where('id', '=', chief.id).execute(),
    )
    const mails = [there.mail, left.mail, chief.email]
    const open = async () => (await openDemoAccounts(db())).map(({ mail }) => mail).filter((one) => mails.includes(one))
    expect((await open()).sort()).toEqual([...mails].sort())
    expect(await closeDemoAccounts(db())).toEqual(expect.arrayContaining(mails))
    expect(await open()).toEqual([])
    // Nobody was let in by it.
    const { rows } = await db().inTenant(company, (tx) =>
      sql<{ disabled: boolean }>`select disabled from credential where personnel_id = ${left.id}`.execute(tx),
    )
    expect(rows).toEqual([{ disabled: true }])
  })
})
