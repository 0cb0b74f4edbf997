import { IconHourglass } from '@tabler/icons-react'
import { useMemo } from 'react'
import { conflictsOf, type Planned, type TakenTime } from '../../../schemas/rules/occupation.ts'
import { staysOf } from '../../../schemas/rules/team-location.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useNow } from '../../data/session/use-now.ts'
import { occupationText as text } from '../../text/occupation.ts'
import { formatDateTime, formatTimeRange } from '../../ui/format/format.ts'
import { occupationDoubt } from '../personnels/occupation-doubt.ts'
import { useStaff } from '../personnels/use-staff.ts'
import { useUnseenTimes } from '../personnels/use-unseen-times.ts'
import { useBetween } from '../records/use-between.ts'
import styles from './taken-warning.module.css'

type Conflict = TakenTime & { id: string | null }

const rangeOf = ({ debut, fin }: TakenTime): string =>
  debut.slice(0, 10) === fin.slice(0, 10)
    ? formatTimeRange(debut, fin)
    : `${formatDateTime(debut)} – ${formatDateTime(fin)}`

/** What takes these people at that time, from this device: appointments and works, and times that are out of sight (DAY-01). */
function useConflicts(planned: Planned): { conflicts: Conflict[]; doubt: string | null } {
  const { start, end } = planned
  const days = { from: start.slice(0, 10), to: end.slice(0, 10) }
  const between = { from: days.from, until: end }
  const rdvs = useBetween('rdv', between)
  const interventions = useBetween('intervention', between)
  const stays = useMemo(
    () => (rdvs && interventions ? staysOf({ rdvs, interventions }) : undefined),
    [rdvs, interventions],
  )
  const unseen = useUnseenTimes(stays)
  const now = useNow()
  const me = useStaff().id
  const conflicts = conflictsOf(planned, [
    ...(stays ?? []),
    ...(unseen?.times ?? []).map((one) => ({ ...one, id: null })),
  ])
  const isOthers = planned.people.some((id) => id !== me)
  return { conflicts, doubt: isOthers ? occupationDoubt(unseen, { ...days, now }) : null }
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
