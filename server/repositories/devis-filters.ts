import { sql } from 'kysely'
import type { Condition } from './filters.ts'

export const DEVIS_STEPS = ['attente', 'signe', 'refuse', 'transmis'] as const

/** Quotes by the step that they wait for, as schemas/rules/devis.ts reads the flags. */
export const DEVIS_STEP_SQL: Record<(typeof DEVIS_STEPS)[number], Condition> = {
  attente: sql`"DEVIS_SIGNE" <> 1 and "REFUSE" <> 1`,
  signe: sql`"DEVIS_SIGNE" = 1`,
  refuse: sql`"REFUSE" = 1`,
  transmis: sql`"DEVIS_SIGNE" <> 1 and "REFUSE" <> 1 and "DATE_TRANSMISSION" is not null`,
}

/** Quotes that this member of the staff is responsible for, or whose project is theirs. @param me IDPERSONNEL */
export const devisOf = (me: string): Condition => sql`("IDRESPONSABLEPROJET" = ${me} or exists (
  select 1 from projet p where p.company_id = devis.company_id and p."IDPROJET" = devis."IDPROJET"
  and p."IDRESPONSABLEPROJET" = ${me}))`
