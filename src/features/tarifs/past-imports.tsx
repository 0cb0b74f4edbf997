import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { useZone } from '../../data/session/use-zone.ts'
import { articlesCsvText } from '../../text/articles-csv.ts'
import { importsText } from '../../text/imports.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import type { Busy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import type { KeptImport, Left } from './csv/undo-import.ts'
import styles from './tarifs.module.css'
import type { Sending } from './use-import.ts'

const { screen: text } = articlesCsvText

interface PastImportsProps {
  /** The latest first. */
  imports: readonly KeptImport[]
  /** The one that is being sent; null: none. */
  running: string | null
  undo: (made: KeptImport) => Promise<readonly Left[]>
  /** The calls of the undo. */
  sending: Sending
  /** Shared with what starts an import: both never begin at once. */
  busy: Busy
  /** Nothing may be undone now: an import runs, or there is no network. */
  disabled: boolean
}

/** The imports that this device can take back, each whole. */
export function PastImports({
  imports,
  running,
  undo,
  sending,
  busy: { busy, whileBusy },
  disabled,
}: PastImportsProps) {
  const zone = useZone()
  const [left, setLeft] = useState<readonly Left[]>([])
  const [undoing, setUndoing] = useState<string | null>(null)
  if (imports.length === 0) return null
  const isRunning = busy || sending.state === 'running'
  const take = async (made: KeptImport): Promise<boolean> => {
    if (!(await notices.confirm({ title: importsText.undoTitle, message: text.undoMessage }))) return false
    sending.reset()
    setUndoing(made.id)
    setLeft(await undo(made))
    return true
  }
  return (
    <div className={styles.columns}>
      <Panel title={text.past}>
        <ul className={styles.past} aria-label={text.past}>
          {imports.map((made) => (
            <li key={made.id}>
              <div className={styles.words}>
                <div>{made.name}</div>
                <div className={styles.hint}>
                  {formatInstant(made.at, zone)} · {text.articles(made.articles.length)}
                </div>
                {made.isWhole === false && !made.isUndone && made.id !== running ? (
                  <div className={styles.hint}>{text.halted}</div>
                ) : null}
              </div>
              {made.isUndone ? (
                <StateChip label={importsText.states.retire} color="gray" />
              ) : (
                <Button
                  variant="default"
                  disabled={disabled || isRunning}
                  onClick={() => void whileBusy(() => take(made))}
                >
                  {importsText.undo}
                </Button>
              )}
              {made.id === undoing ? <Undoing sending={sending} left={left} /> : null}
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

/** How far the undo is, and at its end what it has left. */
function Undoing({ sending, left }: { sending: Sending; left: readonly Left[] }) {
  const { state, done, all, refused } = sending
  if (state === 'ready') return null
  const kept = [
    ...left.map(({ reference, why }) => importsText.kept(reference, why)),
    ...refused.map(({ row, message }) => `${row.reference} : ${message}`),
  ]
  return (
    <div className={styles.undoing}>
      <Progress value={all === 0 ? 100 : (100 * done) / all} aria-label={importsText.states.retrait} />
      <div role="status">
        {state === 'running' ? text.progress(done, all) : null}
        {state === 'stopped' ? text.undoStopped(done, all) : null}
        {state === 'done' ? text.undone(all - refused.length, kept.length) : null}
      </div>
      {state === 'running' || kept.length === 0 ? null : (
        <ul className={styles.errors}>
          {kept.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
