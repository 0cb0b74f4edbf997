import { sql } from 'kysely'
import type { AnnouncedRdv } from '../../schemas/rules/annonces.ts'
import type { Tx } from '../plugins/database/database.ts'
import { closedAccounts } from '../repositories/closed-accounts.ts'
import { eventDomain } from '../repositories/event-domain.ts'
import { isStopped } from '../repositories/stopped-project.ts'

/** An appointment with everything that a message to its customer names (DAY-09). */
export interface ToldRdv extends AnnouncedRdv {
  IDRDV: string
  IDPROJET: string
  RDV_FIN: string
  version: number
  IDCLIENT: string
  /** Its project was stopped (`isClosed`). */
  stopped: boolean
  /** « Léa Noël » */
  client: string
  MAIL: string | null
  PORTABLE: string | null
  /** « 12 rue des Lilas, 69003 Lyon »; null without an address. */
  place: string | null
  /** Who comes, in the order of the appointment; nobody who left the company. */
  people: { name: string; phone: string | null; mail: string | null }[]
  company: {
    id: string
    key: string
    /** Of the name of this event in calendars (`eventDomain`). */
    domain: string
    NOM: string
    TELEPHONE: string | null
    MAIL_EXPEDITEUR: string | null
    zone: string
  }
}

/** The appointment as it is now, cancelled or not; null without a customer. The place is its own, else the site's, else the customer's. */
export async function readTold(tx: Tx, id: string): Promise<ToldRdv | null> {
  const left = await closedAccounts(tx)
  const { rows } = await sql<Omit<ToldRdv, 'company'> & { company: ToldRdv['company'] }>`
    select r."IDRDV", r."IDPROJET", r."RDV_DEBUT", r."RDV_FIN", r."SUPPRIME", r."ANNONCES", r."VERSION" as version, c."IDCLIENT",
      ${isStopped('p')} as stopped, concat_ws(' ', c."PRENOM", c."NOM") as client, c."MAIL", c."PORTABLE",
      (select nullif(concat_ws(', ', nullif(a."ADRESSE", ''), nullif(concat_ws(' ', a."CODE_POSTAL", a."VILLE"), '')), '')
        from adresse a where a.company_id = r.company_id and not a.deleted
        and a."IDADRESSE" = coalesce(r."IDADRESSE", p."ADRESSE_CHANTIER", c."IDADRESSE")) as place,
      coalesce((select jsonb_agg(jsonb_build_object('name', coalesce(nullif(s."NOM_COMPLET", ''), s."NOM"),
          'phone', s."TELEPHONE_PORTABLE", 'mail', s."MAIL") order by array_position(r."IDPERSONNELS", s."IDPERSONNEL"))
        from personnel s where s.company_id = r.company_id and s."IDPERSONNEL" = any(r."IDPERSONNELS")
          and s."IDPERSONNEL" <> all(${left}::text[])), '[]') as people,
      jsonb_build_object('id', e.id, 'key', e.key, 'domain', ${eventDomain(sql`r."DATE_CREATION"`)}, 'NOM', e."NOM", 'TELEPHONE', e."TELEPHONE",
        'MAIL_EXPEDITEUR', e."MAIL_EXPEDITEUR", 'zone', e."FUSEAU") as company
    from rdv r
    join projet p on p.company_id = r.company_id and p."IDPROJET" = r."IDPROJET" and not p.deleted
    join client c on c.company_id = r.company_id and c."IDCLIENT" = p."IDCLIENT" and not c.deleted
    join company e on e.id = r.company_id
    where r.company_id = current_setting('app.company_id') and r."IDRDV" = ${id} and not r.deleted`.execute(tx)
  return rows[0] ?? null
}
