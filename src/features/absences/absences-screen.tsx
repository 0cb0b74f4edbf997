import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { addDays, formatDay, isDate, monthStart } from '../../../schemas/dates.ts'
import { GENRE_LABELS, occurrencesOf } from '../../../schemas/rules/absences.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveList } from '../../data/records/use-live.ts'
import { type Records, useRecords } from '../../data/records/use-records.ts'
import { useSession } from '../../data/session/session.tsx'
import { useNow } from '../../data/session/use-now.ts'
import { absenceHref } from '../../domain/absences/absence-href.ts'
import { spanOf } from '../../domain/absences/span.ts'
import { useDirects } from '../../domain/absences/use-absence-rights.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { absencesText as text } from '../../text/absences.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './absences.module.css'

type Absence = LocalRecord<'absence'>

interface Shown {
  absence: Absence
  jour: string
  debut: string
  fin: string
}

/** Each time that these absences take in a month, first one first. */
const timesIn = (absences: readonly Absence[], between: { from: string; until: string }): Shown[] =>
  absences
    .flatMap((absence) =>
      occurrencesOf(absence, between).map(({ id: jour, debut, fin }): Shown => ({ absence, jour, debut, fin })),
    )
    .sort((a, b) => a.debut.localeCompare(b.debut) || (a.absence.id < b.absence.id ? -1 : 1))

function Row({ shown, people }: { shown: Shown; people: Records<'personnel'> | undefined }) {
  const { absence, jour } = shown
  const names = absence.IDPERSONNELS.map((id) => people?.get(id)?.NOM_COMPLET ?? '').filter(Boolean)
  return (
    <RecordRow
      href={absenceHref({ id: absence.id, jour: absence.REPETITION === null ? undefined : jour })}
      title={spanOf(shown)}
      detail={[names.join(', '), absence.OBJET].filter(Boolean).join(' · ')}
      sync={absence.sync.state}
      end={
        <>
          {absence.REPETITION === null ? null : (
            <span title={text.repeats[absence.REPETITION]}>
              <IconRepeat size={16} aria-label={text.repeats[absence.REPETITION]} />
            </span>
          )}
          <StateChip label={GENRE_LABELS[absence.GENRE]} color={absence.GENRE === 'reunion' ? 'blue' : 'orange'} />
        </>
      }
    />
  )
}

/** The month that is shown, with a button to each side. */
function Month({ first, onChange }: { first: string; onChange: (first: string) => void }) {
  return (
    <div className={styles.month}>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={text.previous}
        onClick={() => onChange(monthStart(first, -1))}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <h2 className={styles.monthName} aria-live="polite">
        {formatDay(first, 'MMMM YYYY')}
      </h2>
      <ActionIcon variant="default" size={44} aria-label={text.next} onClick={() => onChange(monthStart(first, 1))}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** « Absences » (DAY-10): mine by month, and for a director those of the team. */
export function AbsencesScreen() {
  const [query, setQuery] = useQuery()
  const me = useSession().account.id
  const directs = useDirects()
  const today = useNow().slice(0, 10)
  const asked = `${query.mois ?? ''}-01`
  const first = isDate(asked) ? asked : monthStart(today, 0)
  const isTeam = directs && query.qui !== 'moi'
  const absences = useLiveList('absence', {})
  const wanted = isTeam ? absences : absences?.filter(({ IDPERSONNELS }) => IDPERSONNELS.includes(me))
  const shown = wanted && timesIn(wanted, { from: first, until: addDays(monthStart(first, 1), -1) })
  const people = useRecords(
    'personnel',
    shown?.flatMap(({ absence }) => absence.IDPERSONNELS),
    { stale: true },
  )
  const day = today.slice(0, 7) === first.slice(0, 7) ? today : first
  const add = (
    <Button
      component={Link}
      to={paths.resource.create('absence', { jour: day })}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {text.add}
    </Button>
  )
  return (
    <>
      <PageHeader title={text.title} subtitle={text.hint} actions={add} />
      <div className={styles.bar}>
        <Month first={first} onChange={(next) => setQuery({ ...query, mois: next.slice(0, 7) })} />
        {directs ? (
          <Segments
            label={text.whose}
            value={isTeam ? 'equipe' : 'moi'}
            onChange={(next) => setQuery({ ...query, qui: next === 'moi' ? 'moi' : undefined })}
            data={[
              { value: 'equipe', label: text.team },
              { value: 'moi', label: text.mine },
            ]}
          />
        ) : null}
      </div>
      {shown === undefined ? null : shown.length === 0 ? (
        <EmptyState text={text.empty} />
      ) : (
        <RowList label={text.list} card>
          {shown.map((one) => (
            <Row key={`${one.absence.id} ${one.jour}`} shown={one} people={people} />
          ))}
        </RowList>
      )}
    </>
  )
}
