import { type RawBuilder, sql } from 'kysely'
import type { ErasureProposal } from '../../schemas/privacy.ts'
import type { Tx } from '../plugins/database/database.ts'
import { cutoff } from '../retention/period.ts'

/** The day of a date, a wall clock or an instant, which are all texts that begin with it. */
const day = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`left(${column}, 10)`
/** The latest day of a list's items. */
const latest = (list: RawBuilder<unknown>, field: string): RawBuilder<unknown> =>
  sql`(select max(left(item ->> ${sql.lit(field)}, 10)) from jsonb_array_elements(${list}) as item)`
/** Days that exist: a journal has lines that people typed into former apps. */
const REAL_DAY = sql.lit('^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])')
/** What people noted. Events are the company's own acts (a project stopped or given to somebody), or of records whose dates count already. */
const noted = (journal: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select max(left(item ->> 'LE', 10)) from jsonb_array_elements(${journal}) as item
    where item ->> 'GENRE' <> 'evenement' and item ->> 'LE' ~ ${REAL_DAY})`
const stamp = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`

const own = (alias: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.company_id`)} = current_setting('app.company_id')`

/** The first day of a period that ends now. */
const dayOf = (kind: 'prospects' | 'contrats', now: Date): string => cutoff(kind, now).slice(0, 10)

/**
 * Days on which something happened between the company and a customer, by client. Read from what the records say: `updated_at` changes with every write, also
 * with a handover, a label, or the erasure of a colleague. What is still to come has a day after every cutoff, so whoever expects it is not proposed.
 * One pass over each table, of a company's 100,000 clients.
 */
const facts = (now: Date): RawBuilder<unknown> => sql`
  old as materialized (
    select * from client c where ${own('c')} and coalesce(${day(sql`c."DATE_CREATION"`)}, '') < ${dayOf('prospects', now)}
      and coalesce(c.stamps -> '_deleted' ->> 1, '') not in ('effacement', 'garde')
      -- Who was merged into another record is erased with that one.
      and not exists (select 1 from client_merge m where m.company_id = c.company_id and m.from_id = c."IDCLIENT"
        and m.undone_at is null)
  ), projects as (
    select p."IDPROJET", p."IDCLIENT", p."DATE_CREATION", p."JOURNAL"
      from projet p join old on old."IDCLIENT" = p."IDCLIENT" where ${own('p')}
  ), quoted as (
    select d."IDPROJET", d."IDCLIENT", greatest(${day(sql`d."DATE_CREATION"`)}, ${day(sql`d."DATE_TRANSMISSION"`)},
        ${day(sql`d."DATE_CONSULTATION"`)}, ${day(sql`d."DATE_SIGNATURE"`)}, ${day(sql`d."DATE_REFUSE"`)},
        ${latest(sql`d."RELANCES"`, 'LE')}) as day
      from devis d where ${own('d')}
  ), works (projet, day) as (
    select r."IDPROJET", greatest(${day(sql`r."DATE_CREATION"`)}, ${day(sql`r."REPONSE_CLIENT" ->> 'LE'`)},
        case when r."SUPPRIME" <> 1 and not r.deleted then ${day(sql`r."RDV_FIN"`)} end)
      from rdv r where ${own('r')} and r."IDPROJET" is not null
    union all
    select d."IDPROJET", d.day from quoted d
    union all
    select i."IDPROJET", greatest(${day(sql`i."DATE_CREATION"`)}, ${day(sql`i."DATE_FEEDBACK"`)}, case when not i.deleted
        then greatest(${day(sql`i."RDV_FIN"`)}, ${latest(sql`i."IDINTERVENTION_PLANNING"`, 'FIN')}) end)
      from intervention i where ${own('i')}
    union all
    select y."IDPROJET", ${day(sql`y."DATE_PAIEMENT"`)} from paiement y where ${own('y')} and y."ANNULE_LE" is null
    union all
    select f."IDPROJET", ${day(sql`f."DATE_CREATION"`)} from fichier f where ${own('f')}
      and f."ORIGINE" in ('devis_signe', 'intervention_sign_pv', 'intervention_levee_reserves')
  ), fact (client, day) as (
    select c."IDCLIENT", greatest(${day(sql`c."DATE_CREATION"`)}, ${noted(sql`c."JOURNAL"`)}) from old c
    union all
    select p."IDCLIENT", greatest(${day(sql`p."DATE_CREATION"`)}, ${noted(sql`p."JOURNAL"`)}) from projects p
    union all
    select p."IDCLIENT", w.day from works w join projects p on p."IDPROJET" = w.projet
    union all
    -- The project may have another client since: the quote keeps its own.
    select q."IDCLIENT", q.day from quoted q
    union all
    -- For an appointment without a project only its place says whose it is.
    select c."IDCLIENT", ${day(sql`r."RDV_FIN"`)} from rdv r join old c on c."IDADRESSE" = r."IDADRESSE"
      where ${own('r')} and r."IDPROJET" is null and r."SUPPRIME" <> 1 and not r.deleted
    union all
    select h.client_id, ${day(sql`r."RDV_FIN"`)} from rdv r join former_home h on ${own('h')} and h.adresse_id = r."IDADRESSE"
      where ${own('r')} and r."IDPROJET" is null and r."SUPPRIME" <> 1 and not r.deleted
        and (r."DATE_CREATION" is null or r."DATE_CREATION"::timestamptz <= h.until)
    union all
    select q."IDCLIENT", greatest(${day(sql`q."DATE_DEMANDE"`)}, ${latest(sql`q."REPONSES"`, 'LE')}) from demande q where ${own('q')}
    union all
    select d."IDCLIENT", ${stamp(sql`greatest(y.created_at, y.confirmed_at)`)}
      from payment y join devis d on ${own('d')} and d."IDDEVIS" = y.devis_id where ${own('y')}
    union all
    select s.account_id, ${stamp(sql`s.last_seen_at`)} from session s where ${own('s')} and s.kind = 'client'
  ), exchange (client, last) as (
    select client, max(day collate "C") from fact group by client
  )`

const signed = sql`exists (select 1 from devis d where d.company_id = c.company_id and d."IDCLIENT" = c."IDCLIENT"
    and (d."DEVIS_SIGNE" = 1 or exists (select 1 from payment y where y.company_id = d.company_id and y.devis_id = d."IDDEVIS")))
  or exists (select 1 from projet p join fichier f on f.company_id = p.company_id and f."IDPROJET" = p."IDPROJET"
    where p.company_id = c.company_id and p."IDCLIENT" = c."IDCLIENT"
      and f."ORIGINE" in ('devis_signe', 'intervention_sign_pv', 'intervention_levee_reserves'))`

/** Business that is open without an exchange of its own: a quote that may still be signed, a call that was planned within the period. */
const open = (now: Date): RawBuilder<unknown> => sql`exists (select 1 from devis d where d.company_id = c.company_id
    and d."IDCLIENT" = c."IDCLIENT" and not d.deleted and d."DEVIS_SIGNE" <> 1 and d."REFUSE" <> 1
    and d."DATE_VALIDITE" >= ${now.toISOString().slice(0, 10)})
  or exists (select 1 from projet p where p.company_id = c.company_id and p."IDCLIENT" = c."IDCLIENT" and not p.deleted
    and p."REFUSE" <> 1 and coalesce(p."DATE_SANS_SUITE", '') = ''
    and p."RELANCE_INTERMEDIAIRE" >= ${dayOf('prospects', now)})`

/**
 * Customers of the transaction's company without any exchange during their period, the longest first. Deleted ones too: a tombstone keeps its content. Of a
 * record that says no day at all, the day when it was written counts. This erases nothing.
 */
export async function proposals(tx: Tx, now = new Date()): Promise<ErasureProposal[]> {
  const { rows } = await sql<Omit<ErasureProposal, 'kind'> & { contract: boolean }>`
    with ${facts(now)}, silent as (
      select c."IDCLIENT", c."NOM", c."PRENOM", c."VILLE", coalesce(e.last, ${stamp(sql`c.updated_at`)}) as last,
        (${signed}) as contract,
        exists (select 1 from erasure_request r where r.company_id = c.company_id and r.kind = 'client'
          and r.person_id = c."IDCLIENT" and r.settled_at is null) as asked
      from old c join exchange e on e.client = c."IDCLIENT"
      where coalesce(e.last, ${stamp(sql`c.updated_at`)}) < ${dayOf('prospects', now)}
        and not (${open(now)})
    )
    select * from silent
    where last < case when contract then ${dayOf('contrats', now)} else ${dayOf('prospects', now)} end
    order by last collate "C", "IDCLIENT"`.execute(tx)
  return rows.map(({ contract, last, ...row }) => ({
    ...row,
    last: instantOfDay(last),
    kind: contract ? 'contrats' : 'prospects',
  }))
}

/** An instant that is on this day in Europe and overseas. Old journals may name a 31 February, which is a day of March. */
const instantOfDay = (date: string): string => new Date(Date.parse(`${date}T12:00:00.000Z`)).toISOString()
