import { sql } from 'kysely'
import type { Staff } from '../../schemas/access.ts'
import { hasBegun, type Import, type ImportDetail, type ImportRow, isWorking } from '../../schemas/imports.ts'
import type { Tx } from '../plugins/database/database.ts'
import { mayReach } from './change-import.ts'
import { nextLines, type StoredImport, type StoredLine } from './import-store.ts'

/** Lines that show what stands in each column. */
const EXAMPLES = 5

function present(task: StoredImport, names: ReadonlyMap<string, string>): Import {
  return {
    id: task.id,
    nom: task.name,
    etat: task.state,
    cree_le: task.created_at,
    par: names.get(task.by_personnel) ?? null,
    format: task.format,
    encodage: task.encoding,
    separateur: task.separator,
    feuilles: task.sheets,
    feuille: task.sheet,
    entete: task.header_line,
    titres: task.headings,
    colonnes: task.columns,
    lignes: task.total,
    faites: Math.min(task.done, task.total),
    sorts: task.counts,
    fini_le: task.ended_at,
  }
}

/** Imports as their company sees them. */
export async function presentImports(tx: Tx, tasks: readonly StoredImport[]): Promise<Import[]> {
  const { rows } = await sql<{ id: string; name: string | null }>`select "IDPERSONNEL" as id, "NOM_COMPLET" as name
    from personnel where company_id = current_setting('app.company_id') and not deleted
    and "IDPERSONNEL" = any(${tasks.map((task) => task.by_personnel)}::text[])`.execute(tx)
  const names = new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
  return tasks.map((task) => present(task, names))
}

/** One import, with its first lines as long as columns are chosen by them. */
export async function presentImport(tx: Tx, staff: Staff, task: StoredImport): Promise<ImportDetail> {
  const [shown] = await presentImports(tx, [task])
  const begun = hasBegun(task.state)
  const lines = begun ? [] : await nextLines(tx, task.id, { from: 0, limit: EXAMPLES })
  // While the server works, screens ask every second and show neither lines nor undo.
  const visible = isWorking(task.state) || (await mayReach(tx, staff, task))
  return { ...(shown as Import), exemples: lines.map(({ cells }) => cells), visible }
}

export const presentLine = ({ number, cells, fate, details, records }: StoredLine): ImportRow => ({
  ligne: number,
  cellules: cells,
  sort: fate,
  erreurs: details.erreurs ?? [],
  corrections: details.corrections ?? [],
  doublon: details.doublon ?? null,
  garde: details.garde ?? [],
  IDCLIENT: fate === 'retire' ? null : (records?.client ?? null),
})
