import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { EvidenceAnswer, type EvidenceView } from '../../../schemas/space/decisions.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { saveText } from './save-file.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section } from './space-page.tsx'
import { useSeen } from './use-seen.ts'

const text = spaceText.evidence

/** One piece of evidence in a few lines; the saved file has the exact texts that were hashed. */
export function EvidenceSummary({ evidence }: { evidence: EvidenceView }) {
  const zone = useZone()
  const facts = [
    [text.number, String(evidence.numero)],
    [text.date, formatInstant(evidence.date, zone)],
    [text.signatory, evidence.signataire],
    [text.phone, evidence.type === 'signature' ? evidence.telephone : null],
  ] as const
  return (
    <div className={styles.card}>
      <h3>{text.types[evidence.type]}</h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
        <div>
          <dt>{text.print}</dt>
          <dd className={styles.mono}>{evidence.empreinte}</dd>
        </div>
      </dl>
      <Button
        variant="default"
        leftSection={<IconDownload size={22} aria-hidden />}
        onClick={() => saveText(JSON.stringify(evidence, null, 2), text.file(evidence.numero), 'application/json')}
      >
        {text.save}
      </Button>
    </div>
  )
}

/** The evidence of what happened to a quote, and whether it is still valid. */
export function EvidencePanel({ id }: { id: string }) {
  const evidence = useSeen(`/space/devis/${encodeURIComponent(id)}/evidence`, EvidenceAnswer)
  if (evidence.data?.preuves.length === 0) return null
  return (
    <Section title={text.title}>
      <Shown reading={evidence}>
        {({ verifie, preuves }) => (
          <>
            <p className={`${styles.notice} ${verifie ? styles.good : ''}`}>{verifie ? text.verified : text.broken}</p>
            {preuves.map((one) => (
              <EvidenceSummary key={one.numero} evidence={one} />
            ))}
          </>
        )}
      </Shown>
    </Section>
  )
}
