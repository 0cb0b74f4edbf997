import { sql } from 'kysely'
import { addDays } from '../../schemas/dates.ts'
import type { Handed } from '../../schemas/handover.ts'
import { isPending, isSuperseded } from '../../schemas/rules/devis.ts'
import { type Position, positionOf } from '../../schemas/rules/distance.ts'
import { isWorkLeft, type StateQuote, type StateWork } from '../../schemas/rules/project-state.ts'
import type { Stay } from '../../schemas/rules/team-location.ts'
import type { Tx } from '../plugins/database/database.ts'
import { absentTimes } from '../repositories/absent-times.ts'
import { companyZone } from '../repositories/companies.ts'
import type { Colleague, Group } from './divide.ts'

/** A record that somebody holds. */
export interface Held {
  resource: Handed
  id: string
  projet: string | null
  client: string | null
  /** A project with a planned follow-up. */
  relance: boolean
  /** Of a quote on somebody else's project: who is responsible for that project. */
  keeper: string | null
}

const MINE = sql`company_id = current_setting('app.company_id') and not deleted`

type Quote = StateQuote & Parameters<typeof isSuperseded>[0]

/**
 * The finished projects of this person on which something is left: a quote that waits for its answer, or work (`isWorkLeft`), as the stored state is as old as
 * the last change, and « Mauvais » once ended a project, as did the works of another order.
 */
async function readLeft(tx: Tx, person: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; quotes: Quote[]; works: StateWork[] }>`
    select "IDPROJET" as id, (
      select coalesce(jsonb_agg(jsonb_build_object('IDDEVIS', "IDDEVIS", 'DEVIS_SIGNE', "DEVIS_SIGNE", 'REFUSE', "REFUSE",
        'DATE_SIGNATURE', "DATE_SIGNATURE", 'DATE_TRANSMISSION', "DATE_TRANSMISSION", 'IDPROJET', "IDPROJET",
        'GROUPE_VARIANTES', "GROUPE_VARIANTES")), '[]')
      from devis where ${MINE} and devis."IDPROJET" = projet."IDPROJET"
    ) as quotes, (
      select coalesce(jsonb_agg(jsonb_build_object('IDINTERVENTION', "IDINTERVENTION", 'IDDEVIS', "IDDEVIS", 'RDV_DEBUT', "RDV_DEBUT",
        'RDV_FIN', "RDV_FIN", 'FEEDBACK', "FEEDBACK", 'DATE_FEEDBACK', "DATE_FEEDBACK", 'DATE_CREATION', "DATE_CREATION", 'NOTES', (
          select coalesce(jsonb_agg(jsonb_build_object('id', note -> 'id')), '[]') from jsonb_array_elements("NOTES") as note))), '[]')
      from intervention where ${MINE} and intervention."IDPROJET" = projet."IDPROJET"
    ) as works
    from projet where ${MINE} and "IDRESPONSABLEPROJET" = ${person} and "IDETAT_PROJET" = 5`.execute(tx)
  const zone = await companyZone(tx)
  const isLeft = ({ quotes, works }: (typeof rows)[number]): boolean =>
    isWorkLeft(quotes, works, zone) || quotes.some((one) => isPending(one) && !isSuperseded(one, quotes))
  return rows.filter(isLeft).map(({ id }) => id)
}

/**
 * Clients, open projects, pending quotes, appointments and hours on site that have not ended, of one person.
 * @param now wall clock of the company
 */
export async function readHeld(tx: Tx, person: string, now: string): Promise<Held[]> {
  const left = await readLeft(tx, person)
  const { rows } = await sql<Held>`
    select 'client' as resource, "IDCLIENT" as id, null as projet, "IDCLIENT" as client, false as relance, null as keeper
    from client where ${MINE} and "IDPERSONNEL" = ${person}
    union all
    select 'projet', "IDPROJET", "IDPROJET", "IDCLIENT", coalesce("RELANCE_INTERMEDIAIRE", '') <> '', null
    from projet where ${MINE} and "IDRESPONSABLEPROJET" = ${person} and "REFUSE" <> 1
      and coalesce("DATE_SANS_SUITE", '') = '' and ("IDETAT_PROJET" <> 5 or "IDPROJET" = any(${left}::text[]))
    union all
    select 'devis', "IDDEVIS", "IDPROJET", "IDCLIENT", false, (select p."IDRESPONSABLEPROJET" from projet p
      where p.company_id = devis.company_id and p."IDPROJET" = devis."IDPROJET" and p."IDRESPONSABLEPROJET" <> ${person})
    from devis where ${MINE} and "IDRESPONSABLEPROJET" = ${person} and "DEVIS_SIGNE" <> 1 and "REFUSE" <> 1
    union all
    select 'rdv', r."IDRDV", r."IDPROJET", (select p."IDCLIENT" from projet p
      where p.company_id = r.company_id and p."IDPROJET" = r."IDPROJET"), false, null
    from rdv r where ${MINE} and ${person} = any("IDPERSONNELS") and "SUPPRIME" <> 1 and "RDV_FIN" > ${now}
    union all
    select 'intervention', i."IDINTERVENTION", i."IDPROJET", (select p."IDCLIENT" from projet p
      where p.company_id = i.company_id and p."IDPROJET" = i."IDPROJET"), false, null
    from intervention i where ${MINE} and exists (select 1 from jsonb_array_elements("IDINTERVENTION_PLANNING") as e
      where e ->> 'IDPERSONNEL' = ${person} and e ->> 'FIN' > ${now})
    order by 1, 2`.execute(tx)
  return rows
}

