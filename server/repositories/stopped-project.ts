import { sql } from 'kysely'
import type { Tx } from '../plugins/database/database.ts'

/** `isClosed` (schemas/rules/project-lists.ts) of a row of `projet`. @param projet its name in the query */
export const isStopped = (projet: string) =>
  sql<boolean>`(${sql.ref(projet)}."REFUSE" = 1 or coalesce(${sql.ref(projet)}."DATE_SANS_SUITE", '') <> '')`

/** `isStopped` of the project of a row of `devis` or `rdv`: its customer is asked for nothing any more. */
const stoppedOf = (table: 'devis' | 'rdv') => sql<boolean>`exists (select 1 from projet stopped
  where stopped.company_id = ${sql.ref(table)}.company_id and stopped."IDPROJET" = ${sql.ref(table)}."IDPROJET"
    and ${isStopped('stopped')})`
export const projectStopped = stoppedOf('devis')
export const rdvStopped = stoppedOf('rdv')

/** Whether the project of this quote was stopped. */
export async function isProjectStopped(tx: Tx, devisId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('devis')
    .select(projectStopped.as('stopped'))
    .where('IDDEVIS', '=', devisId)
    .executeTakeFirst()
  return row?.stopped === true
}

/** Whether the project of this appointment was stopped. */
export async function isRdvStopped(tx: Tx, rdvId: string): Promise<boolean> {
  const row = await tx.selectFrom('rdv').select(rdvStopped.as('stopped')).where('IDRDV', '=', rdvId).executeTakeFirst()
  return row?.stopped === true
}
