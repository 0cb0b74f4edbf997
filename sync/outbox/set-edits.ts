import type { Entity } from '../../schemas/entity.ts'
import { same, type Values } from '../../schemas/merge.ts'
import { applySetEdit, foldSetEdits, rebaseSetEdit, type SetEdit, setEdit } from '../../schemas/merge-set.ts'

/** A patch with what its author knew of the patched fields; no base for a creation. */
interface Edit {
  patch: Values
  base: Values | null
}

const isSet = (entity: Entity, name: string): boolean => entity.fields[name]?.merge === 'set'

const editIn = ({ patch, base }: Edit, name: string): SetEdit => setEdit(base?.[name], patch[name])

/** An edit with the edits of some sets written into it. */
export function withSets(
  { patch, base }: { patch: Values; base: Values },
  edits: readonly (readonly [string, SetEdit])[],
): Edit {
  return {
    patch: { ...patch, ...Object.fromEntries(edits.map(([name, { after }]) => [name, after])) },
    base: { ...base, ...Object.fromEntries(edits.map(([name, { before }]) => [name, before])) },
  }
}

/**
 * OUT-10: of each set only the items that this edit removed (in `base`), added (in `patch`) or replaced (in both). A whole set would claim to have
 * seen each item, and a later edit would then claim to have removed it.
 */
export function narrowSets(entity: Entity, edit: Edit): Edit {
  const { patch, base } = edit
  if (base === null) return edit
  const sets = Object.keys(patch).filter((name) => isSet(entity, name))
  return withSets(
    { patch, base },
    sets.map((name) => [name, editIn(edit, name)]),
  )
}

/** OUT-4: the sets of two edits of one record as one edit, or as the sets of the record that the first one creates. */
export function foldSets(entity: Entity, first: Edit, second: Edit): Edit {
  const sets = Object.keys(second.patch).filter((name) => isSet(entity, name))
  if (first.base === null) {
    const made = sets.map((name) => [name, applySetEdit(first.patch[name], editIn(second, name))])
    return { patch: Object.fromEntries(made), base: null }
  }
  return withSets(
    { patch: {}, base: {} },
    sets.map((name) => [name, foldSetEdits(editIn(first, name), editIn(second, name))]),
  )
}

/** PUSH-7: a set of a later edit, where the server stored an item of mine in another form; null when nothing moves. */
export function rebasedSet(
  later: Edit,
  acked: Edit,
  { name, record }: { name: string; record: Values },
): SetEdit | null {
  const edit = editIn(later, name)
  const moved = rebaseSetEdit(edit, { sent: editIn(acked, name), stored: record[name] })
  return same(moved, edit) ? null : moved
}
