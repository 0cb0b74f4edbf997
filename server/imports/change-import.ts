import { AppError, notFound, validationError } from '../../schemas/errors.ts'
import { givenTwice, rememberedTargets } from '../../schemas/headings.ts'
import { type ImportState, type ImportTargetName, importTarget, isJoined } from '../../schemas/imports.ts'
import type { Tx } from '../plugins/database/database.ts'
import { moveImport, readImport, remember, type StoredImport } from './import-store.ts'

type Columns = readonly (ImportTargetName | null)[]

/** @throws AppError NOT_FOUND */
export async function needImport(tx: Tx, id: string): Promise<StoredImport> {
  const task = await readImport(tx, id)
  if (!task) throw notFound()
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

/** Begins the import, or goes on with one that stopped. */
export const launch = (tx: Tx, id: string): Promise<boolean> =>
  begin(tx, id, { from: ['pret', 'interrompu'], to: 'import', done: 'fini' })

/** Begins the undo of a whole import. */
export const undo = (tx: Tx, id: string): Promise<boolean> =>
  begin(tx, id, { from: ['fini', 'interrompu'], to: 'retrait', done: 'retire', again: true })
