import type { ReactNode } from 'react'
import { withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import type { Decided } from '../../../schemas/space/decisions.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate, formatInstant } from '../../ui/format/format.ts'
import { EvidenceSummary } from './evidence-panel.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'

const text = spaceText.signing

/** After a signature: the confirmation, the end of the withdrawal period, and the evidence. */
export function SignedReceipt({ decided, next }: { decided: Decided; next: ReactNode }) {
  const zone = useZone()
  const { DATE_SIGNATURE, mail } = decided
  return (
    <SpacePage title={text.done} subtitle={spaceText.quote(decided.NUMERO_DEVIS)} step="done">
      <div className={styles.card} role="status">
        <p>{text.thanks(formatInstant(decided.preuve.date, zone))}</p>
        {DATE_SIGNATURE === null ? null : <p>{text.withdraw(formatDate(withdrawalDeadline(DATE_SIGNATURE, zone)))}</p>}
        {mail === undefined ? null : <p>{mail ? text.copy.mailed : text.copy.paper}</p>}
      </div>
      {next}
      <Section title={spaceText.evidence.title}>
        <EvidenceSummary evidence={decided.preuve} />
      </Section>
    </SpacePage>
  )
}
