import { AppError } from '../../schemas/errors.ts'
import type { Stamps } from '../../schemas/merge.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from './changes.ts'

/**
 * Why a tombstone has no content any more, or none that anybody may see: `effacement` a person was erased · `garde` the same, kept under the law ·
 * `conservation` the period of a resolved conflict or of a notice is over. It is stored in the place of the deletion's mutation.
 */
export type ErasedBecause = 'effacement' | 'garde' | 'conservation'
const ERASED: readonly string[] = ['effacement', 'garde'] satisfies ErasedBecause[]

/**
 * Stamps of such a tombstone. VERSION 0: no edit counts as made without knowing of it (MERGE-4). Counter 1: it was not deleted with its project, so that a
 * restored project does not restore it.
 */
export const erasedStamps = (why: ErasedBecause): Stamps => ({ [TOMBSTONE]: [1, why, null, 0] })

type Marked = Pick<StoredRow, 'deleted' | 'stamps'>

export const isErased = ({ deleted, stamps }: Marked): boolean =>
  deleted && ERASED.includes(stamps[TOMBSTONE]?.[1] ?? '')

/** Kept under the law after an erasure: the record's content stays as it was signed. */
export const isKeptUnderLaw = ({ deleted, stamps }: Marked): boolean => deleted && stamps[TOMBSTONE]?.[1] === 'garde'

/** A late write does not restore an erased person (MERGE-8): it is refused, and its author sees that. @throws AppError GONE */
export function assertNotErased(row: Marked | null): void {
  if (row && isErased(row)) {
    throw new AppError(
      'GONE',
      'Les données de cette personne ont été effacées : cette saisie ne peut plus être enregistrée.',
    )
  }
}
