import { sql } from 'kysely'
import type { Database } from '../../server/plugins/database/database.ts'

/** Gives a company a clock by which it is about noon: what is held at night (server/messages/night.ts) leaves, whenever the tests run. */
export async function atNoon(db: Database, companyId: string): Promise<void> {
  const hours = 12 - new Date().getUTCHours()
  // These names count the other way round: « Etc/GMT-2 » is two hours ahead.
  const zone = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  await db.inTenant(companyId, (tx) => sql`update company set "FUSEAU" = ${zone} where id = ${companyId}`.execute(tx))
}
