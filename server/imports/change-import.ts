import type { Staff } from '../../schemas/access.ts'
import { AppError, notFound, validationError } from '../../schemas/errors.ts'
import { givenTwice, rememberedTargets } from '../../schemas/headings.ts'
import {
  FATES,
  hasBegun,
  type ImportSeen,
  type ImportState,
  type ImportTargetName,
  importTarget,
  isJoined,
} from '../../schemas/imports.ts'
import { sameJson } from '../../schemas/same-json.ts'
import type { Tx } from '../plugins/database/database.ts'
import { madeUnseen, moveImport, readImport, remember, type StoredImport } from './import-store.ts'

type Columns = readonly (ImportTargetName | null)[]

/** @throws AppError NOT_FOUND */
export async function needImport(tx: Tx, id: string): Promise<StoredImport> {
  const task = await readImport(tx, id)
  if (!task) throw notFound()
  return task
}

const NOT_THEIRS =
  'Cet import a créé des projets que vous ne voyez pas : un directeur de toutes les agences, ou la personne qui l’a fait, voit ses lignes et peut l’annuler.'

/**
 * Whether the lines and the undo of an import are this director's: their own import, one that has written nothing yet, or one whose projects they all see. A
 * line holds what the file says of its project, and an undo deletes it.
 */
export async function mayReach(tx: Tx, staff: Staff, task: StoredImport): Promise<boolean> {
  if (staff.toutesAgences || task.by_personnel === staff.id || !hasBegun(task.state)) return true
  return !(await madeUnseen(tx, task.id, staff))
}

/** @throws AppError NOT_FOUND, UNAUTHORIZED (`mayReach`) */
export async function needReached(tx: Tx, staff: Staff, id: string): Promise<StoredImport> {
  const task = await needImport(tx, id)
  if (!(await mayReach(tx, staff, task))) throw new AppError('UNAUTHORIZED', NOT_THEIRS)
  return task
}

/**
 * Begins a step. Asking again for a step that has begun, or is done, changes nothing.
 * @throws AppError CONFLICT where the import cannot take this step now, or another one of the company is being written
 */
async function begin(
  tx: Tx,
  id: string,
  move: { from: readonly ImportState[]; to: ImportState; done?: ImportState; again?: boolean; columns?: Columns },
): Promise<boolean> {
  const moved = await moveImport(tx, id, move).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== '23505') throw error
    throw new AppError('CONFLICT', 'Un autre import est en cours. Attendez qu’il soit terminé.', { cause: error })
  })
  if (moved) return true
  const { state } = await needImport(tx, id)
  if (state === move.to || state === move.done) return false
  throw new AppError('CONFLICT', 'Cet import n’en est pas là : rechargez la page.')
}

/** Chooses the columns, remembers them for the company's next files, and begins the dry run. */
export async function chooseColumns(tx: Tx, id: string, columns: Columns): Promise<void> {
  const { headings } = await needImport(tx, id)
  const problem = problemOf(headings, columns)
  if (problem) throw validationError({ colonnes: [problem] })
  await begin(tx, id, { from: ['lu', 'pret'], to: 'essai', again: true, columns })
  await remember(tx, rememberedTargets(headings, columns))
}

function problemOf(headings: readonly string[], columns: Columns): string | null {
  if (columns.length !== headings.length) return 'Le fichier n’a pas ce nombre de colonnes'
  if (!columns.includes('NOM')) return 'Choisissez la colonne du nom'
  const twice = givenTwice(columns, isJoined)
  return twice ? `« ${importTarget(twice).label} » ne peut venir que d’une colonne` : null
}

/**
 * Begins the import, or goes on with one that stopped.
 * @param seen what its author saw: another director may have tried other columns, or another sheet, since
 * @throws AppError CONFLICT also where it has changed since
 */
export async function launch(tx: Tx, id: string, seen: ImportSeen): Promise<boolean> {
  const task = await readImport(tx, id, true)
  if (!task) throw notFound()
  if (isBehind(task, seen)) throw new AppError('CONFLICT', 'Cet import a changé entre-temps : vérifiez-le à nouveau.')
  return begin(tx, id, { from: ['pret', 'interrompu'], to: 'import', done: 'fini' })
}

/** Only a dry run is compared by its result: an import has its own. */
function isBehind({ state, columns, sheet, counts }: StoredImport, { colonnes, feuille, sorts }: ImportSeen): boolean {
  if (colonnes !== undefined && !sameJson(colonnes, columns)) return true
  if (feuille !== undefined && feuille !== sheet) return true
  return state === 'pret' && sorts !== undefined && FATES.some((fate) => (sorts[fate] ?? 0) !== (counts[fate] ?? 0))
}

/** Begins the undo of a whole import. @throws AppError UNAUTHORIZED where it would delete projects that this director does not see */
export async function undo(tx: Tx, staff: Staff, id: string): Promise<boolean> {
  await needReached(tx, staff, id)
  return begin(tx, id, { from: ['fini', 'interrompu'], to: 'retrait', done: 'retire', again: true })
}
