import type { ReactNode } from 'react'
import type { JournalEntry } from '../../../schemas/journal.ts'
import { JournalList } from '../../domain/calls/journal-list.tsx'
import { projetsText } from '../../text/projets.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'

/** The company's notes about the project, latest first (DAY-02). */
export function JournalPanel({ journal, action }: { journal: readonly JournalEntry[]; action: ReactNode }) {
  return (
    <Panel title={projetsText.journal} count={journal.length} action={action}>
      {journal.length === 0 ? <PanelEmpty text={projetsText.noJournal} /> : <JournalList journal={journal} />}
    </Panel>
  )
}