/** All that is about one client is one group; what has no client is a group of its own. */
export const groupOf = ({ resource, id, client }: Held): string => client ?? `${resource}/${id}`

interface Located {
  id: string
  agence: string | null
  LATITUDE: number | null
  LONGITUDE: number | null
}

/** What decides who gets each group. */
export async function readGroups(tx: Tx, held: readonly Held[]): Promise<Group[]> {
  const weights = new Map<string, number>()
  for (const one of held) weights.set(groupOf(one), (weights.get(groupOf(one)) ?? 0) + 1)
  const { rows } = await sql<Located>`select c."IDCLIENT" as id, c."IDAGENCE" as agence, a."LATITUDE", a."LONGITUDE"
    from client c left join adresse a on a.company_id = c.company_id and a."IDADRESSE" = c."IDADRESSE" and not a.deleted
    where c.company_id = current_setting('app.company_id') and c."IDCLIENT" = any(${[...weights.keys()]}::text[])`.execute(
    tx,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return [...weights].map(([id, weight]) => {
    const row = known.get(id)
    return { id, weight, agence: row?.agence ?? null, place: row ? positionOf(row) : null }
  })
}

/** Those of these people who work here: they have a role, and nobody has disabled their login. In the order asked for. */
export async function readColleagues(tx: Tx, ids: readonly string[]): Promise<Colleague[]> {
  const { rows } = await sql<{ id: string; IDAGENCE: string | null; AGENCES: string[]; place: Position | null }>`
    select p."IDPERSONNEL" as id, p."IDAGENCE", p."AGENCES", (
      select json_build_object('LATITUDE', avg(a."LATITUDE"), 'LONGITUDE', avg(a."LONGITUDE"))
      from client c join adresse a on a.company_id = c.company_id and a."IDADRESSE" = c."IDADRESSE" and not a.deleted
      where c.company_id = p.company_id and c."IDPERSONNEL" = p."IDPERSONNEL" and not c.deleted
        and a."LATITUDE" is not null and a."LONGITUDE" is not null having count(*) > 0) as place
    from personnel p
    where p.company_id = current_setting('app.company_id') and not p.deleted and cardinality(p."ROLES") > 0
      and p."IDPERSONNEL" = any(${[...ids]}::text[])
      and not exists (select 1 from credential k
        where k.company_id = p.company_id and k.personnel_id = p."IDPERSONNEL" and k.disabled)`.execute(tx)
  return ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    return [{ id, agences: row.IDAGENCE === null ? row.AGENCES : [row.IDAGENCE, ...row.AGENCES], place: row.place }]
  })
}

/** Appointments and hours on site of these people that have not ended, and the times at which they are absent within a year. */
export type Busy = Omit<Stay, 'IDPROJET' | 'IDADRESSE'>
/** How far ahead absences are looked at: appointments are not made further ahead. */
const AHEAD_DAYS = 366

export async function readBusy(tx: Tx, people: readonly string[], now: string): Promise<Busy[]> {
  const { rows } = await sql<Busy>`select * from (
      select unnest("IDPERSONNELS") as "IDPERSONNEL", 'rdv' as kind, "IDRDV" as id, "RDV_OBJET" as objet,
        "RDV_DEBUT" as debut, "RDV_FIN" as fin
      from rdv where ${MINE} and "SUPPRIME" <> 1 and "RDV_FIN" > ${now}
      union all
      select e ->> 'IDPERSONNEL', 'intervention', "IDINTERVENTION", "RDV_OBJET", e ->> 'DEBUT', e ->> 'FIN'
      from intervention, jsonb_array_elements("IDINTERVENTION_PLANNING") as e where ${MINE}
    ) as busy where "IDPERSONNEL" = any(${[...people]}::text[]) and fin > ${now}
    order by debut, id`.execute(tx)
  const from = now.slice(0, 10)
  const absent = (await absentTimes(tx, { from, before: addDays(from, AHEAD_DAYS) }))
    .filter(({ IDPERSONNEL, fin }) => people.includes(IDPERSONNEL) && fin > now)
    .map(({ IDPERSONNEL, debut, fin }): Busy => ({ IDPERSONNEL, kind: 'absence', id: '', objet: null, debut, fin }))
  return [...rows, ...absent]
}
