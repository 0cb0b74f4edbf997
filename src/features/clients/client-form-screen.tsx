import { useParams } from '@tanstack/react-router'
import { MissingRecord } from '../../components/resource/resource-view.tsx'
import { useQuery } from '../../components/resource/use-query.ts'
import { useClientsHref } from '../../components/resource/use-way-back.ts'
import { useLiveRecord } from '../../db/use-live.ts'
import { ClientForm } from './client-form.tsx'

/** /manager/client/create and /manager/client/$id/edit. */
export function ClientFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [from] = useQuery()
  const back = useClientsHref()
  const client = useLiveRecord('client', id)
  const adresse = useLiveRecord('adresse', client?.IDADRESSE)
  if (id === undefined) return <ClientForm client={null} adresse={null} from={from} />
  if (client === undefined || adresse === undefined) return null
  if (client === null) return <MissingRecord back={back} />
  return <ClientForm key={id} client={client} adresse={adresse} from={{}} />
}
