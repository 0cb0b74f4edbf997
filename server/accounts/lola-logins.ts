import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'
import { isMail } from '../repositories/account-mail.ts'
import type { LolaClaims } from './lola-token.ts'

/** The person whom a token names: by id, by mail, or by both when both are the same person's. Null for nobody who may log in. */
export async function personOf(tx: Tx, { mail, personnelId }: LolaClaims): Promise<string | null> {
  const row = await tx
    .selectFrom('personnel')
    .innerJoin('credential', 'credential.personnel_id', 'personnel.IDPERSONNEL')
    .select(['IDPERSONNEL', 'ROLES'])
    .where('personnel.deleted', '=', false)
    .where('credential.disabled', '=', false)
    .$if(personnelId !== null, (query) => query.where('IDPERSONNEL', '=', personnelId as string))
    .$if(mail !== null, (query) => query.where(isMail('credential.mail', mail as string)))
    .executeTakeFirst()
  return row && row.ROLES.length > 0 ? row.IDPERSONNEL : null
}

/** Whether a login was made with this token. */
export async function wasUsed(tx: Tx, { jti }: LolaClaims): Promise<boolean> {
  const used = await tx.selectFrom('lola_token').select('jti').where('jti', '=', jti).executeTakeFirst()
  return used !== undefined
}

/** Spends a token, which works once. @returns false when it was used before */
export async function spendToken(tx: Tx, { jti, exp }: LolaClaims): Promise<boolean> {
  // An expired token is refused by its own date, so its line may be deleted.
  await tx.deleteFrom('lola_token').where('expires_at', '<', new Date().toISOString()).execute()
  const { rows } = await sql`insert into lola_token (company_id, jti, expires_at)
    values (current_setting('app.company_id'), ${jti}, ${new Date(exp * 1000)}) on conflict do nothing returning jti`.execute(
    tx,
  )
  return rows.length > 0
}
