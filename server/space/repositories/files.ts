import { sql } from 'kysely'
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

/**
 * The files that a quote's customer receives: the quote, the signed quote, and the PVs of its works. Photos and the company's own documents are not shown.
 * `quoteOnly`: a public link shows the quote's own files.
 */
export async function readFiles(tx: Tx, devisId: string, quoteOnly: boolean): Promise<SpaceFile[]> {
  const { rows } = await sql<SpaceFile>`select "IDFICHIER", "NOM", "TYPE_MIME", "TAILLE", "ORIGINE", "DATE_CREATION"
    from fichier where company_id = current_setting('app.company_id') and not deleted and (
      ("RESSOURCE" = 'devis' and "IDENREGISTREMENT" = ${devisId} and "ORIGINE" in ('devis', 'devis_signe'))
      or (not ${quoteOnly}::boolean and "RESSOURCE" = 'intervention'
        and "ORIGINE" in ('intervention_sign_pv', 'intervention_levee_reserves')
        and "IDENREGISTREMENT" in (select "IDINTERVENTION" from intervention i
          where i.company_id = fichier.company_id and i."IDDEVIS" = ${devisId} and not i.deleted)))
    order by "DATE_CREATION" desc nulls last, "IDFICHIER"`.execute(tx)
  return rows
}
