import { Navigate, useParams } from '@tanstack/react-router'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { interventionText } from '../../text/intervention-form.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { usePlanningEntry } from './use-planning-entry.ts'

/**
 * /manager/intervention_planning/$id/edit and /create?IDINTERVENTION=: the form of the intervention, which holds its planning (decisions:
 * planning).
 */
export function PlanningFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [query] = useQuery()
  const found = usePlanningEntry(id)
  const holder = id === undefined ? query.IDINTERVENTION : found?.intervention.IDINTERVENTION
  if (holder) return <Navigate to={paths.resource.edit('intervention', holder)} replace />
  if (id === undefined) {
    return (
      <>
        <PageHeader title={interventionText.planning} back={paths.manager.href()} />
        <EmptyState text={interventionText.noHolder} />
      </>
    )
  }
  return found === undefined ? null : <MissingRecord back={paths.manager.href()} />
}
