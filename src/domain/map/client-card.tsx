import { ActionIcon, Button } from '@mantine/core'
import { IconCalendarPlus, IconUser, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import { useLiveList, useLiveRecord } from '../../data/records/use-live.ts'
import { useSession } from '../../data/session/session.tsx'
import { mapText } from '../../text/map.ts'
import { ContactActions } from '../../ui/contact/contact-actions.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { CLIENT_OWNERS, clientOwner } from '../clients/client-owner.ts'
import { RecordLabels } from '../labels/label-chips.tsx'
import { useMay } from '../personnels/use-staff.ts'
import { onlyOpen } from '../rdv/plan-rdv.ts'
import { usePlanRdv } from '../rdv/use-plan-rdv.ts'
import { SyncLink } from '../records/record-sync.tsx'
import styles from './map.module.css'

/** From a marker (GEO-07): open the client, call, drive there with the phone's map app, plan an appointment. */
export function ClientCard({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useLiveRecord('client', id)
  const adresse = useLiveRecord('adresse', client?.IDADRESSE)
  const { account } = useSession()
  const mayPlan = useMay()('create', 'rdv')
  const projets = useLiveList('projet', mayPlan ? { selector: { IDCLIENT: id } } : null)
  const plan = usePlanRdv()
  if (!client) return null
  const name = clientEntity.label(client)
  const owner = CLIENT_OWNERS[clientOwner(client, account)]
  const label = adresse?.ADRESSE_COMPLETE ?? client.VILLE
  return (
    <section className={`surface ${styles.card}`} aria-label={name}>
      <div className={styles.cardHead}>
        <div className={styles.words}>
          <h2 className={styles.cardName}>{name}</h2>
          <div className={styles.facts}>{label}</div>
        </div>
        <ActionIcon variant="subtle" color="ardoise" size={44} aria-label={mapText.close} onClick={onClose}>
          <IconX size={18} />
        </ActionIcon>
      </div>
      <div className={styles.chips}>
        <StateChip label={owner.label} color={owner.color} />
        <RecordLabels held={client.IDLABELS} />
        <SyncLink resource="client" id={id} mark={client.sync} />
      </div>
      <div className={styles.cardActions}>
        <Button component={Link} to={paths.resource.view('client', id)} leftSection={<IconUser size={18} />}>
          {mapText.openClient}
        </Button>
        {mayPlan ? (
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={18} />}
            disabled={projets === undefined}
            onClick={() => plan({ projet: onlyOpen(projets ?? []), client, attendees: 'me' }, id)}
          >
            {mapText.planRdv}
          </Button>
        ) : null}
        <ContactActions
          phone={client.PORTABLE ?? client.TELEPHONE}
          place={label ? { label, LATITUDE: adresse?.LATITUDE ?? null, LONGITUDE: adresse?.LONGITUDE ?? null } : null}
        />
      </div>
    </section>
  )
}
