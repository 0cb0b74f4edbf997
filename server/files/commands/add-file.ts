import { sql } from 'kysely'
import {
  type FileOwner,
  type FileType,
  isSignedFile,
  type Origine,
  SECOND_PV_NAME,
} from '../../../schemas/entities/fichier.ts'
import { newRecord } from '../../../schemas/entity.ts'
import { AppError } from '../../../schemas/errors.ts'
import type { Values } from '../../../schemas/merge.ts'
import type { Hint } from '../../../schemas/protocol.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { EvidenceKeys } from '../../evidence/keys.ts'
import { sealPv } from '../../evidence/pv.ts'
import type { Tx } from '../../plugins/database/database.ts'
import { companyZone } from '../../repositories/companies.ts'
import { readRow, type StoredRow } from '../../repositories/rows.ts'
import { updateBalances } from '../../writes/balances.ts'
import { type Changes, createChanges } from '../../writes/changes.ts'
import { setConflictViewers } from '../../writes/conflicts.ts'
import { actEntry, noteInJournal } from '../../writes/note-in-journal.ts'
import { parentMissing } from '../../writes/parents.ts'
import { updateScopes } from '../../writes/project-effects.ts'
import { rootOf } from '../../writes/project-scope.ts'
import { reviveUsed } from '../../writes/revive.ts'
import { changedHands } from '../../writes/taken-off.ts'
import type { PutBytes } from '../bytes/stored-bytes.ts'
import { findFile, hasPvOf } from '../repositories/files.ts'

export interface NewFile {
  IDFICHIER: string
  owner: { resource: FileOwner; id: string }
  NOM: string
  TYPE_MIME: FileType
  ORIGINE: Origine
  bytes: PutBytes
  /** Staff member who adds it; null: a customer, or the server itself. */
  personnel: string | null
  now: Date
  /** Seals a signed PV. */
  keys: EvidenceKeys
}

/** The project that a record belongs to, locked so that it cannot be moved or deleted while a file is added; null when there is none. */
export async function lockProjectOf(tx: Tx, owner: NewFile['owner']): Promise<StoredRow | null> {
  let locked: StoredRow | null = null
  for (;;) {
    const row = await readRow(tx, { resource: owner.resource, id: owner.id })
    const root = row && (await rootOf(tx, owner.resource, row.record))
    if (root === null || root === locked?.id) return root === null ? null : locked
    // The record may have been moved while this waited for the lock. Whoever moves it holds both projects, so the one that it has now keeps it here.
    locked = await readRow(tx, { resource: 'projet', id: root, lock: 'update' })
    if (locked === null) return null
  }
}

/**
 * The file's project, locked. When a member of the staff took the file without knowing that its record was deleted, both are restored (MERGE-7). A user of a
 * page of ours sees that it is deleted, and is refused.
 */
async function projectOf(
  { tx, changes }: { tx: Tx; changes: Changes },
  { owner, personnel, IDFICHIER, now }: NewFile,
): Promise<StoredRow | null> {
  const projet = await lockProjectOf(tx, owner)
  const row = await readRow(tx, { resource: owner.resource, id: owner.id })
  if (!row?.deleted && !projet?.deleted) return projet
  if (personnel === null) return null
  const actor = { account: `personnel:${personnel}`, staff: { id: personnel } }
  const mutation = { mutation: IDFICHIER, resource: 'fichier', id: IDFICHIER } as const
  await reviveUsed({ tx, changes, now, actor, mutation }, owner.resource, owner.id)
  return projet && (changes.get('projet', projet.id)?.row ?? projet)
}

/** Applies the consequences of a restored record, as of any write. */
async function restoreEffects(written: { tx: Tx; changes: Changes }): Promise<void> {
  await updateBalances(written)
  await updateScopes(written)
  setConflictViewers(written)
}

/**
 * Writes the row of a file whose bytes are in the store. It is written like every synced record: seq, viewers of its project, hints (publish them after the
 * commit). The caller has checked that its actor may.
 * @throws AppError PARENT_MISSING, IMMUTABLE when a signed document is there already
 */
