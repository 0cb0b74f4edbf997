import { useSync } from '../../data/sync-status/sync-context.ts'
import { ReadingTrouble } from '../../domain/online/reading-trouble.tsx'
import { erasureText as text } from '../../text/erasure.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import styles from './donnees-personnelles.module.css'
import { ProposalsPanel } from './proposals-panel.tsx'
import { RequestsPanel } from './requests-panel.tsx'
import { useErasures } from './use-erasures.ts'

/** /manager/donnees-personnelles: pending erasures, and clients whose period of retention is over. */
export function DonneesPersonnellesScreen() {
  const { online } = useSync().status
  const reading = useErasures(online)
  const { known, again } = reading
  return (
    <>
      <PageHeader title={text.title} subtitle={text.intro} />
      <ReadingTrouble reading={reading} words={text} card />
      {known === null ? null : (
        <div className={styles.panels}>
          <RequestsPanel requests={known.requests} />
          <ProposalsPanel proposals={known.proposals} online={online} onAsked={again} />
        </div>
      )}
    </>
  )
}
