import { useParams } from '@tanstack/react-router'
import { PickPoint } from '../../domain/map/pick-point.tsx'
import { TownChoice } from '../../domain/map/town-choice.tsx'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { backOf, ResourceForm } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import type { ResourceFormState } from '../../forms/use-resource-form.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'

const pickPlace = (form: ResourceFormState) => (
  <>
    <TownChoice values={form.values} onPick={form.setMany} />
    <PickPoint values={form.values} onPick={form.setMany} />
  </>
)

/** /manager/adresse/create and /manager/adresse/$id/edit. */
export function AdresseFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [from] = useQuery()
  const { record: adresse, gone } = useFormRecord('adresse', id)
  if (id === undefined) {
    return (
      <ResourceForm resource="adresse" record={null} from={from} back={backOf('adresse', undefined)} more={pickPlace} />
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
      more={pickPlace}
    />
  )
}
