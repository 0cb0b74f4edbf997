import { type RawBuilder, sql } from 'kysely'
import type { Origine } from '../../../schemas/entities/fichier.ts'
import type { Tx } from '../../plugins/database/database.ts'

export interface SpaceFile {
  IDFICHIER: string
  NOM: string
  TYPE_MIME: string
  TAILLE: number
  ORIGINE: Origine
  DATE_CREATION: string | null
}

async function filesWhere(tx: Tx, which: RawBuilder<boolean>): Promise<SpaceFile[]> {
  const { rows } = await sql<SpaceFile>`select "IDFICHIER", "NOM", "TYPE_MIME", "TAILLE", "ORIGINE", "DATE_CREATION"
    from fichier where company_id = current_setting('app.company_id') and not deleted and ${which}
    order by "DATE_CREATION" desc nulls last, "IDFICHIER"`.execute(tx)
  return rows
}

/** The signed PVs of works. @param works a condition on the row `i` of `intervention` */
const pvsOf = (works: RawBuilder<boolean>) => sql<boolean>`("RESSOURCE" = 'intervention'
  and "ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves')
  and "IDENREGISTREMENT" in (select "IDINTERVENTION" from intervention i
    where i.company_id = fichier.company_id and not i.deleted and ${works}))`

/**
 * The files that a quote's customer receives: the quote, the signed quote, and the PVs of its works, of an order also those of its project's works without a
 * quote, which count for it. Photos and the company's own documents are not shown. `quoteOnly`: a public link shows the quote's own files.
 */
export function readFiles(tx: Tx, devisId: string, quoteOnly: boolean): Promise<SpaceFile[]> {
  const own = sql<boolean>`("RESSOURCE" = 'devis' and "IDENREGISTREMENT" = ${devisId} and "ORIGINE" in ('devis', 'devis_signe'))`
  if (quoteOnly) return filesWhere(tx, own)
  const ofOrder = sql`exists (select 1 from devis d
    join projet p on p.company_id = d.company_id and p."IDPROJET" = d."IDPROJET" and p."IDCLIENT" = d."IDCLIENT"
    where d.company_id = i.company_id and d."IDDEVIS" = ${devisId} and d."DEVIS_SIGNE" = 1 and d."IDPROJET" = i."IDPROJET")`
  const works = sql<boolean>`(i."IDDEVIS" = ${devisId} or (i."IDDEVIS" is null and ${ofOrder}))`
  return filesWhere(tx, sql<boolean>`(${own} or ${pvsOf(works)})`)
}

/** The signed PVs of all works of a project: of those without a quote this is where its customer finds them. */
export const readProjectFiles = (tx: Tx, projetId: string): Promise<SpaceFile[]> =>
  filesWhere(tx, pvsOf(sql<boolean>`i."IDPROJET" = ${projetId}`))
