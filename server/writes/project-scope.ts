import { sql } from 'kysely'
import type { Viewers } from '../../schemas/access.ts'
import type { SyncedResource } from '../../schemas/resources.ts'
import type { StateQuote, StateWork } from '../../schemas/rules/project-state.ts'
import type { Tx } from '../plugins/database/database.ts'
import type { StoredRow } from '../repositories/rows.ts'
import type { Staged } from './changes.ts'
import type { ScopeContext } from './write-types.ts'

type Cells = Record<string, unknown>

/** What belongs to a project, as it will be at the end of this write (stored rows, replaced by the staged ones). */
export interface ProjectContents {
  rdvs: { id: string; people: string[]; active: boolean }[]
  interventions: (StateWork & { people: string[] })[]
  quotes: StateQuote[]
}

const WORK_COLUMNS = ['IDDEVIS', 'RDV_DEBUT', 'RDV_FIN', 'FEEDBACK', 'DATE_FEEDBACK', 'DATE_CREATION', 'NOTES']

const planned = (record: Cells): string[] =>
  (record.IDINTERVENTION_PLANNING as { IDPERSONNEL: string }[]).map((entry) => entry.IDPERSONNEL)

async function cellsOf(
  ctx: ScopeContext,
  { resource, key, projet, columns }: { resource: SyncedResource; key: string; projet: string; columns: string[] },
): Promise<Cells[]> {
  const { rows } = await sql<Cells>`select ${sql.join([key, ...columns].map((name) => sql.ref(name)))}
    from ${sql.table(resource)} where company_id = current_setting('app.company_id')
    and "IDPROJET" = ${projet} and not deleted`.execute(ctx.tx)
  const staged = ctx.changes.all().filter((one) => one.resource === resource)
  const known = new Set(staged.map((one) => one.row.id))
  return [
    ...rows.filter((row) => !known.has(row[key] as string)),
    ...staged.filter((one) => !one.row.deleted && one.row.record.IDPROJET === projet).map((one) => one.row.record),
  ]
}

export async function projectContents(ctx: ScopeContext, projet: string): Promise<ProjectContents> {
  const rdvs = await cellsOf(ctx, { resource: 'rdv', key: 'IDRDV', projet, columns: ['IDPERSONNELS', 'SUPPRIME'] })
  const interventions = await cellsOf(ctx, {
    resource: 'intervention',
    key: 'IDINTERVENTION',
    projet,
    columns: [...WORK_COLUMNS, 'IDINTERVENTION_PLANNING'],
  })
  const quotes = await cellsOf(ctx, {
    resource: 'devis',
    key: 'IDDEVIS',
    projet,
    columns: ['DEVIS_SIGNE', 'REFUSE', 'DATE_SIGNATURE'],
  })
  return {
    rdvs: rdvs.map((row) => ({
      id: row.IDRDV as string,
      people: row.IDPERSONNELS as string[],
      active: row.SUPPRIME !== 1,
    })),
    interventions: interventions.map((row) => ({
      IDINTERVENTION: row.IDINTERVENTION as string,
      IDDEVIS: (row.IDDEVIS ?? null) as string | null,
      RDV_DEBUT: row.RDV_DEBUT as string,
      RDV_FIN: row.RDV_FIN as string,
      FEEDBACK: row.FEEDBACK as string | null,
      DATE_FEEDBACK: (row.DATE_FEEDBACK ?? null) as string | null,
      DATE_CREATION: (row.DATE_CREATION ?? null) as string | null,
      NOTES: row.NOTES as { id: string }[],
      people: planned(row),
    })),
    quotes: quotes.map((row) => ({
      IDDEVIS: row.IDDEVIS as string,
      DEVIS_SIGNE: row.DEVIS_SIGNE as 0 | 1,
      REFUSE: row.REFUSE as 0 | 1,
      DATE_SIGNATURE: (row.DATE_SIGNATURE ?? null) as string | null,
    })),
  }
}

/** The project that decides who sees this record; null when it belongs to none. */
export async function rootOf(tx: Tx, resource: SyncedResource, record: Cells): Promise<string | null> {
  if (resource !== 'projet' && record.IDPROJET) return record.IDPROJET as string
  if (resource === 'projet') return record.IDPROJET as string
  if (resource !== 'soumission' || !record.IDRDV) return null
  const { rows } = await sql<{ IDPROJET: string | null }>`select "IDPROJET" from rdv
    where company_id = current_setting('app.company_id') and "IDRDV" = ${record.IDRDV}`.execute(tx)
  return rows[0]?.IDPROJET ?? null
}

/**
 * Gives the viewers of a project (or of a rdv without one) to every row that inherits them and has others (SERVER-4): rows of this write in memory, stored
 * rows by a touch.
 */
export async function spreadViewers(
  ctx: ScopeContext,
  { projet, rdvs, viewers }: { projet: string | null; rdvs: readonly string[]; viewers: Viewers },
): Promise<void> {
  const company = sql`company_id = current_setting('app.company_id') and not deleted`
  const { rows } = await sql<{ resource: SyncedResource; id: string }>`
    with r as (
      select 'rdv' as resource, "IDRDV" as id, viewer_agence as a, viewer_personnes as p from rdv
      where ${company} and "IDRDV" = any(${[...rdvs]}::text[])
    ), s as (
      select 'devis' as resource, "IDDEVIS" as id, viewer_agence as a, viewer_personnes as p from devis
      where ${company} and "IDPROJET" = ${projet}
      union all
      select 'intervention', "IDINTERVENTION", viewer_agence, viewer_personnes from intervention
      where ${company} and "IDPROJET" = ${projet}
      union all
      select 'soumission', "IDSOUMISSION", viewer_agence, viewer_personnes from soumission
      where ${company} and ("IDPROJET" = ${projet} or ("IDPROJET" is null and "IDRDV" = any(${[...rdvs]}::text[])))
      union all
      select 'paiement', id, viewer_agence, viewer_personnes from paiement
      where ${company} and "IDPROJET" = ${projet}
      union all
      select 'fichier', "IDFICHIER", viewer_agence, viewer_personnes from fichier
      where ${company} and "IDPROJET" = ${projet}
      union all
      select resource, id, a, p from r
    ), c as (
      select 'conflit' as resource, conflit.id, viewer_agence as a, viewer_personnes as p from conflit
      where ${company} and (("RESSOURCE" = 'projet' and "IDENREGISTREMENT" = ${projet})
        or ("RESSOURCE", "IDENREGISTREMENT") in (select s.resource, s.id from s))
    )
    select resource, id from (select * from s union all select * from c) as dependent
    where a is distinct from ${viewers.agence} or p is distinct from ${[...viewers.personnes]}::text[]`.execute(ctx.tx)
  for (const { resource, id } of rows) {
    const staged = ctx.changes.get(resource, id)
    // This write makes it a tombstone, which keeps its viewers.
    if (staged?.row.deleted) continue
    if (!staged || hangsOn(staged, projet, rdvs)) ctx.changes.touch({ resource, id, viewers })
  }
}

/** A staged row may just have been moved to another project. */
function hangsOn({ resource, row }: Staged, projet: string | null, rdvs: readonly string[]): boolean {
  if (resource === 'rdv') return rdvs.includes(row.id)
  return resource === 'conflit' || (row.record.IDPROJET ?? null) === projet || rdvs.includes(row.record.IDRDV as string)
}

export const isAlive = (row: StoredRow | null | undefined): row is StoredRow => row != null && !row.deleted
