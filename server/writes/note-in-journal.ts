import type { JournalEntry } from '../../schemas/journal.ts'
import { readRow } from '../repositories/rows.ts'
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
