import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { formatDateTime } from '../../components/format.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { SyncLink } from '../../components/resource/record-sync.tsx'
import frame from '../../components/resource/resource.module.css'
import { RecordLink } from '../../components/resource/resource-value.tsx'
import { Fact, MissingRecord } from '../../components/resource/resource-view.tsx'
import { useMay } from '../../components/resource/use-staff.ts'
import { resourceText, interventionText as text } from '../../text/resource.ts'
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
          <Fact label={text.of}>
            <RecordLink resource="intervention" id={holder} />
          </Fact>
        </dl>
      </section>
    </div>
  )
}
