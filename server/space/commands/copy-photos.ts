import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { FileType, Origine } from '../../../schemas/entities/fichier.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { assertRoom, keyOfFile, storeBytes } from '../../files/bytes/stored-bytes.ts'
import { addFile } from '../../files/commands/add-file.ts'
import { once } from '../../files/commands/once.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { MissingFile } from '../../ports/files/files.ts'
import { readRow, readRows, type StoredRow } from '../../repositories/rows.ts'
import { copyId } from '../photo-copies.ts'

interface Copy {
  id: string
  project: string
  photo: StoredRow
  key: string
}

/** The photos of an after-sales request that its project does not have yet. */
async function missingCopies(tx: Tx, id: string): Promise<Copy[]> {
  const row = await readRow(tx, { resource: 'demande', id })
  const { GENRE, IDPROJET_SUITE, PHOTOS } = (row?.record ?? {}) as Partial<ResourceRecord<'demande'>>
  if (GENRE !== 'apres_vente' || !IDPROJET_SUITE || !PHOTOS) return []
  const project = await readRow(tx, { resource: 'projet', id: IDPROJET_SUITE })
  if (!project || project.deleted) return []
  const photos = await readRows(tx, { resource: 'fichier', ids: PHOTOS })
  const copies: Copy[] = []
  for (const photo of photos) {
    if (photo.deleted || photo.record.IDPROJET === IDPROJET_SUITE) continue
    const copy = copyId(IDPROJET_SUITE, photo.id)
    if (await readRow(tx, { resource: 'fichier', id: copy })) continue
    copies.push({ id: copy, project: IDPROJET_SUITE, photo, key: await keyOfFile(tx, photo.id) })
  }
  return copies
}

type Copying = Pick<FastifyInstance, 'db' | 'ports' | 'hints' | 'secrets' | 'fileQuota' | 'log'>

/**
 * Gives the photos of an after-sales request to the project that was made of it: its people may not see the project where the customer put them. Safe to
 * repeat. A photo that cannot be copied is left out: the request names it still, and a store that failed is asked again each day.
 */
export async function copyPhotos(
  { db, ports, hints, secrets, fileQuota, log }: Copying,
  companyId: string,
  id: string,
): Promise<void> {
  for (const { id: IDFICHIER, project, photo, key } of await db.inTenant(companyId, (tx) => missingCopies(tx, id))) {
    const bytes = await ports.files.get(key).catch((error: unknown) => {
      if (!(error instanceof MissingFile)) log.error(error)
      return null
    })
    if (bytes === null) continue
    const isThere = () =>
      db.inTenant(companyId, async (tx) => ((await readRow(tx, { resource: 'fichier', id: IDFICHIER })) ? [] : null))
    const copy = () =>
      storeBytes({ files: ports.files, companyId, bytes }, (put) =>
        db.inTenant(companyId, async (tx) => {
          await assertRoom(tx, bytes.length, fileQuota)
          const { hints } = await addFile(tx, {
            IDFICHIER,
            owner: { resource: 'projet', id: project },
            NOM: String(photo.record.NOM),
            TYPE_MIME: photo.record.TYPE_MIME as FileType,
            ORIGINE: photo.record.ORIGINE as Origine,
            bytes: put,
            personnel: null,
            now: new Date(),
            keys: secrets.evidence,
          })
          return hints
        }),
      )
    // The command was accepted: a photo for which there is no room, or whose project was deleted meanwhile, does not refuse it.
    const added = await once(isThere, copy).catch((error: unknown) => {
      if (error instanceof AppError && (error.status < 500 || error.code === 'STORAGE_FULL')) return []
      if (error instanceof AppError) throw error
      // The store: to refuse the command for it would keep everything that its device wrote after it from leaving.
      log.error(error)
      return []
    })
    hints.publish(companyId, added)
  }
}

/** Requests whose photos are looked at again. */
const LATE_DAYS = 30

/** Copies what a store that failed has left out, in every company. A company that cannot be read now keeps no other one's. */
export async function copyLatePhotos(app: Copying, onError: (error: unknown) => void): Promise<void> {
  const companies = await app.db.transaction({ platform: true }, (tx) =>
    tx.selectFrom('company').select('id').orderBy('id').execute(),
  )
  for (const { id: companyId } of companies) {
    try {
      const { rows } = await app.db.inTenant(companyId, (tx) =>
        sql<{ id: string }>`select id from demande where company_id = ${companyId} and not deleted
          and "GENRE" = 'apres_vente' and "IDPROJET_SUITE" is not null
          and updated_at > now() - make_interval(days => ${LATE_DAYS}::integer)`.execute(tx),
      )
      for (const { id } of rows) await copyPhotos(app, companyId, id)
    } catch (error) {
      onError(error)
    }
  }
}
