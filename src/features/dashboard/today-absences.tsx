import { IconBeach } from '@tabler/icons-react'
import { absentStays } from '../../../schemas/rules/team-location.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { absenceHref } from '../../domain/absences/absence-href.ts'
import { spanOf } from '../../domain/absences/span.ts'
import { PlainLink } from '../../ui/navigation/plain-link.tsx'
import styles from './dashboard.module.css'

/** My absences and meetings of the day, above its appointments (DAY-10). */
export function TodayAbsences({ today }: { today: string }) {
  const me = useSession().account.id
  const absences = useLiveList('absence', {})
  const mine = absentStays(absences ?? [], { from: today, until: today })
    .filter(({ IDPERSONNEL }) => IDPERSONNEL === me)
    .sort((a, b) => a.debut.localeCompare(b.debut))
  if (mine.length === 0) return null
  return (
    <ul className={styles.absences}>
      {mine.map((stay) => (
        <li key={`${stay.id} ${stay.debut}`}>
          <PlainLink href={absenceHref(stay)} className={styles.absence ?? ''}>
            <IconBeach size={18} stroke={1.7} aria-hidden />
            <strong>{stay.objet}</strong>
            <span className={styles.quiet}>{spanOf(stay)}</span>
          </PlainLink>
        </li>
      ))}
    </ul>
  )
}
