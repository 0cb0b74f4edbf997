import { useParams } from '@tanstack/react-router'
import { entityOf } from '../../../schemas/resources.ts'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formFields } from '../../components/resource/form-values.ts'
import { backOf, ResourceForm } from '../../components/resource/resource-form.tsx'
import { MissingRecord } from '../../components/resource/resource-view.tsx'
import { useFormRecord } from '../../components/resource/use-form-record.ts'
import { useMay } from '../../components/resource/use-staff.ts'
import { resourceText } from '../../text/resource.ts'

const entity = entityOf('personnel')
/** Only administrators write rights and agencies. */
const FIELDS = formFields(entity, 'update').filter((name) => entity.fields[name]?.managed !== true && name !== 'PHOTO')

/** /manager/personnel/$id/edit */
export function PersonnelFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const allowed = useMay()
  const { record: personnel, gone } = useFormRecord('personnel', id)
  if (id === undefined || !allowed('update', 'personnel')) {
    return (
      <>
        <PageHeader title={entity.title} back={backOf('personnel', id)} />
        <EmptyState text={resourceText.forbidden} />
      </>
    )
  }
  if (personnel === undefined) return null
  if (personnel === null) return <MissingRecord back={paths.manager.href()} />
  return (
    <ResourceForm
      key={id}
      resource="personnel"
      record={personnel}
      gone={gone}
      fields={FIELDS}
      back={backOf('personnel', id)}
    />
  )
}
