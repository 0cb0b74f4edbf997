import { Button } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { FreeSlot } from '../../../schemas/rules/free-slots.ts'
import type { Planned, TakenTime } from '../../../schemas/rules/occupation.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { occupationText as text } from '../../text/occupation.ts'
import { formatShortDay, formatTimeRange } from '../../ui/format/format.ts'
import { lastDayOf, spanOf } from '../absences/span.ts'
import styles from './taken-warning.module.css'
import { type Conflict, type Taken, useTaken } from './use-taken.ts'

/** The most times that are named: a long absence meets many. */
const MOST_NAMED = 6

/** @param dated the day is said, too */
const rangeOf = ({ debut, fin }: TakenTime, dated: boolean): string =>
  !dated && debut.slice(0, 10) === fin.slice(0, 10) ? formatTimeRange(debut, fin) : spanOf({ debut, fin })

function conflictText(one: Conflict, { name, dated }: { name: string; dated: boolean }): string {
  const range = rangeOf(one, dated)
  if (one.kind === 'absence') {
    return one.id === null || !one.objet
      ? text.conflict.absent(name, range)
      : text.conflict.absence(name, range, one.objet)
  }
  return text.conflict[one.id === null ? 'unseen' : one.kind](name, range)
}

/** Who is taken and when, in words; and what is not known of it. */
function Conflicts({
  conflicts,
  doubt,
  title = text.conflictTitle,
  dated = false,
}: Pick<Taken, 'conflicts' | 'doubt'> & { title?: string; dated?: boolean }) {
  const people = useRecords(
    'personnel',
    conflicts.map(({ IDPERSONNEL }) => IDPERSONNEL),
  )
  const wordsOf = (one: Conflict): string => {
    const person = people?.get(one.IDPERSONNEL)
    return conflictText(one, { name: person?.NOM_COMPLET ?? person?.NOM ?? '', dated })
  }
  const shown = people ? [...new Set(conflicts.map(wordsOf))] : []
  return (
    <div role="status">
      {shown.length > 0 ? (
        <div className={styles.taken}>
          <strong>
            <IconHourglass size={18} aria-hidden /> {title}
          </strong>
          <ul>
            {shown.slice(0, MOST_NAMED).map((words) => (
              <li key={words}>{words}</li>
            ))}
            {shown.length > MOST_NAMED ? <li>{text.more(shown.length - MOST_NAMED)}</li> : null}
          </ul>
        </div>
      ) : null}
      {doubt ? <p className={styles.doubt}>{doubt}</p> : null}
    </div>
  )
}

/** What takes these people at that time already, without a proposal of another one. */
export function TakenList({ planned, title }: { planned: Planned; title: string }) {
  const { conflicts, doubt } = useTaken(planned, { slots: false })
  return (
    <Conflicts
      conflicts={conflicts}
      doubt={doubt}
      title={title}
      dated={lastDayOf(planned.end) > planned.start.slice(0, 10)}
    />
  )
}

export interface TakenWarningProps {
  planned: Planned
  /** Whether free slots are proposed. */
  slots?: boolean
  /** A free slot was tapped. */
  onPick: (slot: FreeSlot) => void
}

/** Says, before an appointment is saved, who is taken at that time, and offers the next free slots. It never prevents: people decide. */
export function TakenWarning({ planned, slots: wanted = true, onPick }: TakenWarningProps) {
  const { conflicts, slots, doubt } = useTaken(planned, { slots: wanted })
  return (
    <div>
      <Conflicts conflicts={conflicts} doubt={doubt} />
      {slots.length > 0 ? (
        <section className={styles.free} aria-label={text.free}>
          <span aria-hidden>{text.free}</span>
          <div className={styles.slots}>
            {slots.map((slot) => (
              <Button key={slot.start} variant="default" size="md" onClick={() => onPick(slot)}>
                {text.slot(formatShortDay(slot.start), formatTimeRange(slot.start, slot.end))}
              </Button>
            ))}
          </div>
        </section>
      ) : null}
    </div>
  )
}
