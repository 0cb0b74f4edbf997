import { wallClock } from '../../../schemas/dates.ts'
import type { JournalEntry } from '../../../schemas/journal.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { useZone } from '../../data/session/use-zone.ts'
import type { Written } from './call-note.ts'

/** Whose journal it is: a project's, or the client's own where it is about no project. */
export type Journalled =
  | { resource: 'projet'; record: LocalRecord<'projet'> }
  | { resource: 'client'; record: LocalRecord<'client'> }

export const idOf = (about: Journalled): string =>
  about.resource === 'projet' ? about.record.IDPROJET : about.record.IDCLIENT

/** What a call may set besides, of a project. */
type Recall = Partial<Pick<LocalRecord<'projet'>, 'RELANCE_INTERMEDIAIRE' | 'RELANCE_A'>>

/** Adds an entry of the signed-in person to a journal, locally and at once. */
export function useAddToJournal(
  opened: Journalled,
): (entryOf: (written: Written) => JournalEntry, more?: Recall) => Promise<void> {
  const { account } = useSession()
  const commands = useCommands()
  const zone = useZone()
  // What a colleague notes meanwhile must not count as removed by this form.
  const projet = useLiveRecord('projet', opened.resource === 'projet' ? idOf(opened) : null)
  const client = useLiveRecord('client', opened.resource === 'client' ? idOf(opened) : null)
  return async (entryOf, more = {}) => {
    const by = { id: account.id, name: account.personnel.NOM_COMPLET ?? account.personnel.NOM }
    const entry = entryOf({ at: wallClock(new Date(), zone), by })
    if (opened.resource === 'projet') {
      const base = projet ?? opened.record
      await commands.update('projet', base.IDPROJET, { JOURNAL: [...base.JOURNAL, entry], ...more }, { base })
    } else {
      const base = client ?? opened.record
      await commands.update('client', base.IDCLIENT, { JOURNAL: [...base.JOURNAL, entry] }, { base })
    }
  }
}
