import { sql } from 'kysely'
import type { NoticeChoices } from '../../schemas/account.ts'
import type { NoticeKind } from '../../schemas/rules/notices.ts'
import type { Tx } from '../plugins/database/database.ts'

/** What a person chose to be told of; everything, and without names, when they never chose. */
export async function readChoices(tx: Tx, personnel: string): Promise<NoticeChoices> {
  const { rows } = await sql<{ off: NoticeKind[]; names: boolean }>`select off, names from notice_choice
    where company_id = current_setting('app.company_id') and personnel_id = ${personnel}`.execute(tx)
  const [row] = rows
  return { SANS: row?.off ?? [], NOMS: row?.names ?? false }
}

/** Keeps what a person chose. */
export async function saveChoices(tx: Tx, personnel: string, { SANS, NOMS }: NoticeChoices): Promise<void> {
  await sql`insert into notice_choice (company_id, personnel_id, off, names)
    values (current_setting('app.company_id'), ${personnel}, ${[...new Set(SANS)]}::text[], ${NOMS})
    on conflict (company_id, personnel_id) do update set off = excluded.off, names = excluded.names`.execute(tx)
}
