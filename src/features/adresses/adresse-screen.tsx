import { useParams } from '@tanstack/react-router'
import { adresse as adresseEntity } from '../../../schemas/entities/adresse.ts'
import { paths } from '../../app/paths.ts'
import { ContactActions } from '../../components/contact-actions.tsx'
import { ResourceView } from '../../components/resource/resource-view.tsx'
import { useLiveRecord } from '../../db/use-live.ts'
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
