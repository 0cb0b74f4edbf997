import { sql } from 'kysely'
import { canSee, type Staff, type Viewers } from '../../schemas/access.ts'
import type { RoleName } from '../../schemas/entities/personnel.ts'
import type { NoticeKind } from '../../schemas/rules/notices.ts'
import type { Tx } from '../plugins/database/database.ts'

/** Somebody who may be told. */
export interface Recipient {
  staff: Staff
  /** Kinds that they turned off. */
  off: NoticeKind[]
  /** Whether their lock screen may show names. */
  names: boolean
  /** Whether a browser of theirs asked for pushes. */
  hears: boolean
  /** Whether they have a mail: without one there is no login. */
  hasMail: boolean
}

/**
 * Whether this person works here, may log in, and may see what has these viewers; null: what everybody sees. Whoever left may have lost their mail only, with
 * the account still open: what is told to them alone, nobody reads.
 */
export async function mayBeTold(tx: Tx, id: string, viewers: Viewers | null): Promise<boolean> {
  const [to] = await recipients(tx, [id])
  return to?.hasMail === true && (viewers === null || canSee(to.staff, viewers))
}

/** Those of these people who work here and whose account is not closed; whoever has no login yet reads it once they have one. */
export async function recipients(tx: Tx, ids: readonly string[]): Promise<Recipient[]> {
  interface Row {
    id: string
    roles: RoleName[]
    agences: string[]
    everywhere: boolean
    off: NoticeKind[]
    names: boolean
    hears: boolean
    hasMail: boolean
  }
  const { rows } = await sql<Row>`
    select p."IDPERSONNEL" as id, p."ROLES" as roles, array_remove(p."AGENCES" || p."IDAGENCE", null) as agences,
      p."TOUTES_AGENCES" = 1 as everywhere, coalesce(c.off, '{}') as off, coalesce(c.names, false) as names,
      exists (select 1 from push_subscription s
        where s.company_id = p.company_id and s.account = 'personnel:' || p."IDPERSONNEL") as hears,
      coalesce(p."MAIL", k.mail) is not null as "hasMail"
    from personnel p left join notice_choice c on c.company_id = p.company_id and c.personnel_id = p."IDPERSONNEL"
    left join credential k on k.company_id = p.company_id and k.personnel_id = p."IDPERSONNEL"
    where p.company_id = current_setting('app.company_id') and p."IDPERSONNEL" = any(${[...ids]}::text[])
      and not p.deleted and cardinality(p."ROLES") > 0
      and k.disabled is not true
    order by p."IDPERSONNEL"`.execute(tx)
  return rows.map(({ id, roles, agences, everywhere, ...choices }) => ({
    staff: { id, roles, agences, toutesAgences: everywhere },
    ...choices,
  }))
}
