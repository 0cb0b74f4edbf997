import { Button } from '@mantine/core'
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { appText } from '../../text/app.ts'
import styles from './contact-actions.module.css'
import { contactLinks, type Place } from './contact-links.ts'
import { RouteButton } from './route-button.tsx'

const ICON = 18

/** Appeler, SMS, Mail, Itinéraire (Waze, Plans, Google Maps: the device's own, once it was chosen). Unknown numbers and addresses have no button. */
export function ContactActions({
  phone,
  email,
  place,
}: {
  phone?: string | null | undefined
  email?: string | null | undefined
  place?: Place | null | undefined
}) {
  const { contact } = appText
  return (
    <div className={styles.actions}>
      {phone && (
        <>
          <Button
            component="a"
            href={contactLinks.call(phone)}
            variant="default"
            leftSection={<IconPhone size={ICON} />}
          >
            {contact.call}
          </Button>
          <Button
            component="a"
            href={contactLinks.sms(phone)}
            variant="default"
            leftSection={<IconMessage size={ICON} />}
          >
            {contact.sms}
          </Button>
        </>
      )}
      {email && (
        <Button component="a" href={contactLinks.mail(email)} variant="default" leftSection={<IconMail size={ICON} />}>
          {contact.mail}
        </Button>
      )}
      {place && <RouteButton place={place} />}
    </div>
  )
}
