import type { FastifyInstance } from 'fastify'
import { type FileOwner, MAX_FILE_SIZE, type Origine } from '../../../schemas/entities/fichier.ts'
import { AppError, validationError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import { messages } from '../../../schemas/messages.ts'
import { safeFileName } from '../../../schemas/rules/file-name.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { readRow, type StoredRow } from '../../repositories/rows.ts'
import { assertNotErased } from '../../writes/erased.ts'
import { reaches } from '../../writes/leaver.ts'
import { parentMissing } from '../../writes/parents.ts'
import { rootOf } from '../../writes/project-scope.ts'
import { maySendLate } from '../../writes/taken-off.ts'
import type { StaffActor } from '../../writes/write-types.ts'
import { fileTypeOf } from '../bytes/file-type.ts'
import { findOrphan } from '../bytes/orphan-bytes.ts'
import { assertRoom, sha256Of, storeBytes } from '../bytes/stored-bytes.ts'
import { dropPieces, forgetPieces, readPieces, tooLarge } from '../bytes/upload-pieces.ts'
import { findFile } from '../repositories/files.ts'
import { addFile } from './add-file.ts'
import { once } from './once.ts'

export interface Upload {
  IDFICHIER: string
  owner: { resource: FileOwner; id: string }
  /** When given, the owner must belong to it, except in a device's queue: there it is the project that the owner had when the file was taken (FILE-14). */
  projectId: string | undefined
  origin: Origine
  /** The name that its sender gives it. */
  name: string
  /** Null: the pieces that arrived before (upload-pieces.ts). */
  bytes: Uint8Array | null
  /** The SHA-256 that the sender says it has: a device's queue always says it. */
  sha256: string | undefined
}

type Services = Pick<FastifyInstance, 'db' | 'ports' | 'hints' | 'secrets' | 'fileQuota'>

/**
 * A file from a member of the staff. The same id with the same bytes again gets the same answer (SYN-09), also once the file was deleted. The answer's SHA256 tells the device that it may
 * delete its local file: bytes are on disk, the row is committed.
 */
export const uploadFile = (services: Services, actor: StaffActor, upload: Upload): Promise<Values> =>
  once(
    () => services.db.inTenant(actor.companyId, (tx) => alreadyThere(tx, actor, upload)),
    () => keepFile(services, actor, upload),
  )

async function keepFile(services: Services, actor: StaffActor, upload: Upload): Promise<Values> {
  const { db, ports, hints, secrets, fileQuota } = services
  await db.inTenant(actor.companyId, async (tx) => {
    await assertOwner(tx, actor, upload)
    if (upload.bytes !== null) await assertRoom(tx, upload.bytes.length, fileQuota)
  })
  const bytes = upload.bytes ?? (await bytesHere({ db, files: ports.files, actor, upload }))
  const type = checkedType(bytes, upload)
  const done = await storeBytes({ files: ports.files, companyId: actor.companyId, bytes }, (put) =>
    db.inTenant(actor.companyId, async (tx) => {
      await assertOwner(tx, actor, upload)
      const added = await addFile(tx, {
        IDFICHIER: upload.IDFICHIER,
        owner: upload.owner,
        NOM: safeFileName(upload.name, type),
        TYPE_MIME: type,
        ORIGINE: upload.origin,
        bytes: put,
        personnel: actor.staff.id,
        now: new Date(),
        keys: secrets.evidence,
      })
      return { ...added, pieces: await forgetPieces(tx, pieceOwner(actor, upload)) }
    }),
  )
  hints.publish(actor.companyId, done.hints)
  for (const key of done.pieces) await ports.files.remove(key)
  return done.record
}

interface Here {
  db: Services['db']
  files: Services['ports']['files']
  actor: StaffActor
  upload: Upload
}

/**
 * The bytes of a file whose sender sends none with it: its pieces, or what the store still has of a file whose row was lost (HEAL-5). A sender who knows the
 * SHA-256 has had the bytes, or the record.
 * @throws AppError VALIDATION_ERROR where there are none
 */
async function bytesHere({ db, files, actor, upload }: Here): Promise<Uint8Array> {
  const { companyId } = actor
  const sha256 = upload.sha256?.toLowerCase()
  const joined = await readPieces({ db, files, companyId }, pieceOwner(actor, upload))
  if (joined && (sha256 === undefined || sha256Of(joined) === sha256)) return joined
  const here = sha256 === undefined ? null : await findOrphan({ db, files, companyId, sha256 })
  if (here) return here
  if (joined === null) throw validationError({ file: ['Ce champ est requis'] })
  // They are refused. Kept, they would be what every later send is compared with (FILE-4).
  await dropPieces({ db, files, companyId }, pieceOwner(actor, upload))
  return joined
}

export const pieceOwner = (actor: StaffActor, { IDFICHIER }: Pick<Upload, 'IDFICHIER'>) => ({
  account: actor.account,
  fichierId: IDFICHIER,
})

/** Refuses wrong bytes before anything is kept. */
function checkedType(bytes: Uint8Array, { sha256, origin }: Upload): ReturnType<typeof fileTypeOf> & string {
  if (bytes.length > MAX_FILE_SIZE) throw tooLarge()
  if (sha256 !== undefined && sha256.toLowerCase() !== sha256Of(bytes)) {
    throw validationError({ sha256: ["Le fichier reçu n'est pas celui qui a été annoncé."] })
  }
  const type = fileTypeOf(bytes)
  if (type === null) {
    throw validationError({ file: ['Seules les images (JPEG, PNG, WebP, HEIC) et les PDF sont acceptés.'] })
  }
  if (origin.startsWith('intervention_') && type !== 'application/pdf') {
    throw validationError({ file: ["Le fichier n'est pas un PDF"] }, "Le fichier n'est pas un PDF")
  }
  return type
}

/**
 * Whether this is a file that the actor has sent, or sees: what they send under its id is no new file. Its sender may have lost the answer: whether somebody has
 * deleted it since, or it left their sight, changes nothing (FILE-2).
 */
export const isKnownTo = async (tx: Tx, actor: StaffActor, row: StoredRow): Promise<boolean> =>
  row.createdBy === actor.staff.id || (await reaches(tx, actor, { resource: 'fichier', ...row }))

/**
 * The answer that this upload already had; null when its id is new. What comes of it is what its sender sent: files are never edited.
 * @throws AppError GONE for a file of somebody who was erased, CONFLICT for another file's id
 */
async function alreadyThere(tx: Tx, actor: StaffActor, upload: Upload): Promise<Values | null> {
  const row = await readRow(tx, { resource: 'fichier', id: upload.IDFICHIER })
  if (!row) return null
  const isKnown = await isKnownTo(tx, actor, row)
  if (isKnown) assertNotErased(row)
  const sha256 = upload.bytes === null ? upload.sha256?.toLowerCase() : sha256Of(upload.bytes)
  const { record } = row
  const same =
    isKnown &&
    record.RESSOURCE === upload.owner.resource &&
    record.IDENREGISTREMENT === upload.owner.id &&
    record.SHA256 === sha256
  if (!same) throw new AppError('CONFLICT', 'Cet identifiant existe déjà.')
  return { ...record, VERSION: row.version }
}

/** What the quote's customer is shown as the company's offer, or as what they signed: the server alone makes it (space/repositories/files.ts). */
const OF_SERVER: readonly Origine[] = ['devis', 'devis_signe']

/**
 * Something that was given to a colleague since still gets its files (PUSH-12).
 * @throws AppError PARENT_MISSING, the same for a record that does not exist and for one that the actor may not see
 */
async function assertOwner(tx: Tx, actor: StaffActor, { owner, origin, projectId, sha256 }: Upload): Promise<void> {
  const row = await readRow(tx, { resource: owner.resource, id: owner.id })
  const isReached = row !== null && (await reaches(tx, actor, { resource: owner.resource, ...row }))
  if (!row || !(isReached || (await maySendLate(tx, actor, { ...owner, row }))))
    throw parentMissing(owner.resource, owner.id)
  const root = await rootOf(tx, owner.resource, row.record)
  if (root === null) throw validationError({ id: ["Cet enregistrement n'a pas de projet."] })
  const isQueued = sha256 !== undefined
  if (!isQueued && projectId !== undefined && projectId !== root) {
    throw validationError({ project_id: ["Cet enregistrement n'est pas de ce projet."] })
  }
  if (OF_SERVER.includes(origin)) throw validationError({ origin: [messages.choice] })
  if (!origin.startsWith('intervention_')) return
  if (owner.resource !== 'intervention') {
    throw validationError({ resource: ['Un PV appartient à une intervention.'] })
  }
  if (origin === 'intervention_levee_reserves' && !(await findFile(tx, { owner, ORIGINE: 'intervention_sign_pv' }))) {
    throw validationError({ origin: ["Le PV n'existe pas"] })
  }
}
