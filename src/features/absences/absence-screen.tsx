import { useParams } from '@tanstack/react-router'
import { frenchDate } from '../../../schemas/dates.ts'
import { absence as absenceEntity } from '../../../schemas/entities/absence.ts'
import { GENRE_LABELS } from '../../../schemas/rules/absences.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { spanOf } from '../../domain/absences/span.ts'
import { useMayChange } from '../../domain/absences/use-absence-rights.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact, MissingRecord, RecordActions } from '../../domain/records/resource-view.tsx'
import styles from '../../forms/resource.module.css'
import { absencesText as text } from '../../text/absences.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { HeaderMarks, PageHeader } from '../../ui/page/page-header.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import own from './absences.module.css'
import { OncePanel } from './once-panel.tsx'

type Absence = LocalRecord<'absence'>

/** « chaque semaine, jusqu’au 31/12/2026 » */
function repetitionOf({ REPETITION, REPETER_JUSQUA, REPETER_FOIS }: Absence): string | null {
  if (REPETITION === null) return null
  const end =
    REPETER_JUSQUA !== null ? text.until(frenchDate(REPETER_JUSQUA)) : REPETER_FOIS && text.times(REPETER_FOIS)
  return [text.repeats[REPETITION], end].filter(Boolean).join(', ')
}

function AbsenceFacts({ absence }: { absence: Absence }) {
  const people = useRecords('personnel', absence.IDPERSONNELS)
  const names = absence.IDPERSONNELS.map((id) => people?.get(id)?.NOM_COMPLET ?? '').filter(Boolean)
  const repetition = repetitionOf(absence)
  return (
    <dl className={styles.facts}>
      <Fact label={text.period}>{spanOf({ debut: absence.DEBUT, fin: absence.FIN })}</Fact>
      {repetition ? <Fact label={text.repeat}>{repetition}</Fact> : null}
      <Fact label={text.people}>{names.join(', ')}</Fact>
      {absence.OBJET ? <Fact label={text.note}>{absence.OBJET}</Fact> : null}
    </dl>
  )
}

/** /manager/absence/$id: one absence or meeting; `jour` names the occurrence that is looked at. */
export function AbsenceScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const [{ jour }] = useQuery()
  const absence = useLiveRecord('absence', id)
  const mayChange = useMayChange(absence)
  const back = paths.absences.href()
  if (absence === undefined) return null
  if (absence === null) return <MissingRecord back={back} />
  const label = absenceEntity.label(absence)
  return (
    <>
      <PageHeader
        title={label}
        back={back}
        subtitle={
          <HeaderMarks>
            <StateChip label={GENRE_LABELS[absence.GENRE]} color={absence.GENRE === 'reunion' ? 'blue' : 'orange'} />
            <SyncLink resource="absence" id={id} mark={absence.sync} />
          </HeaderMarks>
        }
        actions={
          <RecordActions
            resource="absence"
            id={id}
            label={label}
            back={back}
            canEdit={mayChange}
            canRemove={mayChange}
          />
        }
      />
      <div className={own.panels}>
        <Panel title={text.when}>
          <AbsenceFacts absence={absence} />
        </Panel>
        {absence.REPETITION !== null && jour !== undefined && mayChange ? (
          <OncePanel absence={absence} jour={jour} />
        ) : null}
      </div>
    </>
  )
}
