import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError, notFound, validationError } from '../../../schemas/errors.ts'
import { safeFileName } from '../../../schemas/rules/file-name.ts'
import type { ClientActor } from '../../actor.ts'
import { fileTypeOf } from '../../files/bytes/file-type.ts'
import { assertRoom, sha256Of, storeBytes } from '../../files/bytes/stored-bytes.ts'
import { addFile } from '../../files/commands/add-file.ts'
import { once } from '../../files/commands/once.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { copiesIn } from '../photo-copies.ts'
import { readProjects } from '../repositories/projects.ts'

/** Photos that one customer sends in 24 hours, to all their projects together; what the office copies of them does not count. */
export const MOST_PHOTOS_A_DAY = 20

interface Photo {
  projectId: string
  IDFICHIER: string
  bytes: Uint8Array
}

/** @throws AppError NOT_FOUND for a project that is not theirs */
async function assertTheirs(tx: Tx, actor: ClientActor, projectId: string): Promise<void> {
  if ((await readProjects(tx, actor.id, projectId)).length === 0) throw notFound()
}

/** @throws AppError NOT_FOUND for a project that is not theirs, RATE_LIMITED */
async function assertMayAdd(tx: Tx, actor: ClientActor, projectId: string): Promise<void> {
  await assertTheirs(tx, actor, projectId)
  // The customer's row is locked in place of their photos: concurrent ones are counted one after the other.
  await sql`select 1 from client where company_id = current_setting('app.company_id') and "IDCLIENT" = ${actor.id} for update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; project: string }>`
    select f."IDFICHIER" as id, f."IDPROJET" as project from fichier f
    join projet p on p.company_id = f.company_id and p."IDPROJET" = f."IDPROJET"
    where f.company_id = current_setting('app.company_id') and p."IDCLIENT" = ${actor.id} and f."ORIGINE" = 'photo'
    and f."IDPERSONNEL" is null and f."DATE_CREATION" > ${new Date(Date.now() - 86_400_000).toISOString()}`.execute(tx)
  const copies = await copiesIn(tx, [...new Set(rows.map(({ project }) => project))])
  if (rows.filter(({ id }) => !copies.has(id)).length < MOST_PHOTOS_A_DAY) return
  throw new AppError('RATE_LIMITED', 'Trop de photos envoyées. Réessayez demain.')
}

/** The photo that already has this id, deleted since or not; null when the id is new. @throws AppError CONFLICT for another file's id */
async function alreadyThere(tx: Tx, { projectId, IDFICHIER, bytes }: Photo): Promise<{ IDFICHIER: string } | null> {
  const { rows } = await sql<{ mine: boolean }>`select "IDPROJET" = ${projectId} and "IDPERSONNEL" is null
      and "SHA256" = ${sha256Of(bytes)} as mine from fichier
    where company_id = current_setting('app.company_id') and "IDFICHIER" = ${IDFICHIER}`.execute(tx)
  if (!rows[0]) return null
  if (!rows[0].mine) throw new AppError('CONFLICT', 'Cet identifiant existe déjà.')
  return { IDFICHIER }
}

/**
 * A photo that a customer adds to one of their projects; the staff who see the project see it. The same id with the same bytes again gets the same answer.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (no picture), STORAGE_FULL, RATE_LIMITED
 */
export async function addPhoto(
  { db, ports, hints, secrets, fileQuota }: Pick<FastifyInstance, 'db' | 'ports' | 'hints' | 'secrets' | 'fileQuota'>,
  actor: ClientActor,
  photo: Photo,
): Promise<{ IDFICHIER: string }> {
  const { projectId, IDFICHIER, bytes } = photo
  // Checked before the photo: someone else's project answers like a missing one, whatever is sent.
  await db.inTenant(actor.companyId, (tx) => assertTheirs(tx, actor, projectId))
  if (bytes.length === 0) throw validationError({ photo: ['La photo est vide.'] })
  const type = fileTypeOf(bytes)
  if (type === null || type === 'application/pdf') {
    throw validationError({ photo: ['Seules les photos (JPEG, PNG, WebP, HEIC) sont acceptées.'] })
  }
  const keep = async (): Promise<{ IDFICHIER: string }> => {
    await db.inTenant(actor.companyId, async (tx) => {
      await assertMayAdd(tx, actor, projectId)
      await assertRoom(tx, bytes.length, fileQuota)
    })
    const added = await storeBytes({ files: ports.files, companyId: actor.companyId, bytes }, (put) =>
      db.inTenant(actor.companyId, async (tx) => {
        await assertMayAdd(tx, actor, projectId)
        return addFile(tx, {
          IDFICHIER,
          owner: { resource: 'projet', id: projectId },
          NOM: safeFileName(`photo-client-${IDFICHIER.slice(-6)}`, type),
          TYPE_MIME: type,
          ORIGINE: 'photo',
          bytes: put,
          personnel: null,
          now: new Date(),
          keys: secrets.evidence,
        })
      }),
    )
    hints.publish(actor.companyId, added.hints)
    return { IDFICHIER }
  }
  return once(() => db.inTenant(actor.companyId, (tx) => alreadyThere(tx, photo)), keep)
}
