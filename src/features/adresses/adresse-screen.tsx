import { useParams } from '@tanstack/react-router'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { useLiveRecord } from '../../data/records/use-live.ts'
import { ResourceView } from '../../domain/records/resource-view.tsx'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './adresse.module.css'

const FIELDS = ['ADRESSE', 'CODE_POSTAL', 'VILLE', 'LATITUDE', 'LONGITUDE']

/** /manager/adresse/$id */
export function AdresseScreen() {
  const { id } = useParams({ strict: false }) as { id: string }
  const adresse = useLiveRecord('adresse', id)
  return (
    <ResourceView key={id} resource="adresse" id={id} record={adresse} back={paths.manager.href()} fields={FIELDS}>
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
