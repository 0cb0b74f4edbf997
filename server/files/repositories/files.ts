import { sql } from 'kysely'
import type { Staff } from '../../../schemas/access.ts'
import { type FileOwner, type Origine, SECOND_PV_NAME } from '../../../schemas/entities/fichier.ts'
import type { Values } from '../../../schemas/merge.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { visible } from '../../policies/visibility.ts'
import { lastFirst, type Page, type Paging, pageClause } from '../../repositories/paging.ts'
import { readRow, type StoredRow } from '../../repositories/rows.ts'

/** The newest file of a record with this origin that is not deleted; null when there is none. */
export async function findFile(
  tx: Tx,
  { owner, ORIGINE }: { owner: { resource: FileOwner; id: string }; ORIGINE: Origine },
): Promise<StoredRow | null> {
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier
    where company_id = current_setting('app.company_id') and "RESSOURCE" = ${owner.resource}
      and "IDENREGISTREMENT" = ${owner.id} and "ORIGINE" = ${ORIGINE} and not deleted
    order by seq desc limit 1`.execute(tx)
  return rows[0] ? readRow(tx, { resource: 'fichier', id: rows[0].id }) : null
}

/** Whether this person has had a PV of these works signed: the PV, or a second one beside it. */
export async function hasPvOf(tx: Tx, { id }: { id: string }, person: string): Promise<boolean> {
  const { rows } = await sql`select 1 from fichier
    where company_id = current_setting('app.company_id') and "RESSOURCE" = 'intervention' and "IDENREGISTREMENT" = ${id}
      and "IDPERSONNEL" = ${person} and not deleted
      and ("ORIGINE" = 'intervention_sign_pv' or ("ORIGINE" = 'document' and "NOM" = ${SECOND_PV_NAME})) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** The newest file of a project with this origin that this person may see; `owner`: of this record, `id`: this file. */
export async function findInProject(
  tx: Tx,
  staff: Staff,
  {
    projectId,
    origin,
    owner,
    id,
  }: { projectId: string; origin: Origine; owner?: string | undefined; id?: string | undefined },
): Promise<{ IDFICHIER: string; NOM: string } | undefined> {
  const { rows } = await sql<{ IDFICHIER: string; NOM: string }>`select "IDFICHIER", "NOM" from fichier
    where company_id = current_setting('app.company_id') and not deleted and ${visible(staff, 'fichier')}
      and "IDPROJET" = ${projectId} and "ORIGINE" = ${origin}
      and ${owner === undefined ? sql`true` : sql`"IDENREGISTREMENT" = ${owner}`}
      and ${id === undefined ? sql`true` : sql`"IDFICHIER" = ${id}`}
    order by seq desc limit 1`.execute(tx)
  return rows[0]
}

/** Projects with files that this person may see: how many, and their bytes; the largest first. */
export async function filesByProject(tx: Tx, staff: Staff): Promise<Values[]> {
  const { rows } = await sql<Values>`select f.*, p."DESCRIPTION" from (
      select "IDPROJET", count(*)::integer as "FICHIERS", sum("TAILLE")::bigint as "TAILLE" from fichier
      where company_id = current_setting('app.company_id') and not deleted and ${visible(staff, 'fichier')}
      group by "IDPROJET"
    ) as f join projet p on p.company_id = current_setting('app.company_id') and p."IDPROJET" = f."IDPROJET"
    order by f."TAILLE" desc, f."IDPROJET"`.execute(tx)
  return rows
}

/** The same for administrators: every project of the transaction's company, with its client's name. */
export async function projectFilesPage(tx: Tx, paging: Paging): Promise<Page<unknown>> {
  const used = sql`from (select f."IDPROJET", p."DESCRIPTION", concat_ws(' ', c."PRENOM", c."NOM") as "CLIENT",
      count(*)::integer as "FICHIERS", sum(f."TAILLE")::bigint as "TAILLE"
    from fichier f
      join projet p on p.company_id = f.company_id and p."IDPROJET" = f."IDPROJET"
      left join client c on c.company_id = p.company_id and c."IDCLIENT" = p."IDCLIENT"
    where f.company_id = current_setting('app.company_id') and not f.deleted
    group by f."IDPROJET", p."DESCRIPTION", c."PRENOM", c."NOM") as used`
  const clause = pageClause(lastFirst(paging, 'TAILLE'), { by: 'TAILLE', key: 'IDPROJET' })
  const { rows } = await sql`select * ${used} ${clause}`.execute(tx)
  const { rows: all } = await sql<{ total: number }>`select count(*)::integer as total ${used}`.execute(tx)
  return { data: rows, total: all[0]?.total ?? 0 }
}

/** Those of these ids that the company has, deleted or not. */
export async function knownFiles(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select "IDFICHIER" as id from fichier
    where company_id = current_setting('app.company_id') and "IDFICHIER" = any(${ids}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}