export async function addFile(tx: Tx, file: NewFile): Promise<{ record: Values; hints: Hint[] }> {
  const { owner, bytes } = file
  const changes = createChanges()
  const projet = await projectOf({ tx, changes }, file)
  if (!projet || projet.deleted) throw parentMissing(owner.resource, owner.id)
  const isSecond = await isSecondPv(tx, file, projet.id)
  if (!isSecond) await assertNotSigned(tx, file)
  const record: Values = {
    ...newRecord(entityOf('fichier'), {}),
    IDFICHIER: file.IDFICHIER,
    IDPROJET: projet.id,
    RESSOURCE: owner.resource,
    IDENREGISTREMENT: owner.id,
    NOM: isSecond ? SECOND_PV_NAME : file.NOM,
    TYPE_MIME: file.TYPE_MIME,
    TAILLE: bytes.size,
    SHA256: bytes.sha256,
    ORIGINE: isSecond ? 'document' : file.ORIGINE,
    IDPERSONNEL: file.personnel,
    DATE_CREATION: file.now.toISOString(),
  }
  await sql`insert into stored_bytes (company_id, key, fichier_id, size)
    values (current_setting('app.company_id'), ${bytes.key}, ${file.IDFICHIER}, ${bytes.size})`.execute(tx)
  const row: StoredRow = {
    id: file.IDFICHIER,
    record,
    version: 1,
    seq: 0,
    deleted: false,
    stamps: {},
    createdBy: file.personnel,
    viewers: projet.viewers,
  }
  changes.insert('fichier', row)
  if (changes.all().length > 1) await restoreEffects({ tx, changes })
  if (isSecond) await tellOfSecond({ tx, changes }, { file, projet: projet.id })
  await sealPv(tx, file.keys, { record, at: file.now })
  return { record: { ...record, VERSION: 1 }, hints: await changes.flush(tx) }
}

/**
 * Whether it is the PV of one of two people who had the works one after the other, beside the other's, which arrived first (PUSH-12): neither knew of it, and the
 * customer signed both. Which of them still sees the works says nothing.
 */
async function isSecondPv(tx: Tx, { owner, ORIGINE, personnel }: NewFile, projet: string): Promise<boolean> {
  if (ORIGINE !== 'intervention_sign_pv' || personnel === null) return false
  const first = await findFile(tx, { owner, ORIGINE })
  if (first === null || (await hasPvOf(tx, owner, personnel))) return false
  const people = [personnel, first.record.IDPERSONNEL].filter((id): id is string => typeof id === 'string')
  return changedHands(tx, { people, works: owner.id, projet })
}

/** Two people had the customer sign: the project's journal says it, and by whom the second PV is. */
async function tellOfSecond(
  { tx, changes }: { tx: Tx; changes: Changes },
  { file, projet }: { file: NewFile; projet: string },
): Promise<void> {
  const actor = { staff: { id: String(file.personnel) } }
  const entry = await actEntry(
    { tx, actor, zone: await companyZone(tx), now: file.now },
    {
      GENRE: 'evenement',
      RESULTAT: 'Second PV signé reçu',
      TEXTE: `L’intervention a changé de mains, et deux personnes ont fait signer un PV. Le premier arrivé reste le PV ; celui-ci est dans les documents de l’intervention : « ${SECOND_PV_NAME} ».`,
    },
  )
  await noteInJournal({ tx, changes }, projet, entry)
}

async function assertNotSigned(tx: Tx, { owner, ORIGINE }: NewFile): Promise<void> {
  if (!isSignedFile(ORIGINE) || ORIGINE === 'intervention_levee_reserves') return
  if (!(await findFile(tx, { owner, ORIGINE }))) return
  throw new AppError('IMMUTABLE', 'Ce document est signé : il ne peut être ni remplacé ni supprimé.')
}
