import type { Staff } from '../../schemas/access.ts'
import { wallClock } from '../../schemas/dates.ts'
import type { JournalEntry } from '../../schemas/journal.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import type { Tx } from '../plugins/database/database.ts'
import { readRow } from '../repositories/rows.ts'
import type { ServiceWrite } from './service-write.ts'
import { nextVersion, type WriteContext } from './write-types.ts'

/** Adds an entry to a project's journal, with the write that causes it. The project is locked already, before what belongs to it (locks.ts). */
export async function noteInJournal(
  { tx, changes }: Pick<WriteContext, 'tx' | 'changes'>,
  projetId: string,
  entry: JournalEntry,
): Promise<void> {
  const projet = changes.get('projet', projetId)?.row ?? (await readRow(tx, { resource: 'projet', id: projetId }))
  if (!projet || projet.deleted) return
  const before = { ...projet.record }
  projet.record.JOURNAL = [...(projet.record.JOURNAL as JournalEntry[]), entry]
  projet.version = nextVersion(projet.version, null)
  changes.update({ resource: 'projet', row: projet, before, fields: ['JOURNAL'] })
}

/** The same in a service's write; nothing where the project is gone. */
export async function noteByService(write: ServiceWrite, projetId: string, entry: JournalEntry): Promise<void> {
  const projet = await write.lock('projet', projetId)
  if (projet) write.set('projet', projet, { JOURNAL: [...(projet.record.JOURNAL as JournalEntry[]), entry] })
}

/** The name of a member of the staff, as a journal keeps it. */
export async function authorName(tx: Tx, id: string): Promise<string> {
  const author = await readRow(tx, { resource: 'personnel', id })
  return String(author?.record.NOM_COMPLET ?? author?.record.NOM ?? '')
}

interface Act {
  GENRE: Exclude<JournalEntry['GENRE'], 'note'>
  /** What was done, in few words. */
  RESULTAT: string
  TEXTE?: string
  /** Of what the entry tells; without it a new one. */
  id?: string
  /** Instant of the act, where it is not now. */
  at?: string
}

/** What a journal says of an act of the staff: by whom, and when on the company's clock. */
export async function actEntry(
  { tx, actor, zone, now }: Pick<WriteContext, 'tx' | 'zone' | 'now'> & { actor: { staff: Pick<Staff, 'id'> } },
  { id = uuidv7(), at, ...said }: Act,
): Promise<JournalEntry> {
  const LE = wallClock(at === undefined ? now : new Date(at), zone)
  return { id, LE, AUTEUR: await authorName(tx, actor.staff.id), IDPERSONNEL: actor.staff.id, ...said }
}
