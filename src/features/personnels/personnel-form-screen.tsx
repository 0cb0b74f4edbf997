import { useParams } from '@tanstack/react-router'
import { entityOf } from '../../../schemas/resources.ts'
import { mayChangePerson } from '../../../schemas/rules/direction.ts'
import { useMay, useStaff } from '../../domain/personnels/use-staff.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { formFields } from '../../forms/form-values.ts'
import { backOf, ResourceForm } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { ownCompanyText } from '../../text/own-company.ts'
import { resourceText } from '../../text/resource.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

const entity = entityOf('personnel')
/** Only administrators write rights and agencies. */
const FIELDS = formFields(entity, 'update').filter((name) => entity.fields[name]?.managed !== true && name !== 'PHOTO')

/** /manager/personnel/$id/edit */
export function PersonnelFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const me = useStaff()
  const allowed = useMay()
  const { record: personnel, gone } = useFormRecord('personnel', id)
  if (id === undefined || !allowed('update', 'personnel')) return <Refused id={id} text={resourceText.forbidden} />
  if (personnel === undefined) return null
  if (personnel === null) return <MissingRecord back={paths.manager.href()} />
  if (!mayChangePerson(me, id, personnel)) return <Refused id={id} text={ownCompanyText.beyond} />
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

function Refused({ id, text }: { id: string | undefined; text: string }) {
  return (
    <>
      <PageHeader title={entity.title} back={backOf('personnel', id)} />
      <EmptyState text={text} />
    </>
  )
}
