import type { Identity } from '../../../sync/identity.ts'
import { openLocalData } from '../../data/database/local-data.ts'
import { type GiveChange, OWNER_FIELDS, planUndo } from './give-plan.ts'

/** What undoing these changes changes (`planUndo`), by what the records say on this device now. */
export async function planUndoHere(
  identity: Identity,
  given: readonly GiveChange[],
): Promise<ReturnType<typeof planUndo>> {
  const { db } = await openLocalData(identity)
  const present = new Map<string, string | null>()
  for (const resource of ['projet', 'devis', 'client'] as const) {
    const ids = given.filter((change) => change.resource === resource).map(({ id }) => id)
    for (const [id, doc] of await db.of(resource).findByIds(ids).exec())
      present.set(
        `${resource} ${id}`,
        (doc._data as unknown as Record<string, string | null>)[OWNER_FIELDS[resource]] ?? null,
      )
  }
  return planUndo(given, ({ resource, id }) => present.get(`${resource} ${id}`))
}
