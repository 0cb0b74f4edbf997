import { sql } from 'kysely'
import { addDays, today } from '../../schemas/dates.ts'
import { SIGNED_ORIGINES } from '../../schemas/entities/fichier.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import { RETENTION } from '../../schemas/retention.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { FoundClient, Records } from './found.ts'

/** What the law obliges to keep of a customer who is erased. */
export interface Kept {
  records: Records
  /** `YYYY-MM-DD`; null when there is nothing to keep. */
  until: string | null
}

/** For each kept resource the fields that stay; all of them when the chain of evidence, or the law's own document, holds the record. */
export const KEPT_FIELDS: Partial<Record<SyncedResource, readonly string[] | 'all'>> = {
  client: ['IDCIVILITE', 'NOM', 'PRENOM', 'VILLE', 'DATE_CREATION'],
  adresse: 'all',
  projet: ['TYPE_PROJET', 'IDETAT_PROJET', 'DATE_CREATION'],
  devis: 'all',
  intervention: ['RDV_DEBUT', 'RDV_FIN', 'IDTYPE_INTERVENTION', 'DATE_CREATION'],
  fichier: 'all',
  // Accounting, without what was noted besides.
  paiement: [
    'MONTANT',
    'MOYEN',
    'GENRE',
    'DATE_PAIEMENT',
    'REFERENCE',
    'IDPERSONNEL',
    'DATE_CREATION',
    'ANNULE_LE',
    'ANNULE_PAR',
    'REJETE_LE',
    'MOTIF_ANNULATION',
  ],
}

/**
 * Signed quotes, signed files and paid orders, with the project, the customer's name and the places that they are about; until ten years after
 * the last of them.
 */
export async function keptOf(tx: Tx, { id, records }: FoundClient): Promise<Kept> {
  const of = (resource: SyncedResource) => sql`${records.get(resource) ?? []}::text[]`
  const company = sql`company_id = current_setting('app.company_id')`
  const { rows: quotes } = await sql<{ id: string; projet: string; at: string | null }>`
    select d."IDDEVIS" as id, d."IDPROJET" as projet, greatest(nullif(d."DATE_SIGNATURE", ''), nullif(d."DATE_REFUSE", ''),
      (select max(confirmed_at)::text from payment p where p.company_id = d.company_id and p.devis_id = d."IDDEVIS"),
      (select max(nullif(p."DATE_PAIEMENT", '')) from paiement p where p.company_id = d.company_id and p."IDDEVIS" = d."IDDEVIS")) as at
    from devis d where d.company_id = current_setting('app.company_id') and d."IDDEVIS" = any(${of('devis')})
      and (d."DEVIS_SIGNE" = 1 or exists (select 1 from payment p where p.company_id = d.company_id
        and p.devis_id = d."IDDEVIS" and p.state in ('pending', 'confirmed', 'superseded')))`.execute(tx)
  const { rows: files } = await sql<{ id: string; projet: string; owner: string; resource: string; at: string | null }>`
    select "IDFICHIER" as id, "IDPROJET" as projet, "IDENREGISTREMENT" as owner, "RESSOURCE" as resource, "DATE_CREATION" as at
    from fichier where ${company} and "IDFICHIER" = any(${of('fichier')})
      and "ORIGINE" = any(${[...SIGNED_ORIGINES]}::text[])`.execute(tx)
  if (quotes.length + files.length === 0) return { records: new Map(), until: null }
  const kept: Records = new Map([['client', [id]]])
  const put = (resource: SyncedResource, ids: string[]): void => {
    const mine = new Set(records.get(resource) ?? [])
    const found = [...new Set(ids)].filter((one) => mine.has(one)).sort()
    if (found.length > 0) kept.set(resource, found)
  }
  const projects = [...quotes, ...files].map(({ projet }) => projet)
  put('devis', [...quotes.map((one) => one.id), ...files.filter(isOf('devis')).map(({ owner }) => owner)])
  put(
    'fichier',
    files.map((one) => one.id),
  )
  const { rows: paid } = await sql<{ id: string }>`select id from paiement where ${company}
    and "IDDEVIS" = any(${quotes.map((one) => one.id)}::text[])`.execute(tx)
  put(
    'paiement',
    paid.map((one) => one.id),
  )
  put('projet', projects)
  put(
    'intervention',
    files.filter(isOf('intervention')).map(({ owner }) => owner),
  )
  const { rows: places } = await sql<{ id: string | null }>`
    select "ADRESSE_CHANTIER" as id from projet where ${company} and "IDPROJET" = any(${projects}::text[])
    union select "IDADRESSE" from client where ${company} and "IDCLIENT" = ${id}`.execute(tx)
  put(
    'adresse',
    places.flatMap(({ id: place }) => (place === null ? [] : [place])),
  )
  const last = [...quotes, ...files].flatMap(({ at }) => (at ? [Date.parse(at)] : [])).filter(Number.isFinite)
  const from = last.length > 0 ? Math.max(...last) : Date.now()
  return {
    records: kept,
    until: addDays(today('UTC', new Date(from)), RETENTION.effaces.days + 3),
  }
}

const isOf =
  (wanted: string) =>
  ({ resource }: { resource: string }): boolean =>
    resource === wanted
