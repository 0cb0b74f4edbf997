import { sql } from 'kysely'
import type { Stop } from '../../schemas/rules/stopped.ts'
import type { Tx } from '../plugins/database/database.ts'
import { eventDomain } from './event-domain.ts'
import { isStopped } from './stopped-project.ts'

/** One entry of a person's agenda; times are the company's wall clock. */
export interface AgendaEntry {
  id: string
  /** `rdv`, `intervention` or `absence`: the same person may be planned twice in one. */
  kind: string
  title: string | null
  start: string
  end: string
  client: string | null
  phone: string | null
  place: string | null
  latitude: number | null
  longitude: number | null
  /** Counts the changes of the record. */
  version: number
  /** ISO 8601 UTC. */
  changed: string
  /** Whole days, from one midnight to another. */
  allDay?: boolean
  /** Why nobody will go there any more (`stopOf`); null of what was. */
  stopped?: Stop | null
  /** What its name in calendars ends with (`eventDomain`), where it says when it was made. */
  domain?: string
}

/**
 * Active appointments and planned works of one person between two days (`from` included, `until` not), by their start.
 * @param now wall clock of the company
 */
export async function agendaOf(
  trx: Tx,
  { personnel, from, until, now }: { personnel: string; from: string; until: string; now: string },
): Promise<AgendaEntry[]> {
  const { rows } = await sql<AgendaEntry>`
    with mine as (
      select "IDRDV" as id, 'rdv' as kind, "RDV_OBJET" as title, "IDNATURE_RDV" as nature, "RDV_DEBUT" as start,
        "RDV_FIN" as "end", "IDPROJET" as projet, null as devis, "IDADRESSE" as adresse, "VERSION" as version,
        updated_at as changed, "DEBRIEF_CATEGORIE" <> 0 as done, "DATE_CREATION" as made
      from rdv where company_id = current_setting('app.company_id') and not deleted and "SUPPRIME" = 0
        and "IDPERSONNELS" @> array[${personnel}]::text[] and "RDV_DEBUT" >= ${from} and "RDV_DEBUT" < ${until}
      union all
      select "IDINTERVENTION" || '.' || (entry->>'id'), 'intervention', "RDV_OBJET", "IDTYPE_INTERVENTION",
        entry->>'DEBUT', entry->>'FIN', "IDPROJET", "IDDEVIS", null, "VERSION", updated_at, "FEEDBACK" = 'bon',
        "DATE_CREATION"
      from intervention, jsonb_array_elements("IDINTERVENTION_PLANNING") as entry
      where company_id = current_setting('app.company_id') and not deleted
        and entry->>'IDPERSONNEL' = ${personnel} and entry->>'DEBUT' >= ${from} and entry->>'DEBUT' < ${until}
    )
    select m.id, m.kind, coalesce(nullif(m.title, ''), n."LIBELLE") as title, m.start, m."end",
      nullif(concat_ws(' ', c."PRENOM", c."NOM"), '') as client, coalesce(c."PORTABLE", c."TELEPHONE") as phone,
      a."ADRESSE_COMPLETE" as place, a."LATITUDE" as latitude, a."LONGITUDE" as longitude, m.version, m.changed,
      case when m.done or m."end" <= ${now} then null when ${isStopped('j')} then 'projet'
        when d."DEVIS_SIGNE" = 1 and d."REFUSE" = 1 then 'commande' end as stopped,
      ${eventDomain(sql`m.made`)} as domain
    from mine m
    left join reference n on n.company_id = current_setting('app.company_id') and n.id = m.nature
    left join projet j on j.company_id = current_setting('app.company_id') and j."IDPROJET" = m.projet
    left join devis d on d.company_id = current_setting('app.company_id') and d."IDDEVIS" = m.devis
    left join client c on c.company_id = current_setting('app.company_id') and c."IDCLIENT" = j."IDCLIENT"
    left join adresse a on a.company_id = current_setting('app.company_id') and not a.deleted
      and a."IDADRESSE" = coalesce(m.adresse, j."ADRESSE_CHANTIER", c."IDADRESSE")
    order by m.start, m.kind, m.id`.execute(trx)
  return rows
}
