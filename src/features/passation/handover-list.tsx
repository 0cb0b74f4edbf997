import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Handover } from '../../../schemas/handover.ts'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { passationText as text } from '../../text/passation.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { undoHandover } from './calls.ts'
import styles from './passation.module.css'

interface HandoverListProps {
  handovers: readonly Handover[]
  nameOf: (id: string) => string
  disabled: boolean
  onRun: (begin: () => Promise<Handover>) => Promise<void>
}

/** Former handovers of this person: one that was interrupted goes on, a recent one can be taken back. */
export function HandoverList({ handovers, nameOf, disabled, onRun }: HandoverListProps) {
  return (
    <Panel title={text.list} count={handovers.length}>
      {handovers.length === 0 ? (
        <PanelEmpty text={text.none} />
      ) : (
        <ul className={styles.list} aria-label={text.list}>
          {handovers.map((one) => (
            <li key={one.id} className={styles.row}>
              <HandoverRow handover={one} nameOf={nameOf} disabled={disabled} onRun={onRun} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function HandoverRow({
  handover,
  nameOf,
  disabled,
  onRun,
}: Omit<HandoverListProps, 'handovers'> & { handover: Handover }) {
  const zone = useZone()
  const { id, LE, PAR, TOTAL, RESTE, DONNEES, IGNOREES = [], ANNULEE_LE, ANNULABLE_JUSQUA, LAISSES } = handover
  const isOpen = ANNULEE_LE === null && Date.parse(ANNULABLE_JUSQUA) > Date.now()
  const undo = async (): Promise<void> => {
    if (!(await notices.confirm({ message: text.confirmUndo }))) return
    await onRun(() => undoHandover(id, uuidv7()))
  }
  return (
    <>
      <div className={styles.words}>
        <div>{text.of(formatInstant(LE, zone), nameOf(PAR))}</div>
        <div className={styles.hint}>
          {[
            RESTE > 0 ? text.left(RESTE, TOTAL) : text.given(DONNEES ?? TOTAL),
            ANNULEE_LE === null ? null : text.cancelled(formatInstant(ANNULEE_LE, zone)),
            isOpen ? text.until(formatInstant(ANNULABLE_JUSQUA, zone)) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {IGNOREES.length === 0 ? null : (
          <div className={styles.collisions}>
            <strong>{text.ignored(IGNOREES.length)}</strong>
            <ul>
              {IGNOREES.map((one) => (
                <li key={`${one.RESSOURCE}/${one.ID}`}>
                  <Link to={paths.resource.view(one.RESSOURCE, one.ID)}>{text.record[one.RESSOURCE]}</Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        {LAISSES.length === 0 ? null : (
          <div className={styles.collisions}>
            <strong>{text.kept(LAISSES.length)}</strong>
            <ul>
              {LAISSES.map((one) => (
                <li key={`${one.RESSOURCE}/${one.ID}`}>
                  <Link to={paths.resource.view(one.RESSOURCE, one.ID)}>{text.record[one.RESSOURCE]}</Link>
                  {' · '}
                  {nameOf(one.IDPERSONNEL)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      <div className={styles.buttons}>
        {RESTE > 0 ? (
          <Button disabled={disabled} onClick={() => void onRun(async () => handover)}>
            {text.resume}
          </Button>
        ) : null}
        {isOpen ? (
          <Button variant="default" disabled={disabled} onClick={() => void undo()}>
            {text.undo}
          </Button>
        ) : null}
      </div>
    </>
  )
}
