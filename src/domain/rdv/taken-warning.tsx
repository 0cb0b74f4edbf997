import { IconHourglass } from '@tabler/icons-react'
import { conflictsOf, type Planned, type TakenTime } from '../../../schemas/rules/occupation.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { occupationText as text } from '../../text/occupation.ts'
import { formatDateTime, formatTimeRange } from '../../ui/format/format.ts'
import { occupationDoubt } from '../personnels/occupation-doubt.ts'
import { useStaff } from '../personnels/use-staff.ts'
import styles from './taken-warning.module.css'
import { useTakenTimes } from './use-taken-times.ts'

type Conflict = TakenTime & { id: string | null }

const rangeOf = ({ debut, fin }: TakenTime): string =>
  debut.slice(0, 10) === fin.slice(0, 10)
    ? formatTimeRange(debut, fin)
    : `${formatDateTime(debut)} – ${formatDateTime(fin)}`

/** What takes these people at that time, from this device: appointments and works, and times that are out of sight (DAY-01). */
function useConflicts(planned: Planned): { conflicts: Conflict[]; doubt: string | null } {
  const { start, end } = planned
  const days = { from: start.slice(0, 10), to: end.slice(0, 10) }
  const taken = useTakenTimes({ from: days.from, until: end })
  const now = useNow()
  const me = useStaff().id
  const conflicts = conflictsOf(planned, taken?.times ?? [])
  const isOthers = planned.people.some((id) => id !== me)
  return { conflicts, doubt: isOthers ? occupationDoubt(taken?.unseen, { ...days, now }) : null }
}

/** Says, before an appointment is saved, who is taken at that time. It never prevents: people decide. */
export function TakenWarning(planned: Planned) {
  const { conflicts, doubt } = useConflicts(planned)
  const people = useRecords(
    'personnel',
    conflicts.map(({ IDPERSONNEL }) => IDPERSONNEL),
  )
  const wordsOf = (one: Conflict): string => {
    const person = people?.get(one.IDPERSONNEL)
    return text.conflict[one.id === null ? 'unseen' : one.kind](person?.NOM_COMPLET ?? person?.NOM ?? '', rangeOf(one))
  }
  const shown = people ? [...new Set(conflicts.map(wordsOf))] : []
  return (
    <div role="status">
      {shown.length > 0 ? (
        <div className={styles.taken}>
          <strong>
            <IconHourglass size={18} aria-hidden /> {text.conflictTitle}
          </strong>
          <ul>
            {shown.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {doubt ? <p className={styles.doubt}>{doubt}</p> : null}
    </div>
  )
}
