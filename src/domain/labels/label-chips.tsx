import { NO_COLOUR } from '../../../schemas/rules/lists.ts'
import { labelsText as text } from '../../text/labels.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './labels.module.css'
import { type Labels, labelsOf, useLabels } from './use-labels.ts'

interface LabelChipsProps {
  held: readonly string[]
  labels: Labels
  size?: 'sm' | 'md'
}

/** The labels of a record as chips: word and colour. Nothing for a record without. */
export function LabelChips({ held, labels, size = 'sm' }: LabelChipsProps) {
  const shown = labelsOf(held, labels)
  if (shown.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={text.title}>
      {shown.map(({ id, LIBELLE, CODECOULEUR }) => (
        <li key={id}>
          <StateChip label={LIBELLE} color={CODECOULEUR ?? NO_COLOUR} size={size} />
        </li>
      ))}
    </ul>
  )
}

/** The same for one record of a page, which reads the company's labels itself. */
export function RecordLabels({ held }: { held: readonly string[] }) {
  const labels = useLabels()
  return <LabelChips held={held} labels={labels} size="md" />
}
