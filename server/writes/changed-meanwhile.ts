import Type from 'typebox'
import { AppError } from '../../schemas/errors.ts'
import { same, type Values } from '../../schemas/merge.ts'

/** The refusal of a write that was based on an older record. @param record as it is now, for the form to follow */
export const changedMeanwhile = (record: Values): AppError =>
  new AppError('CONFLICT', "L'enregistrement a changé entre-temps.", { details: { record } })

/** `_base` in a body: what its author saw of the fields that it changes. */
export const Seen = Type.Optional(Type.Record(Type.String(), Type.Unknown()))

/** Forms show nothing as '' and send it as null. */
const alike = (a: unknown, b: unknown): boolean => same(a === '' ? null : a, b === '' ? null : b)

/**
 * For records without VERSION: that nobody has changed a field of this write since its author saw it. Other fields may have changed, because a write sets
 * what it names only.
 * @param row the record as it is now, locked
 * @param base `_base` of the body: what the author saw of these fields; without it nothing is compared
 * @throws AppError CONFLICT
 */
export function assertUnchanged(row: Values, patch: Values, base: Values | undefined): void {
  const isBehind = (name: string): boolean =>
    base !== undefined && Object.hasOwn(base, name) && !alike(row[name], base[name]) && !alike(row[name], patch[name])
  if (Object.keys(patch).some(isBehind)) throw changedMeanwhile(row)
}
