import { FILE_OWNERS } from './entities/fichier.ts'
import { entityOf, SYNCED, type SyncedResource } from './resources.ts'

/** A field of a resource that points to a record: whatever points to a record uses it (MERGE-7). */
export interface Use {
  resource: SyncedResource
  field: string
  /** Set where the field may point to several resources: this field says which one. */
  kind?: { field: string; value: string }
}

/** Resources whose deleted records are restored when somebody who did not know of the deletion uses them (MERGE-7). */
export const RESTORED_BY_USE = ['client', 'projet', 'adresse', 'devis', 'intervention', 'rdv'] as const
export const isRestoredByUse = (resource: SyncedResource): boolean =>
  (RESTORED_BY_USE as readonly SyncedResource[]).includes(resource)

const isFileOwner = (resource: SyncedResource): boolean => (FILE_OWNERS as readonly string[]).includes(resource)

/** Every field through which a record of this resource is used; none for resources that a use does not restore. */
export function usesOf(resource: SyncedResource): Use[] {
  if (!isRestoredByUse(resource)) return []
  const fields = SYNCED.flatMap((user) =>
    Object.entries(entityOf(user).fields)
      .filter(([, field]) => field.ref === resource)
      .map(([field]): Use => ({ resource: user, field })),
  )
  // Files of a project already point to it by IDPROJET.
  if (!isFileOwner(resource) || resource === 'projet') return fields
  return [...fields, { resource: 'fichier', field: 'IDENREGISTREMENT', kind: { field: 'RESSOURCE', value: resource } }]
}

/** VERSIONs of the deleted record and of its users that the deleter knew, by resource and id; 0: not acknowledged yet. */
export interface KnownUses {
  known: Partial<Record<SyncedResource, Record<string, number>>>
  /** Mutation ids of the device's own edits: all that it made of the deleted record, and those of the others that were still open. */
  mine: string[]
}
