import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addCompany, fillDataFolder } from '../../../tests/support/engines.ts'
import { withTransactions } from './database.ts'
import { openPglite } from './pglite-engine.ts'

describe('embedded database on a folder', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lolapp-pglite-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const open = () => openPglite({ folder, onLockLost: () => undefined })

  it('keeps its rows from one start to the next, also after its creation was killed half way', async () => {
    mkdirSync(join(folder, 'database.creation-99'))
    writeFileSync(join(folder, 'database.creation-99', 'PG_VERSION'), '18')
    const first = withTransactions(await open())
    const id = await addCompany(first, 'gardee')
    await first.close()
    expect(readdirSync(folder)).toEqual(['database'])
    const second = withTransactions(await open())
    expect(
      await second.transaction({ companyKey: 'gardee' }, (trx) => trx.selectFrom('company').select('id').execute()),
    ).toEqual([{ id }])
    await second.close()
  })

  it('answers 503 to a transaction whose worker died, runs none of its later statements, and serves again', async () => {
    await fillDataFolder(folder)
    const engine = await open()
    const db = withTransactions(engine)
    const id = await addCompany(db)
    const name = (NOM: string) => db.inTenant(id, (trx) => trx.updateTable('company').set({ NOM }).execute())
    await name('Avant')

    let rest: unknown
    const interrupted = db.inTenant(id, async (trx) => {
      await trx.updateTable('company').set({ NOM: 'Perdu' }).execute()
      await engine.client.crash()
      await engine.client.ready()
      rest = await sql`update company set "NOM" = 'Hors transaction'`.execute(trx).catch((error: unknown) => error)
      throw rest
    })
    await expect(interrupted).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(rest).toMatchObject({ code: 'UNAVAILABLE' })
    const read = () => db.inTenant(id, (trx) => trx.selectFrom('company').select('NOM').executeTakeFirst())
    expect(await read()).toEqual({ NOM: 'Avant' })
    await name('Après')
    expect(await read()).toEqual({ NOM: 'Après' })

    const inFlight = db.inTenant(id, (trx) => sql`select pg_sleep(5)`.execute(trx))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await engine.client.crash()
    await expect(inFlight).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await read()).toEqual({ NOM: 'Après' })
    await db.close()
  })
})
