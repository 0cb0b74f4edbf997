import { sql } from 'kysely'
import type { NoticeKind } from '../../schemas/rules/notices.ts'
import type { Tx } from '../plugins/database/database.ts'

interface Burst {
  person: string
  kind: NoticeKind
  author: string
  /** The notice that tells it. */
  notice: string
  /** A record that it tells of already, where it is one alone. */
  told: string | null
  /** The records that it tells of now. */
  records: readonly string[]
}

/** Keeps which records a notice tells of; a new notice begins anew. The person is locked by then (`takeTurns`). @returns how many it did not tell of before */
export async function addToBurst(tx: Tx, { person, kind, author, notice, told, records }: Burst): Promise<number> {
  const { rows } = await sql<{ ids: string[] }>`select record_ids as ids from notice_burst
    where company_id = current_setting('app.company_id') and personnel_id = ${person} and kind = ${kind}
      and author_id = ${author} and notice_id = ${notice}`.execute(tx)
  const known = new Set([...(rows[0]?.ids ?? []), ...(told === null ? [] : [told])])
  const all = new Set([...known, ...records])
  await sql`insert into notice_burst (company_id, personnel_id, kind, author_id, notice_id, record_ids)
    values (current_setting('app.company_id'), ${person}, ${kind}, ${author}, ${notice}, ${[...all]}::text[])
    on conflict (company_id, personnel_id, kind, author_id)
      do update set notice_id = excluded.notice_id, record_ids = excluded.record_ids`.execute(tx)
  return all.size - known.size
}
