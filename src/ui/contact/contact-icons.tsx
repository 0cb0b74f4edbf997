import { ActionIcon } from '@mantine/core'
import { IconMail, IconMessage, IconNavigation, IconPhone } from '@tabler/icons-react'
import { appText } from '../../text/app.ts'
import { PlainButton } from '../controls/plain-button.tsx'
import { contactLinks, type Place } from './contact-links.ts'
import { useRouteApp } from './route-app.ts'
import { RouteChoice } from './route-choice.tsx'

const { contact } = appText

const ICON = { size: 20, stroke: 1.7 }
const PHONE = <IconPhone {...ICON} />
const MESSAGE = <IconMessage {...ICON} />
const MAIL = <IconMail {...ICON} />
const ROUTE = <IconNavigation {...ICON} />

/** Appeler, SMS, Mail, Itinéraire in a row of a list, where words would not fit. Unknown numbers and addresses have no button. */
export function ContactIcons({
  name,
  phone,
  mobile,
  email,
  place,
}: {
  /** The person of each button, for assistive technology. */
  name: string
  phone?: string | null | undefined
  mobile?: string | null | undefined
  email?: string | null | undefined
  place?: Place | null | undefined
}) {
  const app = useRouteApp()
  const choose = contact.of(contact.route, name)
  return (
    <>
      {phone ? (
        <PlainButton outside={contactLinks.call(phone)} label={contact.of(contact.call, name)} icon={PHONE} />
      ) : null}
      {mobile ? (
        <PlainButton outside={contactLinks.sms(mobile)} label={contact.of(contact.sms, name)} icon={MESSAGE} />
      ) : null}
      {email ? (
        <PlainButton outside={contactLinks.mail(email)} label={contact.of(contact.mail, name)} icon={MAIL} />
      ) : null}
      {place && app ? (
        <PlainButton
          outside={contactLinks[app](place)}
          label={contact.of(contact.routeBy(contact[app]), name)}
          icon={ROUTE}
          away
        />
      ) : null}
      {place && !app ? (
        <RouteChoice
          place={place}
          closed={(ask) => <PlainButton label={choose} icon={ROUTE} onClick={ask} />}
          button={(ref) => (
            <ActionIcon ref={ref} variant="default" size={44} aria-label={choose} title={choose}>
              {ROUTE}
            </ActionIcon>
          )}
        />
      ) : null}
    </>
  )
}
