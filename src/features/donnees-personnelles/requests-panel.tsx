import { daysBetween, today } from '../../../schemas/dates.ts'
import { answerDue, type ErasureRequest } from '../../../schemas/privacy.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { RecordRow, RowList } from '../../domain/records/record-rows.tsx'
import { erasureText as text } from '../../text/erasure.ts'
import { formatDate, formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './donnees-personnelles.module.css'

/** A request that must be answered within these days is marked. */
const SOON_DAYS = 7

/** Erasures that no administrator has decided, the oldest first, each with the last day for the answer. */
export function RequestsPanel({ requests }: { requests: readonly ErasureRequest[] }) {
  const zone = useZone()
  return (
    <Panel title={text.requests} count={requests.length}>
      <p className={styles.hint}>{text.requestsIntro}</p>
      {requests.length === 0 ? (
        <PanelEmpty text={text.noRequests} />
      ) : (
        <RowList label={text.requests}>
          {requests.map((request) => (
            <RecordRow
              key={request.id}
              href={paths.resource.view(request.kind, request.person_id)}
              title={request.name ?? text.gone}
              detail={[
                text[request.kind],
                text.whys[request.why],
                text.askedAt(formatInstant(request.asked_at, zone)),
              ].join(' · ')}
              end={<DueChip day={answerDue(request, zone)} now={today(zone)} />}
            />
          ))}
        </RowList>
      )}
    </Panel>
  )
}

function DueChip({ day, now }: { day: string | null; now: string }) {
  if (day === null) return null
  const left = daysBetween(now, day)
  if (left < 0) return <StateChip label={text.late(formatDate(day))} color="red" />
  return <StateChip label={text.due(formatDate(day))} color={left <= SOON_DAYS ? 'orange' : 'grey'} />
}
