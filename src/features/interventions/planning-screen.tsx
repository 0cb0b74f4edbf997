import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { durationBetween } from '../../../schemas/rules/durations.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { SyncLink } from '../../domain/records/record-sync.tsx'
import { Fact, MissingRecord } from '../../domain/records/resource-view.tsx'
import { RecordLink } from '../../forms/fields/resource-value.tsx'
import frame from '../../forms/resource.module.css'
import { interventionText as text } from '../../text/intervention-form.ts'
import { resourceText } from '../../text/resource.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { usePlanningEntry } from './use-planning-entry.ts'

/** /manager/intervention_planning/$id: one person's hours on an intervention. The intervention's record contains them. */
export function PlanningScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const found = usePlanningEntry(id)
  const allowed = useMay()
  if (found === undefined) return null
  if (found === null) return <MissingRecord back={paths.manager.href()} />
  const { entry, intervention } = found
  const holder = intervention.IDINTERVENTION
  return (
    <div className={frame.page}>
      <PageHeader
        title={text.planning}
        back={paths.resource.view('intervention', holder)}
        subtitle={<SyncLink resource="intervention" id={holder} mark={intervention.sync} />}
        actions={
          allowed('update', 'intervention') ? (
            <Button component={Link} to={paths.resource.edit('intervention', holder)} variant="default">
              {resourceText.edit}
            </Button>
          ) : undefined
        }
      />
      <section className={`surface ${frame.card}`} aria-label={text.planning}>
        <dl>
          <Fact label={text.person}>
            <RecordLink resource="personnel" id={entry.IDPERSONNEL} />
          </Fact>
          <Fact label={text.start}>{formatDateTime(entry.DEBUT)}</Fact>
          <Fact label={text.end}>{formatDateTime(entry.FIN)}</Fact>
          <Fact label={resourceText.duration}>{durationBetween(entry.DEBUT, entry.FIN)}</Fact>
          <Fact label={text.of}>
            <RecordLink resource="intervention" id={holder} />
          </Fact>
        </dl>
      </section>
    </div>
  )
}
