import { type FileType, isNamedByPeople } from '../../schemas/entities/fichier.ts'
import { AppError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import { safeFileName } from '../../schemas/rules/file-name.ts'
import { keepsBytes } from '../files/bytes/stored-bytes.ts'
import type { StoredRow } from '../repositories/rows.ts'
import type { Said } from './signed-items.ts'
import type { WriteContext } from './write-types.ts'

/**
 * A file's new name, as safe anywhere as the one that it came with, and with the ending of what it is. So is the name that its author saw: a device
 * may still show the one that it asked for.
 * @throws AppError IMMUTABLE for a file that the app made
 */
export function namedSafely({ mutation }: WriteContext, { record }: StoredRow, said: Said): Said {
  if (mutation.resource !== 'fichier' || !('NOM' in said.patch)) return said
  if (!isNamedByPeople(record.ORIGINE))
    throw new AppError('IMMUTABLE', 'Ce document garde le nom avec lequel il a été fait.')
  const safe = <V extends Values | null | undefined>(values: V): V =>
    typeof values?.NOM === 'string'
      ? { ...values, NOM: safeFileName(values.NOM, record.TYPE_MIME as FileType) }
      : values
  return { patch: safe(said.patch), base: safe(said.base) }
}

/**
 * A new name restores a file that was deleted meanwhile (MERGE-4), as long as there is something to restore.
 * @throws AppError GONE once its bytes are gone
 */
export async function assertBytesKept({ mutation, tx, now }: WriteContext, { id, deleted }: StoredRow): Promise<void> {
  if (mutation.resource !== 'fichier' || !deleted || (await keepsBytes(tx, id, now))) return
  throw new AppError(
    'GONE',
    'Ce fichier a été supprimé il y a plus de 30 jours : son contenu n’existe plus, il ne peut plus être renommé.',
  )
}
