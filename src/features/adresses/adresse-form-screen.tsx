import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Single } from '../../../sync/outbox/command-list.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { pointOfWords } from '../../domain/adresses/address-words.ts'
import { useAddressUses } from '../../domain/adresses/use-address-uses.ts'
import { PickPoint } from '../../domain/map/pick-point.tsx'
import { TownChoice } from '../../domain/map/town-choice.tsx'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { MissingRecord } from '../../domain/records/resource-view.tsx'
import type { FormValues } from '../../forms/payload.ts'
import { backOf, ResourceForm } from '../../forms/resource-form.tsx'
import { useFormRecord } from '../../forms/use-form-record.ts'
import type { FormChange, ResourceFormState } from '../../forms/use-resource-form.ts'
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
  return <EditAdresse key={id} adresse={adresse} gone={gone} />
}

function EditAdresse({ adresse, gone }: { adresse: LocalRecord<'adresse'>; gone: boolean }) {
  const id = adresse.IDADRESSE
  const uses = useAddressUses(id)
  const allowed = useMay()
  const adjust = useCallback((change: FormChange) => pointOfWords(adresse, change), [adresse])
  /** Clients are found and listed by their town, which each of them keeps. */
  const moveTowns = async (patch: FormValues, one: Single): Promise<void> => {
    if (!('VILLE' in patch) || !allowed('update', 'client')) return
    const VILLE = patch.VILLE as string | null
    for (const client of uses?.clients ?? [])
      if (client.VILLE !== VILLE) await one.update('client', client.IDCLIENT, { VILLE })
  }
  return (
    <ResourceForm
      resource="adresse"
      record={adresse}
      gone={gone}
      back={backOf('adresse', id)}
      adjust={adjust}
      onUpdated={moveTowns}
      more={pickPlace}
    />
  )
}
