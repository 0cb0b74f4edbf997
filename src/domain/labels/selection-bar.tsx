import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { labelsText as text } from '../../text/labels.ts'
import styles from './labels.module.css'
import { LabelsSheet } from './labels-sheet.tsx'
import type { Selection } from './use-selection.ts'

/** Above a list of clients while its rows have boxes: how many are ticked, all of them at once, and what is done with them. */
export function SelectionBar({ selection, read }: { selection: Selection; read: number }) {
  const [labelling, setLabelling] = useState(false)
  const { chosen, reading } = selection
  return (
    <section className={`surface ${styles.selection}`} aria-label={text.select}>
      <span className={styles.selected} aria-live="polite">
        {reading ? text.selecting(read) : text.selected(chosen.length)}
      </span>
      <Button variant="subtle" size="md" disabled={reading} onClick={selection.chooseAll}>
        {text.selectAll}
      </Button>
      <Button
        size="md"
        leftSection={<IconTag size={18} aria-hidden />}
        disabled={chosen.length === 0 || reading}
        onClick={() => setLabelling(true)}
      >
        {text.label}
      </Button>
      <Button variant="default" size="md" onClick={selection.stop}>
        {text.done}
      </Button>
      {labelling ? (
        <LabelsSheet
          resource="client"
          records={chosen.map(({ IDCLIENT, IDLABELS }) => ({ id: IDCLIENT, IDLABELS }))}
          onClose={() => setLabelling(false)}
        />
      ) : null}
    </section>
  )
}
