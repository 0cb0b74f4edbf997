import { AppError } from '../../schemas/errors.ts'
import type { Stamps } from '../../schemas/merge.ts'
import type { StoredRow } from '../repositories/rows.ts'
import { TOMBSTONE } from './changes.ts'

/**
 * Why a tombstone has no words any more, or none that anybody may see: `effacement` a person was erased · `garde` the same, kept under the law ·
 * `conservation` the period of a settled conflict is over. It stands where the mutation of a deletion stands.
 */
export type Away = 'effacement' | 'garde' | 'conservation'
const ERASED: readonly string[] = ['effacement', 'garde'] satisfies Away[]

/**
 * Stamps of such a tombstone. VERSION 0: nobody's work can be said not to have known of it (MERGE-4). Counter 1: it did not go with its project, so
 * that it does not come back with it.
 */
export const keptAway = (why: Away): Stamps => ({ [TOMBSTONE]: [1, why, null, 0] })

type Marked = Pick<StoredRow, 'deleted' | 'stamps'>

export const isErased = ({ deleted, stamps }: Marked): boolean =>
  deleted && ERASED.includes(stamps[TOMBSTONE]?.[1] ?? '')

/** Kept under the law after an erasure: what it says still stands as it was signed. */
export const isLockedAway = ({ deleted, stamps }: Marked): boolean => deleted && stamps[TOMBSTONE]?.[1] === 'garde'

/** Late work does not bring back who was erased (MERGE-8): a refusal that its author sees. @throws AppError GONE */
export function assertNotErased(row: Marked | null): void {
  if (row && isErased(row)) {
    throw new AppError(
      'GONE',
      'Les données de cette personne ont été effacées : cette saisie ne peut plus être enregistrée.',
    )
  }
}
