import { Button } from '@mantine/core'
import { useReferences } from '../../data/records/use-references.ts'
import { labelsText as text } from '../../text/labels.ts'
import { listsText } from '../../text/lists.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { LabelChips } from './label-chips.tsx'
import styles from './labels.module.css'
import { type Labelled, type LabelledRecord, useLabelEdits } from './use-label-edits.ts'
import { useLabels } from './use-labels.ts'

interface LabelsSheetProps {
  resource: Labelled
  records: readonly LabelledRecord[]
  onClose: () => void
}

/** The company's labels, each to be added to these records or taken from them, with how many have it. */
export function LabelsSheet({ resource, records, onClose }: LabelsSheetProps) {
  const labels = useLabels()
  const entries = useReferences('LABEL')
  const { run, progress } = useLabelEdits()
  const count = records.length
  const heldBy = (label: string): number => records.filter(({ IDLABELS }) => IDLABELS.includes(label)).length
  // An archived label is only taken away.
  const shown = entries
    .map((label) => ({ label, held: heldBy(label.id) }))
    .filter(({ label, held }) => label.ARCHIVE !== 1 || held > 0)
  const act = async (label: (typeof shown)[number]['label'], isAdded: boolean): Promise<void> => {
    await run({ resource, ids: records.map(({ id }) => id), label, isAdded })
    onClose()
  }
  return (
    <Sheet opened onClose={onClose} title={text.sheet(text.of[resource](count))}>
      {shown.length === 0 ? <EmptyState text={listsText.of.LABEL.none} /> : null}
      <p className="visually-hidden" aria-live="polite">
        {progress ? text.running(progress.done, progress.of) : ''}
      </p>
      <ul className={styles.list} aria-label={text.title}>
        {shown.map(({ label, held }) => (
          <li key={label.id} className={styles.row}>
            <div className={styles.words}>
              <LabelChips held={[label.id]} labels={labels} size="md" />
              <span className={styles.held}>{count === 1 ? text.heldByOne(held === 1) : text.held(held, count)}</span>
            </div>
            <div className={styles.buttons}>
              {held < count && label.ARCHIVE !== 1 ? (
                <Button
                  variant="default"
                  size="md"
                  disabled={progress !== null}
                  aria-label={text.addOf(label.LIBELLE)}
                  onClick={() => void act(label, true)}
                >
                  {progress ? text.running(progress.done, progress.of) : text.add}
                </Button>
              ) : null}
              {held > 0 ? (
                <Button
                  variant="default"
                  size="md"
                  disabled={progress !== null}
                  aria-label={text.removeOf(label.LIBELLE)}
                  onClick={() => void act(label, false)}
                >
                  {text.remove}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
