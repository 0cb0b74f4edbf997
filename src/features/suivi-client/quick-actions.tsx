import { IconCalendarPlus } from '@tabler/icons-react'
import { client as clientEntity } from '../../../schemas/entities/client.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { usePlanRdv } from '../../domain/rdv/use-plan-rdv.ts'
import { suiviClientText as text } from '../../text/suivi-client.ts'
import { ContactIcons } from '../../ui/contact/contact-icons.tsx'
import { PlainButton } from '../../ui/controls/plain-button.tsx'

/** Call, SMS, mail and an appointment, one tap each. */
export function QuickActions({
  client,
  projet,
}: {
  client: LocalRecord<'client'>
  projet: LocalRecord<'projet'> | null
}) {
  const plan = usePlanRdv()
  const name = clientEntity.label(client)
  return (
    <>
      <ContactIcons
        name={name}
        phone={client.PORTABLE ?? client.TELEPHONE}
        mobile={client.PORTABLE}
        email={client.MAIL}
      />
      <PlainButton
        tall
        icon={<IconCalendarPlus size={18} aria-hidden />}
        label={text.rdvFor(name)}
        onClick={() => plan({ projet, client, attendees: 'responsible' }, client.IDCLIENT)}
      >
        {text.newRdv}
      </PlainButton>
    </>
  )
}
