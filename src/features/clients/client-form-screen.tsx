import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { descriptionOf } from '../../../schemas/rules/demandes.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { LedToKept } from '../../domain/clients/led-to-kept.tsx'
import { useKeptClient } from '../../domain/clients/use-kept-client.ts'
import { useClientsHref } from '../../domain/navigation/use-way-back.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import { ClientForm } from './client-form.tsx'

/** /manager/client/create and /manager/client/$id/edit. */
export function ClientFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string }
  const [from] = useQuery()
  const demande = useLiveRecord('demande', id === undefined ? from.demande : null)
  const back = useClientsHref()
  const { record: client, gone } = useFormRecord('client', id)
  // Merged into another record while it is being changed: what is typed goes there.
  const kept = useKeptClient(gone ? id : null)
  const { record: adresse } = useFormRecord('adresse', client?.IDADRESSE)
  // While the form is open, a colleague may give the client another address: it is read then.
  const [opened, setOpened] = useState<string | null>(null)
  if (id === undefined) {
    if (demande === undefined) return null
    // The project of a recommended person begins with the words of who recommended them (DAY-05).
    const values = demande ? { ...from, DESCRIPTION: descriptionOf(demande) } : from
    return <ClientForm client={null} adresse={null} from={values} />
  }
  if (client === undefined || (adresse === undefined && opened !== id)) return null
  if (client === null)
    return (
      <LedToKept id={id} hrefOf={(kept) => paths.resource.edit('client', kept)}>
        <MissingRecord back={back} />
      </LedToKept>
    )
  if (opened !== id) setOpened(id)
  return <ClientForm key={id} client={client} adresse={adresse} gone={gone && !kept} kept={kept ?? null} from={{}} />
}
