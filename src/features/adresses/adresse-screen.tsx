import { useParams } from '@tanstack/react-router'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { ADDRESS_IN_USE } from '../../../schemas/rules/deletion.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { useAddressUses } from '../../domain/adresses/use-address-uses.ts'
import { ResourceView } from '../../domain/records/resource-view.tsx'
import { resourceText } from '../../text/resource.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { useQuery } from '../../ui/navigation/use-query.ts'
import styles from './adresse.module.css'

const FIELDS = ['ADRESSE', 'CODE_POSTAL', 'VILLE', 'LATITUDE', 'LONGITUDE']

/** /manager/adresse/$id */
export function AdresseScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const adresse = useLiveRecord('adresse', id)
  const uses = useAddressUses(id)
  const [from] = useQuery()
  // What this device does not hold may have it too: the server looks again.
  const refuseRemoval = (): string | null => {
    if (uses === undefined) return resourceText.stillReading
    return Object.values(uses).some((some) => some.length > 0) ? ADDRESS_IN_USE : null
  }
  return (
    <ResourceView
      key={id}
      resource="adresse"
      id={id}
      record={adresse}
      back={paths.manager.href()}
      fields={FIELDS}
      actions={{ refuseRemoval, editHref: paths.resource.edit('adresse', id, from) }}
    >
      {adresse ? (
        <div className={styles.actions}>
          <ContactActions
            place={{
              label: adresseEntity.label(adresse),
              LATITUDE: adresse.LATITUDE,
              LONGITUDE: adresse.LONGITUDE,
            }}
          />
        </div>
      ) : null}
    </ResourceView>
  )
}
