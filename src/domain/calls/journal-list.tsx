import { type JournalEntry, latestFirst, saidOf } from '../../../schemas/journal.ts'
import { projetsText } from '../../text/projets.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { PlainLink } from '../../ui/navigation/plain-link.tsx'
import styles from './calls.module.css'

/** An entry, and the project that it is about where the list has several. */
export interface ListedEntry extends JournalEntry {
  about?: { label: string; href: string }
}

/** The company's notes about a project or a client, latest first (DAY-02). */
export function JournalList({ journal }: { journal: readonly ListedEntry[] }) {
  return (
    <>
      <p className={styles.private}>{projetsText.journalPrivate}</p>
      <ul className={styles.journal} aria-label={projetsText.journal}>
        {latestFirst(journal).map((entry: ListedEntry) => (
          // Two projects may both be a website's lead of a known client.
          <li key={`${entry.about?.href ?? ''} ${entry.id}`}>
            <div className={styles.said}>{saidOf(entry)}</div>
            <div className={styles.by}>
              {projetsText.journalBy(formatDateTime(entry.LE), entry.AUTEUR)}
              {entry.about ? (
                <>
                  {' · '}
                  <PlainLink href={entry.about.href}>{entry.about.label}</PlainLink>
                </>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
