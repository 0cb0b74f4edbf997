import { sql } from 'kysely'
import { CHECKLIST, type ChecklistEntry, type ChecklistItem } from '../../schemas/checklist.ts'
import { DEFAULT_COMPANY_COLOR } from '../../schemas/entities/entreprise.ts'
import { type CompanyMentions, missingCompanyMentions } from '../../schemas/rules/devis-mentions.ts'
import { sameJson } from '../../schemas/same-json.ts'
import type { Tx } from '../plugins/database/database.ts'
import { STARTER_LISTS } from './starter-lists.ts'

interface Facts extends Record<Exclude<ChecklistItem, 'listes' | 'papiers'>, boolean> {
  stated: CompanyMentions
  /** Names of the entries of each list but the agencies, in no order. */
  lists: { LISTE: string; LIBELLE: string }[]
}

/** Each entry of a list as one text, in a fixed order. */
const namesOf = (entries: readonly { LISTE: string; LIBELLE: string }[]): string[] =>
  entries.map(({ LISTE, LIBELLE }) => `${LISTE} ${LIBELLE}`).sort()

const STARTERS = namesOf(
  Object.entries(STARTER_LISTS).flatMap(([LISTE, entries]) => entries.map(({ LIBELLE }) => ({ LISTE, LIBELLE }))),
)

const mine = sql`company_id = current_setting('app.company_id')`

/** The transaction's company's checklist. Lists are done when somebody made them other than those that every company begins with. */
export async function readChecklist(tx: Tx): Promise<ChecklistEntry[]> {
  const { rows } = await sql<Facts>`select
    c."LOGO" is not null or c."BACKGROUND" is not null
      or coalesce(c."COLOR", ${DEFAULT_COMPANY_COLOR}) <> ${DEFAULT_COMPANY_COLOR} as apparence,
    json_build_object('SIRET', c."SIRET", 'TELEPHONE', c."TELEPHONE", 'MAIL', c."MAIL", 'ADRESSE', c."ADRESSE", 'VILLE', c."VILLE", 'MENTIONS_LEGALES', c."MENTIONS_LEGALES",
      'MEDIATEUR', c."MEDIATEUR", 'ASSURANCE', c."ASSURANCE") as stated,
    exists (select from reference where ${mine} and "LISTE" = 'AGENCES' and not deleted
      and coalesce("ARCHIVE", 0) = 0 and coalesce("VILLE", '') <> '') as agences,
    (select count(*) > 1 from (select from personnel where ${mine} and not deleted
      and cardinality("ROLES") > 0 limit 2) as people) as personnel,
    exists (select from rapport where ${mine} and not deleted and "ACTIF" = 1) as rapports,
    exists (select from article where ${mine} and not deleted and coalesce("ARCHIVE", 0) = 0) as tarifs,
    c."SMTP" is not null or c."MAIL_EXPEDITEUR" is not null as mail,
    c."SMS_EXPEDITEUR" is not null as sms,
    exists (select from payment_account where ${mine}) as paiements,
    exists (select from client where ${mine} and not deleted) as import,
    coalesce((select json_agg(json_build_object('LISTE', "LISTE", 'LIBELLE', "LIBELLE")) from reference
      where ${mine} and "LISTE" <> 'AGENCES' and not deleted and coalesce("ARCHIVE", 0) = 0), '[]') as lists
    from company c where c.id = current_setting('app.company_id')`.execute(tx)
  const { lists, stated, ...done } = rows[0] as Facts
  const facts = {
    ...done,
    // The rule of the quotes: what is done here holds back none of them.
    papiers: missingCompanyMentions(stated).length === 0,
    listes: !sameJson(namesOf(lists), STARTERS),
  }
  return CHECKLIST.map((item) => ({ item, done: facts[item] }))
}
