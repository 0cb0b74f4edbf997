import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '../../server/plugins/database/open-database.ts'
import { testKey } from './test-key.ts'

/** Commits rows into the embedded database of the given folder until killed, and prints each one once it is acknowledged. */
const folder = process.argv[2] ?? ''
const db = await openDatabase({ kind: 'embedded', folder, onLockLost: () => process.exit(3), key: testKey })
const companyId = 'crash'
await db.inTenant(companyId, (trx) =>
  trx
    .insertInto('company')
    .values({ id: companyId, key: 'crash', NOM: 'Crash' })
    .onConflict((conflict) => conflict.doNothing())
    .execute(),
)
const write = async (): Promise<void> => {
  for (;;) {
    const id = randomUUID()
    await db.inTenant(companyId, async (trx) => {
      await sql`insert into reference (company_id, "id", "LISTE", "LIBELLE", "ORDRE", seq)
        values (${companyId}, ${id}, 'ORIGINE', ${'é'.repeat(200)}, 0, take_seq(1))`.execute(trx)
    })
    writeSync(1, `${id}\n`)
  }
}
await Promise.all([write(), write(), write()])
