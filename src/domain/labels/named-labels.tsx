import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useReferences } from '../../data/records/use-references.ts'
import { labelsText as text } from '../../text/labels.ts'
import { labelsNamed } from './labels-named.ts'
import styles from './named-labels.module.css'

/** So many labels are proposed at most: a longer text names fewer. */
const MOST = 4

/** The labels that a typed text names: one press shows the clients that have it (DAY-12). Nothing while it names none. */
export function NamedLabels({ typed, onChoose }: { typed: string; onChoose: (label: string) => void }) {
  const labels = labelsNamed(typed, useReferences('LABEL')).slice(0, MOST)
  if (labels.length === 0) return null
  return (
    <div className={styles.row}>
      {labels.map(({ id, LIBELLE }) => (
        <Button
          key={id}
          variant="default"
          h={44}
          leftSection={<IconTag size={16} aria-hidden />}
          onClick={() => onChoose(id)}
        >
          {text.having(LIBELLE)}
        </Button>
      ))}
    </div>
  )
}
