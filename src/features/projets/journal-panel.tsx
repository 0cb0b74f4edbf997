import type { ReactNode } from 'react'
import { type JournalEntry, latestFirst, saidOf } from '../../../schemas/journal.ts'
import { projetsText } from '../../text/projets.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import styles from './projet.module.css'

/** The company's notes about the project, latest first (DAY-02). */
export function JournalPanel({ journal, action }: { journal: readonly JournalEntry[]; action: ReactNode }) {
  return (
    <Panel title={projetsText.journal} count={journal.length} action={action}>
      {journal.length === 0 ? (
        <PanelEmpty text={projetsText.noJournal} />
      ) : (
        <>
          <p className={styles.private}>{projetsText.journalPrivate}</p>
          <ul className={styles.journal}>
            {latestFirst(journal).map((entry) => (
              <li key={entry.id}>
                <div className={styles.said}>{saidOf(entry)}</div>
                <div className={styles.by}>{projetsText.journalBy(formatDateTime(entry.LE), entry.AUTEUR)}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
