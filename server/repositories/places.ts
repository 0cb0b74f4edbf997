import { type RawBuilder, sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Tx } from '../plugins/database/database.ts'
import { visible } from '../policies/visibility.ts'
import { recordJson } from './record-json.ts'

/** A client's record, as JSON text, and the place of their address. */
export interface Place {
  client: string
  LATITUDE: number
  LONGITUDE: number
  ADRESSE_COMPLETE: string | null
}

/** Clients whose address is in a box of degrees; without `west` and `east` between two parallels. */
export async function clientsInBox(
  tx: Tx,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Promise<Place[]> {
  // Across the 180th meridian the box would have two parts.
  const longitudes = west < -180 || east > 180 ? sql`true` : sql`adresse."LONGITUDE" between ${west} and ${east}`
  const { rows } = await sql<Place>`select ${recordJson('client')} as client, adresse."LATITUDE", adresse."LONGITUDE",
      adresse."ADRESSE_COMPLETE"
    from adresse join client on client.company_id = adresse.company_id and client."IDADRESSE" = adresse."IDADRESSE"
    where adresse.company_id = current_setting('app.company_id') and not adresse.deleted and not client.deleted
      and adresse."LATITUDE" between ${south} and ${north} and ${longitudes}`.execute(tx)
  return rows
}

/** Where people are, from `seen` rows (id, objet, debut, fin, projet, adresse, personne): the site's address when the row has none, else the client's. */
const located = (key: string, seen: RawBuilder<unknown>): RawBuilder<Values> => sql<Values>`
  with seen as (${seen})
  select p."IDPERSONNEL", p."NOM_COMPLET", p."INITIALES", p."TELEPHONE_PORTABLE", s.id as ${sql.ref(key)},
    s.objet as "RDV_OBJET", s.debut as "RDV_DEBUT", s.fin as "RDV_FIN", s.projet as "IDPROJET",
    a."IDADRESSE", a."ADRESSE_COMPLETE", a."LATITUDE", a."LONGITUDE"
  from seen s
  join personnel p on p.company_id = current_setting('app.company_id') and p."IDPERSONNEL" = s.personne and not p.deleted
  left join projet j on j.company_id = p.company_id and j."IDPROJET" = s.projet
  left join client c on c.company_id = p.company_id and c."IDCLIENT" = j."IDCLIENT"
  left join adresse a on a.company_id = p.company_id and not a.deleted
    and a."IDADRESSE" = coalesce(s.adresse, j."ADRESSE_CHANTIER", c."IDADRESSE")
  order by p."NOM" collate "und-x-icu", p."IDPERSONNEL", s.debut, s.id`

/** People at an appointment at `time` (company's clock, its first minute counts, the last one does not), as far as the caller may see it. */
export async function peopleAtRdvs(tx: Tx, staff: Staff, time: string): Promise<Values[]> {
  const { rows } = await located(
    'IDRDV',
    sql`
  select "IDRDV" as id, "RDV_OBJET" as objet, "RDV_DEBUT" as debut, "RDV_FIN" as fin, "IDPROJET" as projet,
    "IDADRESSE" as adresse, unnest("IDPERSONNELS") as personne
  from rdv where company_id = current_setting('app.company_id') and not deleted and "SUPPRIME" = 0
    and "RDV_DEBUT" <= ${time} and "RDV_FIN" > ${time} and ${visible(staff, 'rdv')}`,
  ).execute(tx)
  return rows
}

/** The same for the people planned in works. */
export async function peopleAtInterventions(tx: Tx, staff: Staff, time: string): Promise<Values[]> {
  const { rows } = await located(
    'IDINTERVENTION',
    sql`
  select "IDINTERVENTION" as id, "RDV_OBJET" as objet, entry->>'DEBUT' as debut, entry->>'FIN' as fin,
    "IDPROJET" as projet, null::text as adresse, entry->>'IDPERSONNEL' as personne
  from intervention, jsonb_array_elements("IDINTERVENTION_PLANNING") as entry
  where company_id = current_setting('app.company_id') and not deleted
    and entry->>'DEBUT' <= ${time} and entry->>'FIN' > ${time} and ${visible(staff, 'intervention')}`,
  ).execute(tx)
  return rows
}
