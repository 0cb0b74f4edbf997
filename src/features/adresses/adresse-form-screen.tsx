import { useParams } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { PickPoint } from '../../components/map/pick-point.tsx'
import { backOf, ResourceForm } from '../../components/resource/resource-form.tsx'
import { MissingRecord } from '../../components/resource/resource-view.tsx'
import { useFormRecord } from '../../components/resource/use-form-record.ts'
import { useQuery } from '../../components/resource/use-query.ts'
import type { ResourceFormState } from '../../components/resource/use-resource-form.ts'

const pickPoint = (form: ResourceFormState) => <PickPoint values={form.values} onPick={form.setMany} />

/** /manager/adresse/create and /manager/adresse/$id/edit. */
export function AdresseFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [from] = useQuery()
  const { record: adresse, gone } = useFormRecord('adresse', id)
  if (id === undefined) {
    return (
      <ResourceForm resource="adresse" record={null} from={from} back={backOf('adresse', undefined)} more={pickPoint} />
    )
  }
  if (adresse === undefined) return null
  if (adresse === null) return <MissingRecord back={paths.manager.href()} />
  return (
    <ResourceForm
      key={id}
      resource="adresse"
      record={adresse}
      gone={gone}
      back={backOf('adresse', id)}
      more={pickPoint}
    />
  )
}
