import { useParams } from '@tanstack/react-router'
import { paths } from '../../app/paths.ts'
import { backOf, ResourceForm } from '../../components/resource/resource-form.tsx'
import { MissingRecord } from '../../components/resource/resource-view.tsx'
import { useQuery } from '../../components/resource/use-query.ts'
import { useLiveRecord } from '../../db/use-live.ts'

/** /manager/adresse/create and /manager/adresse/$id/edit. */
export function AdresseFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [from] = useQuery()
  const adresse = useLiveRecord('adresse', id)
  if (id === undefined) {
    return <ResourceForm resource="adresse" record={null} from={from} back={backOf('adresse', undefined)} />
  }
  if (adresse === undefined) return null
  if (adresse === null) return <MissingRecord back={paths.manager.href()} />
  return <ResourceForm key={id} resource="adresse" record={adresse} back={backOf('adresse', id)} />
}
