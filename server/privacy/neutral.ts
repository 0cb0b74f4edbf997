import type { Entity, Field } from '../../schemas/entity.ts'
import type { Values } from '../../schemas/merge.ts'
import { isSynced, type SyncedResource } from '../../schemas/resources.ts'

/** Fields that say what a record was about, and nothing about a person: an identifier, and for files and conflicts the kind of record. */
const STRUCTURE: Partial<Record<SyncedResource, readonly string[]>> = {
  fichier: ['RESSOURCE', 'IDENREGISTREMENT', 'TYPE_MIME', 'TAILLE', 'ORIGINE'],
  conflit: ['RESSOURCE', 'IDENREGISTREMENT'],
  // Soft-deleted: no list or rule of appointments reads it.
  rdv: ['SUPPRIME'],
}

/** Personnel and lists are the company's own, but who worked for whom says something about the customer. */
const isPointer = ({ ref }: Field): boolean => ref !== undefined && ref !== 'personnel' && isSynced(ref)

function empty({ required, initial, column }: Field): unknown {
  if (!required) return null
  if (initial !== undefined && initial !== null) return initial
  if (column === 'text[]' || column === 'jsonb') return []
  return column === 'text' ? '' : 0
}

/** The record without its content. Pure; read from the declaration, so a new field is emptied too. */
export function neutralRecord(entity: Entity, record: Values, keep: readonly string[] = []): Values {
  const kept = new Set([entity.key, ...keep, ...(STRUCTURE[entity.name as SyncedResource] ?? [])])
  return Object.fromEntries(
    Object.entries(entity.fields).map(([name, field]) => [
      name,
      kept.has(name) || isPointer(field) ? record[name] : empty(field),
    ]),
  )
}
